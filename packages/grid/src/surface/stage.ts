/** The two canvases over the body, which stay where they are while it scrolls, and a third one that only measures. */
import type { PaintKit } from '../paint/kit.ts'
import { Pen } from '../paint/pen.ts'
import { Sprites } from '../paint/sprites.ts'
import { Texts } from '../paint/texts.ts'
import { readTheme, type Theme } from '../paint/theme.ts'
import { watchTheme } from '../paint/watch-theme.ts'

export class Stage {
  readonly element: HTMLDivElement
  readonly cells: HTMLCanvasElement
  readonly overlay: HTMLCanvasElement
  readonly #view: HTMLDivElement
  readonly #ruler: HTMLCanvasElement
  readonly #texts: Texts
  readonly #sprites = new Sprites()
  readonly #cellsPen: Pen
  readonly #overlayPen: Pen
  readonly #unwatch: () => void
  #theme: Theme

  constructor(body: HTMLElement, onTheme: () => void) {
    const document = body.ownerDocument
    this.element = document.createElement('div')
    this.element.setAttribute('aria-hidden', 'true')
    this.element.style.cssText = 'position:sticky;left:0;width:0;height:0;pointer-events:none;z-index:0'
    this.#view = document.createElement('div')
    this.#view.style.cssText = 'position:absolute;left:0;top:0;overflow:clip'
    this.cells = makeCanvas(document)
    this.overlay = makeCanvas(document)
    this.#ruler = makeCanvas(document)
    this.#ruler.width = this.#ruler.height = 1
    this.#ruler.style.visibility = 'hidden'
    this.#view.append(this.cells, this.overlay, this.#ruler)
    this.element.append(this.#view)
    body.prepend(this.element)
    this.#cellsPen = new Pen(this.cells.getContext('2d', { alpha: false })!)
    this.#overlayPen = new Pen(this.overlay.getContext('2d')!)
    this.#texts = new Texts(this.#ruler.getContext('2d')!)
    this.#theme = readTheme(body)
    this.#unwatch = watchTheme(body, () => {
      this.#theme = readTheme(body)
      this.#texts.clear()
      this.#sprites.clear()
      onTheme()
    })
  }

  get cellsKit(): PaintKit {
    return { pen: this.#cellsPen, texts: this.#texts, sprites: this.#sprites, theme: this.#theme }
  }

  get overlayKit(): PaintKit {
    return { pen: this.#overlayPen, texts: this.#texts, sprites: this.#sprites, theme: this.#theme }
  }

  /** Where the canvases are seen; they may be larger. */
  place(top: number, width: number, height: number): void {
    this.element.style.top = `${top}px`
    this.#view.style.width = `${width}px`
    this.#view.style.height = `${height}px`
  }

  destroy(): void {
    this.#unwatch()
    this.element.remove()
    // Gives the pictures' memory back at once.
    for (const canvas of [this.cells, this.overlay, this.#ruler]) canvas.width = canvas.height = 0
  }
}

function makeCanvas(document: Document): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  // A canvas has no setting for digits of one width; it takes them from its element.
  canvas.style.cssText =
    'position:absolute;left:0;top:0;pointer-events:none;font-variant-numeric:tabular-nums'
  return canvas
}
