/** One row of the mirror: an element for the row, one for its gutter, and one for each cell on screen. */
import type { CellContent } from '../model/cell-content.ts'
import type { ColumnKey, GridColumn, GridRow } from '../model/grid-source.ts'
import { cellText, type MirrorWords, markText } from './cell-text.ts'
import { cover, coveredOf } from './cover.ts'
import type { MirrorFrame } from './mirror-frame.ts'

const px = (value: number) => `${value}px`

/** Sets an attribute, or takes it away; leaves it alone where it is right already: each write costs the browser work. */
export function setAttribute(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

function setStyle(element: HTMLElement, name: 'top' | 'left' | 'width' | 'height', value: number): void {
  const text = px(value)
  if (element.style[name] !== text) element.style[name] = text
}

/** The cell with the cursor takes the focus and shows it; no other one can. */
export function showCursor(cell: HTMLElement, isActive: boolean): void {
  setAttribute(cell, 'tabindex', isActive ? '0' : '-1')
  setAttribute(cell, 'data-active', isActive ? '' : null)
  cell.style.outline = isActive ? '2px solid var(--focus)' : 'none'
  cell.style.outlineOffset = '-2px'
}

function makeCell(isSticky: boolean): HTMLElement {
  const cell = document.createElement('div')
  cell.setAttribute('role', 'gridcell')
  // Frozen cells stand in the line and stick; the others are put where they belong.
  cell.style.cssText = `position:${isSticky ? 'sticky' : 'absolute'};top:0;height:100%;box-sizing:border-box;padding:6px 8px;overflow:hidden;white-space:nowrap;${isSticky ? 'flex:none;z-index:1' : ''}`
  return cell
}

export class MirrorRow {
  readonly element = document.createElement('div')
  readonly #gutter = makeCell(true)
  readonly #cells = new Map<ColumnKey, HTMLElement>()
  readonly #words: MirrorWords
  /** What each cell says, so that it is written only when it changes. */
  readonly #shown = new WeakMap<HTMLElement, string>()
  #key: string | null = null

  constructor(words: MirrorWords) {
    this.#words = words
    this.element.setAttribute('role', 'row')
    this.element.style.cssText = 'position:absolute;left:0;display:flex;contain:layout style'
    this.#gutter.setAttribute('aria-colindex', '1')
    this.#gutter.dataset['col'] = '0'
    this.#gutter.style.padding = '0'
    this.element.append(this.#gutter)
  }

  /** Identity of the row that was shown last; null: one that was not known. */
  get key(): string | null {
    return this.#key
  }

  get hasFocus(): boolean {
    return this.element.contains(document.activeElement)
  }

  /** The cell of a column, −1 for the gutter; null where it is not on screen. */
  cell(frame: MirrorFrame, column: number): HTMLElement | null {
    if (column < 0) return this.#gutter
    const key = frame.columns[column]?.key
    return key === undefined ? null : (this.#cells.get(key) ?? null)
  }

  show(frame: MirrorFrame, row: number): void {
    const { element } = this
    const data = frame.source.rowAt(row as never)
    this.#key = frame.source.keyAt(row as never)
    setStyle(element, 'top', frame.topOf(row))
    setStyle(element, 'width', frame.width)
    setStyle(element, 'height', frame.rowHeight)
    setAttribute(element, 'aria-rowindex', String(frame.linesAbove(row) + 1 + frame.linesBefore))
    setAttribute(element, 'aria-selected', String(frame.isRowSelected(row)))
    setAttribute(element, 'data-row', String(row))
    setAttribute(element, 'data-id', this.#key)
    setAttribute(element, 'aria-busy', data === null ? 'true' : null)
    this.#showGutter(frame, row, data)
    this.#showCells(frame, row, data)
  }

  #showGutter(frame: MirrorFrame, row: number, data: GridRow | null): void {
    const cell = this.#gutter
    setStyle(cell, 'width', frame.gutterWidth)
    setStyle(cell, 'left', 0)
    showCursor(cell, frame.cursor?.row === row && frame.cursor.column < 0)
    const notes = [data?.mark?.text, data?.color && this.#words.colored(data.color.text)].filter(Boolean)
    setAttribute(cell, 'title', notes.length > 0 ? notes.join('\n') : null)
    const text = [...notes, String(row + 1)].join('. ')
    if (cell.firstChild?.nodeType !== Node.TEXT_NODE)
      cell.replaceChildren(document.createTextNode(text), ...gutterParts(frame))
    else if (cell.firstChild.nodeValue !== text) cell.firstChild.nodeValue = text
  }

  #showCells(frame: MirrorFrame, row: number, data: GridRow | null): void {
    const left = new Set(this.#cells.keys())
    let before: Element = this.#gutter
    for (const at of columnsOf(frame)) {
      const column = frame.columns[at]
      if (!column) continue
      left.delete(column.key)
      const isFrozen = at < frame.frozen
      const cell = this.#cell(column.key, isFrozen)
      if (before.nextElementSibling !== cell) before.after(cell)
      before = cell
      setStyle(cell, 'left', frame.leftOf(at))
      setStyle(cell, 'width', column.width)
      setAttribute(cell, 'aria-colindex', String(at + 2))
      setAttribute(cell, 'data-col', String(at + 1))
      setAttribute(cell, 'aria-selected', frame.isCellSelected(row, at) ? 'true' : null)
      const isActive = frame.cursor?.row === row && frame.cursor.column === at
      showCursor(cell, isActive)
      cover(cell, isActive ? coveredOf(frame, at, frame.scrollLeft) : 0)
      this.#showValue(cell, column, data)
    }
    for (const key of left) {
      this.#cells.get(key)?.remove()
      this.#cells.delete(key)
    }
  }

  #cell(key: ColumnKey, isFrozen: boolean): HTMLElement {
    const known = this.#cells.get(key)
    if (known && (known.style.position === 'sticky') === isFrozen) return known
    known?.remove()
    const cell = makeCell(isFrozen)
    this.#cells.set(key, cell)
    return cell
  }

  #showValue(cell: HTMLElement, column: GridColumn, data: GridRow | null): void {
    const content = data?.cell(column.key)
    const mark = data?.markOf(column.key)
    const value = content ? cellText(content, this.#words) : this.#words.loading
    const color = data?.colorOf(column.key)
    const colored = color ? this.#words.colored(color.text) : ''
    const aside = [markText(mark, this.#words), colored].filter(Boolean).join(' ')
    const titles = [content?.kind === 'error' ? value : '', colored].filter(Boolean)
    setAttribute(cell, 'title', titles.join('\n') || null)
    setAttribute(cell, 'aria-invalid', mark?.problem === undefined ? null : 'true')
    const shown = `${content?.kind ?? 'loading'} ${value} ${aside}`
    if (this.#shown.get(cell) === shown) return
    this.#shown.set(cell, shown)
    cell.style.textAlign = column.align
    cell.replaceChildren(...valueNodes(content, value), ...(aside ? [spoken(aside)] : []))
  }
}

function columnsOf(frame: MirrorFrame): number[] {
  const free = Math.max(frame.frozen, frame.firstColumn)
  const count = Math.max(0, Math.min(frame.lastColumn, frame.columns.length - 1) - free + 1)
  return [
    ...Array.from({ length: Math.min(frame.frozen, frame.columns.length) }, (_, at) => at),
    ...Array.from({ length: count }, (_, at) => free + at),
  ]
}

/** Places in the gutter for those who point without seeing what is painted: fingers with a screen reader. */
function gutterParts(frame: MirrorFrame): HTMLElement[] {
  const parts = frame.isReadOnly ? ['open'] : ['open', 'select']
  return parts.map((name) => {
    const part = document.createElement('span')
    part.dataset[name] = ''
    part.ariaHidden = 'true'
    part.style.cssText = `position:absolute;top:0;height:100%;width:28px;${name === 'open' ? 'right' : 'left'}:0`
    return part
  })
}

function valueNodes(content: CellContent | undefined, value: string): Node[] {
  if (content?.kind === 'link') {
    const link = document.createElement('a')
    link.href = content.href
    link.tabIndex = -1
    link.rel = 'noopener noreferrer'
    if (/^https?:/i.test(content.href)) link.target = '_blank'
    link.style.color = 'inherit'
    link.textContent = value
    return [link]
  }
  if (content?.kind === 'check') {
    const check = document.createElement('span')
    check.dataset['check'] = ''
    check.textContent = value
    return [check]
  }
  return [document.createTextNode(value)]
}

function spoken(text: string): HTMLElement {
  const element = document.createElement('span')
  element.textContent = ` ${text}`
  return element
}
