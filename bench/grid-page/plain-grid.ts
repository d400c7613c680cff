/** What the grid is compared with: texts and lines, one frozen column, everything painted anew in each frame. */
import type { CellContent, GridColumn, GridSource } from '@plinth/grid'

const rowHeight = 32
const gutterWidth = 64
const highest = 8_000_000

export class PlainGrid {
  readonly #scroller: HTMLElement
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  readonly #source: GridSource
  readonly #columns: readonly GridColumn[]
  readonly #colors: { ink: string; line: string; surface: string; font: string }
  readonly #stop = new AbortController()
  #frame = 0
  onFrame: () => void = () => undefined

  constructor(scroller: HTMLElement, body: HTMLElement, source: GridSource, columns: readonly GridColumn[]) {
    this.#scroller = scroller
    this.#source = source
    this.#columns = columns
    const style = getComputedStyle(scroller)
    const read = (name: string) => style.getPropertyValue(name).trim()
    this.#colors = {
      ink: read('--ink'),
      line: read('--line'),
      surface: read('--surface'),
      font: `13px ${read('--font-sans')}`,
    }
    const stage = document.createElement('div')
    stage.style.cssText = 'position:sticky;top:0;left:0;width:0;height:0'
    this.#canvas = document.createElement('canvas')
    this.#canvas.style.cssText = `position:absolute;width:${scroller.clientWidth}px;height:${scroller.clientHeight}px`
    this.#canvas.width = scroller.clientWidth
    this.#canvas.height = scroller.clientHeight
    this.#context = this.#canvas.getContext('2d', { alpha: false })!
    stage.append(this.#canvas)
    body.replaceChildren(stage)
    body.style.height = `${Math.min(highest, source.rowCount * rowHeight)}px`
    body.style.width = `${gutterWidth + columns.reduce((sum, column) => sum + column.width, 0)}px`
    const { signal } = this.#stop
    scroller.addEventListener('scroll', () => this.#schedule(), { passive: true, signal })
    this.#schedule()
  }

  destroy(): void {
    this.#stop.abort()
    cancelAnimationFrame(this.#frame)
    this.#canvas.parentElement?.remove()
  }

  #schedule(): void {
    if (this.#frame !== 0) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      this.#paint()
      this.onFrame()
    })
  }

  #paint(): void {
    const { width, height } = this.#canvas
    const context = this.#context
    const { scrollTop, scrollLeft, scrollHeight } = this.#scroller
    const share = scrollTop / Math.max(1, scrollHeight - height)
    const y = share * (this.#source.rowCount * rowHeight - height)
    const first = Math.floor(y / rowHeight)
    const count = Math.ceil(height / rowHeight) + 1
    context.fillStyle = this.#colors.surface
    context.fillRect(0, 0, width, height)
    context.font = this.#colors.font
    context.textBaseline = 'middle'
    const frozen = gutterWidth + this.#columns[0]!.width
    let x = gutterWidth - scrollLeft
    for (const [index, column] of this.#columns.entries()) {
      const left = index === 0 ? gutterWidth : x
      x += column.width
      if (index === 0 || left + column.width < frozen || left > width) continue
      this.#paintColumn(column, left, Math.max(left, frozen), { first, count, y })
    }
    this.#paintColumn(this.#columns[0]!, gutterWidth, gutterWidth, { first, count, y })
    context.fillStyle = this.#colors.line
    for (let row = first; row < first + count; row += 1)
      context.fillRect(0, (row + 1) * rowHeight - y - 1, width, 1)
  }

  #paintColumn(
    column: GridColumn,
    left: number,
    seenFrom: number,
    { first, count, y }: { first: number; count: number; y: number },
  ): void {
    const context = this.#context
    context.save()
    context.beginPath()
    context.rect(seenFrom, 0, left + column.width - seenFrom, this.#canvas.height)
    context.clip()
    context.fillStyle = this.#colors.ink
    context.textAlign = column.align === 'end' ? 'right' : 'left'
    const at = column.align === 'end' ? left + column.width - 8 : left + 8
    for (let row = first; row < first + count && row < this.#source.rowCount; row += 1) {
      const content = this.#source.rowAt(row as never)?.cell(column.key)
      if (content) context.fillText(textOf(content), at, (row + 0.5) * rowHeight - y)
    }
    context.fillStyle = this.#colors.line
    context.fillRect(left + column.width - 1, 0, 1, this.#canvas.height)
    context.restore()
  }
}

function textOf(content: CellContent): string {
  switch (content.kind) {
    case 'empty':
      return ''
    case 'text':
    case 'link':
      return content.text
    case 'check':
      return content.isChecked ? '✓' : '–'
    case 'chips':
      return content.chips.map((chip) => chip.text).join(', ')
    case 'people':
      return content.people.map((person) => person.name).join(', ')
    case 'files':
      return content.files.map((file) => file.label).join(', ')
    case 'rating':
      return '★'.repeat(content.value)
    case 'error':
      return content.text
  }
}
