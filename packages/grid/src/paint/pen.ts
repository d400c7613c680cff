/** A 2D context that is told of a font or a colour only when it is another one, and that knows what is crisp. */
import { asPrinted } from './texts.ts'

export type PenContext = CanvasRenderingContext2D

export class Pen {
  readonly context: PenContext
  /** Device pixels of one CSS pixel. */
  #ratio = 1
  #font = ''
  #fill = ''
  #stroke = ''
  #align: CanvasTextAlign = 'start'
  #direction: CanvasDirection = 'inherit'

  constructor(context: PenContext) {
    this.context = context
  }

  get ratio(): number {
    return this.#ratio
  }

  /** Width of the finest crisp line, as the browser draws a border of one pixel. */
  get hairline(): number {
    return Math.max(1, Math.floor(this.#ratio)) / this.#ratio
  }

  /** Begins a frame: a resized canvas has forgotten everything. */
  begin(ratio: number): void {
    this.#ratio = ratio
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0)
    this.context.textBaseline = 'alphabetic'
    this.#forget()
  }

  /** The nearest place on the grid of device pixels. */
  snap(value: number): number {
    return Math.round(value * this.#ratio) / this.#ratio
  }

  font(font: string): void {
    if (this.#font === font) return
    this.#font = font
    this.context.font = font
  }

  fill(color: string): void {
    if (this.#fill === color) return
    this.#fill = color
    this.context.fillStyle = color
  }

  stroke(color: string, width: number): void {
    this.context.lineWidth = width
    if (this.#stroke === color) return
    this.#stroke = color
    this.context.strokeStyle = color
  }

  align(align: CanvasTextAlign): void {
    if (this.#align === align) return
    this.#align = align
    this.context.textAlign = align
  }

  direction(direction: CanvasDirection): void {
    if (this.#direction === direction) return
    this.#direction = direction
    this.context.direction = direction
  }

  rectangle(x: number, y: number, width: number, height: number): void {
    const left = this.snap(x)
    const top = this.snap(y)
    this.context.fillRect(left, top, this.snap(x + width) - left, this.snap(y + height) - top)
  }

  rounded(x: number, y: number, width: number, height: number, radius: number | number[]): void {
    this.context.beginPath()
    this.context.roundRect(x, y, width, height, radius)
  }

  text(text: string, x: number, y: number): void {
    this.context.fillText(asPrinted(text), x, y)
  }

  /** With the hyphen of the keyboard, which is as wide as a digit: a minus, or between the parts of a number. */
  number(text: string, x: number, y: number): void {
    this.context.fillText(text, x, y)
  }

  /** Draws inside a rectangle only. */
  clipped(x: number, y: number, width: number, height: number, draw: () => void): void {
    const { context } = this
    context.save()
    context.beginPath()
    const left = this.snap(x)
    const top = this.snap(y)
    context.rect(left, top, this.snap(x + width) - left, this.snap(y + height) - top)
    context.clip()
    draw()
    context.restore()
    this.#forget()
  }

  #forget(): void {
    this.#font = ''
    this.#fill = ''
    this.#stroke = ''
    this.context.textAlign = this.#align = 'left'
    this.context.direction = this.#direction = 'ltr'
  }
}
