import type { Locator } from 'playwright'

/** The part of a grid's cells that is seen, once it has been painted: two of them are equal where they look alike. */
export function pictureOf(grid: Locator): Promise<string> {
  return grid.evaluate(async (element) => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done))
    const canvas = element.querySelector('canvas')!
    const { clientWidth, clientHeight } = canvas.parentElement!
    const ratio = canvas.width / canvas.clientWidth
    const seen = new OffscreenCanvas(clientWidth * ratio, clientHeight * ratio)
    seen.getContext('2d')!.drawImage(canvas, 0, 0)
    const digest = await crypto.subtle.digest('SHA-256', await (await seen.convertToBlob()).arrayBuffer())
    return `${seen.width} × ${seen.height}: ${[...new Uint8Array(digest)].join(' ')}`
  })
}
