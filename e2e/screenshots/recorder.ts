/**
 * A recording made of pictures, one for each moment: the page is given as long as a picture takes, and its transitions go slower by as
 * much, so that what is shown is as even as it is for somebody before a screen.
 */
import type { Locator, Page } from 'playwright'
import sharp from 'sharp'
import { type Inset, layOver } from './drawn.ts'

/** How long a picture is shown. */
const frameMs = 40
/** So many pictures without a change: nothing more comes of itself. */
const stillFrames = 12

export interface Point {
  readonly x: number
  readonly y: number
}

interface Frame {
  readonly png: Buffer
  ms: number
}

export class Recorder {
  readonly page: Page
  inset: Inset | null = null
  readonly #frames: Frame[] = []
  #at: Point

  private constructor(page: Page, at: Point) {
    this.page = page
    this.#at = at
  }

  static async of(page: Page, at: Point): Promise<Recorder> {
    const recorder = new Recorder(page, at)
    await page.mouse.move(at.x, at.y)
    await slowDown(page)
    return recorder
  }

  get ms(): number {
    return this.#frames.reduce((sum, { ms }) => sum + ms, 0)
  }

  async frame(): Promise<boolean> {
    const png = await this.#picture()
    const last = this.#frames.at(-1)
    const isStill = last?.png.equals(png) ?? false
    if (last && isStill) last.ms += frameMs
    else this.#frames.push({ png, ms: frameMs })
    return isStill
  }

  async #picture(): Promise<Buffer> {
    if (this.inset) await layOver(this.page, this.inset)
    return this.page.screenshot()
  }

  /** Shows what there is for so long, and what changes meanwhile. */
  async rest(ms: number): Promise<void> {
    let still = 0
    for (let left = ms; left > 0; left -= frameMs) {
      still = (await this.frame()) ? still + 1 : 0
      if (still < stillFrames) continue
      this.#frames.at(-1)!.ms += left - frameMs
      return
    }
  }

  /** Something that goes from 0 to 1, as hands do: slowly at first and at the end. */
  async along(ms: number, step: (part: number) => Promise<void> | void): Promise<void> {
    const steps = Math.max(1, Math.round(ms / frameMs))
    for (let n = 1; n <= steps; n += 1) {
      const part = n / steps
      await step(part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2)
      await this.frame()
    }
  }

  /** The pointer goes there. */
  async glide(to: Point, ms?: number): Promise<void> {
    const from = this.#at
    const way = Math.hypot(to.x - from.x, to.y - from.y)
    await this.along(ms ?? Math.min(900, 320 + way * 0.7), async (part) => {
      await this.page.mouse.move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
    })
    this.#at = to
  }

  async press(place: Locator): Promise<void> {
    await this.glide(await middleOf(place))
    await this.down()
    await this.up()
  }

  async down(): Promise<void> {
    await this.page.mouse.down()
    await this.rest(frameMs * 3)
  }

  async up(): Promise<void> {
    await this.page.mouse.up()
    await this.rest(frameMs * 3)
  }

  async type(text: string, page = this.page): Promise<void> {
    for (const letter of text) {
      await page.keyboard.type(letter)
      await this.rest(frameMs * 2)
    }
  }

  encode(): Promise<Buffer> {
    const delay = this.#frames.map(({ ms }) => ms)
    return sharp(
      this.#frames.map(({ png }) => png),
      { join: { animated: true } },
    )
      .webp({ quality: 88, effort: 4, mixed: true, minSize: true, delay, loop: 0 })
      .toBuffer()
  }
}

export async function middleOf(place: Locator): Promise<Point> {
  const box = await place.boundingBox()
  if (!box) throw new Error(`${place} is not on the page`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Makes transitions as slow as pictures are taken. */
export async function slowDown(page: Page): Promise<void> {
  const begun = Date.now()
  for (let n = 0; n < 5; n += 1) await page.screenshot()
  const taken = (Date.now() - begun) / 5
  const device = await page.context().newCDPSession(page)
  await device.send('Animation.enable')
  await device.send('Animation.setPlaybackRate', { playbackRate: Math.min(1, frameMs / taken) })
}
