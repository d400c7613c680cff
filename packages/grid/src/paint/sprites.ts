/**
 * What stands in many cells alike (an option, a face, a tick) is painted once and then copied: a rounded shape with a text in it costs
 * several times as much as a picture of its size.
 */
import { Pen } from './pen.ts'
import { RecentMap } from './recent-map.ts'

/** Of each kind. */
const kept = 200

export class Sprites {
  readonly #byKind = new Map<string, RecentMap<ImageBitmap>>()
  /** Of all that is kept. */
  #ratio = 1

  /** Colours or fonts are others: what was painted is no longer true. */
  clear(): void {
    this.#byKind.clear()
  }

  /**
   * Paints a thing with its top left corner at a place. `kind` and `name` tell all that its look depends on, but the theme:
   * two words that are there already are found quicker than one that is put together.
   */
  draw(
    pen: Pen,
    [kind, name]: readonly [kind: string, name: string],
    { x, y, width, height }: { x: number; y: number; width: number; height: number },
    paint: (pen: Pen) => void,
  ): void {
    if (pen.ratio !== this.#ratio) {
      this.#ratio = pen.ratio
      this.clear()
    }
    let pictures = this.#byKind.get(kind)
    if (pictures === undefined) {
      pictures = new RecentMap(kept)
      this.#byKind.set(kind, pictures)
    }
    let picture = pictures.get(name)
    if (picture === undefined) {
      picture = pictureOf(pen.ratio, width, height, paint)
      pictures.set(name, picture)
    }
    const { ratio, context } = pen
    context.drawImage(picture, pen.snap(x), pen.snap(y), picture.width / ratio, picture.height / ratio)
  }
}

function pictureOf(ratio: number, width: number, height: number, paint: (pen: Pen) => void): ImageBitmap {
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.ceil(width * ratio)),
    Math.max(1, Math.ceil(height * ratio)),
  )
  // All that a pen draws with is in both kinds of context.
  const pen = new Pen(canvas.getContext('2d')! as unknown as CanvasRenderingContext2D)
  pen.begin(ratio)
  paint(pen)
  return canvas.transferToImageBitmap()
}
