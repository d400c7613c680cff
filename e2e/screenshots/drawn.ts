/** What is seen in a recording beside the page, drawn by the page itself: the pointer, a finger, a line of words, a phone. */
import type { BrowserContext, Page } from 'playwright'

const arrow = `<svg xmlns="http://www.w3.org/2000/svg" width="22" height="30" viewBox="0 0 22 30"><path d="M2 2v20.5l5.2-4.9 3.6 8.2 4-1.8-3.6-8h7.3z" fill="#1c1917" stroke="#fff" stroke-width="1.8" stroke-linejoin="round"/></svg>`

/** In all pages of a context, from its next page on. */
export async function drawPointer(context: BrowserContext, kind: 'arrow' | 'finger'): Promise<void> {
  await context.addInitScript(
    ([picture, isFinger]) => {
      const drawn = document.createElement('div')
      const style: Partial<CSSStyleDeclaration> = isFinger
        ? {
            width: '44px',
            height: '44px',
            margin: '-22px 0 0 -22px',
            borderRadius: '50%',
            background: 'rgb(15 118 110 / 0.35)',
          }
        : { filter: 'drop-shadow(0 1px 2px rgb(0 0 0 / 0.3))', transformOrigin: '2px 2px' }
      Object.assign(drawn.style, style, {
        position: 'fixed',
        left: '0',
        top: '0',
        zIndex: '2147483647',
        pointerEvents: 'none',
        opacity: '0',
      })
      if (!isFinger) drawn.innerHTML = picture
      let isDown = false
      for (const name of ['pointermove', 'pointerdown', 'pointerup', 'pointercancel'] as const) {
        // A function with a name of its own would need a helper that the page does not have.
        window.addEventListener(
          name,
          ({ clientX, clientY }) => {
            if (name !== 'pointermove') isDown = name === 'pointerdown'
            drawn.style.translate = `${clientX}px ${clientY}px`
            drawn.style.scale = isDown && !isFinger ? '0.86' : '1'
            drawn.style.opacity = isFinger && !isDown ? '0' : '1'
            if (!drawn.isConnected) document.documentElement.append(drawn)
          },
          { capture: true, passive: true },
        )
      }
    },
    [arrow, kind === 'finger'] as const,
  )
}

/** A line over the page that says what is seen; empty: none. */
export async function say(page: Page, words: string): Promise<void> {
  await page.evaluate((text) => {
    const id = 'words-of-the-recording'
    const line = document.getElementById(id) ?? document.createElement('div')
    line.id = id
    line.textContent = text
    Object.assign(line.style, {
      position: 'fixed',
      left: '50%',
      bottom: '44px',
      translate: '-50% 0',
      zIndex: '2147483646',
      pointerEvents: 'none',
      padding: '9px 18px',
      borderRadius: '999px',
      background: '#1c1917',
      color: '#fbfaf8',
      font: '500 15px/22px "Inter Variable", sans-serif',
      whiteSpace: 'nowrap',
      boxShadow: '0 6px 20px rgb(0 0 0 / 0.25)',
      opacity: text === '' ? '0' : '1',
    })
    document.documentElement.append(line)
  }, words)
}

/** A phone before the page. */
export interface Inset {
  readonly page: Page
  readonly width: number
  /** How far its left upper corner is from the page's; it may be beyond the page's edge. */
  left: number
  top: number
}

/** Lays a picture of the phone, as it is now, over the page. */
export async function layOver(page: Page, { page: phone, width, left, top }: Inset): Promise<void> {
  const picture = (await phone.screenshot()).toString('base64')
  await page.evaluate(
    async ([source, style]) => {
      const id = 'phone-of-the-recording'
      const image = (document.getElementById(id) as HTMLImageElement | null) ?? new Image()
      image.id = id
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      image.setAttribute('style', style)
      if (!image.isConnected) document.documentElement.append(image)
    },
    [
      picture,
      `position: fixed; z-index: 2147483645; width: ${width}px; max-width: none; translate: ${left}px ${top}px; left: 0; top: 0;
        pointer-events: none; border: 7px solid #1c1917; border-radius: 34px; box-shadow: 0 12px 32px rgb(0 0 0 / 0.3)`,
    ] as const,
  )
}
