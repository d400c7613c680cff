/**
 * The grid for those who do not see its canvas: rows and cells as elements, their text transparent, exactly where they are
 * painted, so that screen readers, keys, fingers and the browser's own menus find them. The cell with the cursor has the
 * real focus. Brought up to date when the view has come to rest and when the cursor moves, never for each frame of scrolling.
 */
import { cellText, type MirrorWords } from './cell-text.ts'
import { cover, coveredOf } from './cover.ts'
import type { MirrorFrame, MirrorGroup } from './mirror-frame.ts'
import { MirrorRow, setAttribute, showCursor } from './mirror-row.ts'

export class GridMirror {
  readonly element = document.createElement('div')
  readonly #words: MirrorWords
  #rows = new Map<number, MirrorRow>()
  readonly #headings = new Map<string, HTMLElement>()
  #addRow: HTMLElement | null = null
  #frame: MirrorFrame | null = null

  /** `host` is the body of the grid, which scrolls. */
  constructor(host: HTMLElement, words: MirrorWords) {
    this.#words = words
    this.element.setAttribute('role', 'rowgroup')
    // Its own colours hold in forced colours too: there the text would else appear over what is painted.
    this.element.style.cssText =
      'position:absolute;inset:0;z-index:1;overflow:clip;color:transparent;user-select:none;forced-color-adjust:none'
    host.append(this.element)
  }

  /** The element of the cell with the cursor; null before there is one. */
  get active(): HTMLElement | null {
    return this.element.querySelector<HTMLElement>('[data-active]')
  }

  update(frame: MirrorFrame): void {
    const hadFocus = this.element.contains(document.activeElement)
    this.#frame = frame
    this.#showRows(frame)
    this.#showGroups(frame)
    this.#showAddRow(frame)
    // What had the focus may have gone with its row, or the cursor from it: the focus stays with the cursor.
    if (hadFocus && document.activeElement !== this.active) this.focus()
  }

  /** The view is scrolled sideways: the ring around the cursor goes below what stays. */
  slide(scrollLeft: number): void {
    const place = this.#frame?.cursor
    const cell = place ? this.cell(place.row, place.column) : null
    if (this.#frame && place && cell && place.column >= 0)
      cover(cell, coveredOf(this.#frame, place.column, scrollLeft))
  }

  /** Puts the focus on the cell with the cursor; it does not scroll. */
  focus(): void {
    this.active?.focus({ preventScroll: true })
  }

  /** The element of a cell, where it is on screen. */
  cell(row: number, column: number): HTMLElement | null {
    return this.#frame === null ? null : (this.#rows.get(row)?.cell(this.#frame, column) ?? null)
  }

  destroy(): void {
    this.element.remove()
  }

  #showRows(frame: MirrorFrame): void {
    const wanted = rowsOf(frame)
    const spare = this.#match(frame, wanted)
    const rows = new Map<number, MirrorRow>()
    for (const row of wanted) {
      const element = this.#rows.get(row) ?? spare.pop() ?? new MirrorRow(this.#words)
      element.show(frame, row)
      rows.set(row, element)
    }
    for (const row of spare) row.element.remove()
    this.#rows = rows
    this.#inOrder(rows)
  }

  /** Lets each row that is still wanted keep its element, wherever it stands now; answers the elements left over. */
  #match(frame: MirrorFrame, wanted: readonly number[]): MirrorRow[] {
    const byKey = new Map<string, MirrorRow>()
    for (const row of this.#rows.values()) if (row.key !== null) byKey.set(row.key, row)
    const kept = new Map<number, MirrorRow>()
    const free = new Set(this.#rows.values())
    for (const row of wanted) {
      const key = frame.source.keyAt(row as never)
      const known = key === null ? undefined : byKey.get(key)
      if (!known) continue
      kept.set(row, known)
      free.delete(known)
    }
    for (const row of wanted) {
      const there = this.#rows.get(row)
      if (kept.has(row) || !there || !free.has(there) || there.key !== null) continue
      // A row that has just become known keeps the element in which it was waited for.
      kept.set(row, there)
      free.delete(there)
    }
    this.#rows = kept
    return [...free]
  }

  /** Screen readers read in the order of the elements. */
  #inOrder(rows: ReadonlyMap<number, MirrorRow>): void {
    let before: Element | null = null
    for (const { element } of rows.values()) {
      const isThere = element.parentNode === this.element && element.previousElementSibling === before
      if (!isThere) {
        const focused = element.contains(document.activeElement)
          ? (document.activeElement as HTMLElement)
          : null
        if (before) before.after(element)
        else this.element.prepend(element)
        focused?.focus({ preventScroll: true })
      }
      before = element
    }
  }

  #showGroups(frame: MirrorFrame): void {
    const gone = new Set(this.#headings.keys())
    for (const shown of frame.groups) {
      gone.delete(shown.group.key)
      this.#showGroup(frame, shown)
    }
    for (const key of gone) {
      this.#headings.get(key)?.remove()
      this.#headings.delete(key)
    }
  }

  #showGroup(frame: MirrorFrame, { group, top, linesAbove }: MirrorGroup): void {
    let line = this.#headings.get(group.key)
    if (!line) {
      line = document.createElement('div')
      line.setAttribute('role', 'row')
      line.style.cssText = 'position:absolute;left:0'
      const cell = document.createElement('div')
      cell.setAttribute('role', 'gridcell')
      cell.style.cssText = 'position:sticky;left:0;height:100%'
      line.append(cell)
      this.#headings.set(group.key, line)
      this.element.append(line)
    }
    line.style.top = `${top}px`
    line.style.width = `${frame.width}px`
    line.style.height = `${frame.headingHeight}px`
    setAttribute(line, 'aria-rowindex', String(linesAbove + 1 + frame.linesBefore))
    setAttribute(line, 'data-group', group.key)
    const cell = line.firstElementChild as HTMLElement
    cell.style.width = `${Math.min(frame.width, frame.viewWidth)}px`
    showCursor(cell, frame.activeGroup === group.key)
    setAttribute(cell, 'aria-expanded', group.isCollapsed === null ? null : String(!group.isCollapsed))
    const text = this.#words.group(group, cellText(group.label, this.#words))
    if (cell.textContent !== text) cell.textContent = text
  }

  #showAddRow(frame: MirrorFrame): void {
    const row = frame.source.rowCount
    if (!frame.hasAddRow) {
      this.#addRow?.remove()
      this.#addRow = null
      return
    }
    this.#addRow ??= this.#makeAddRow()
    const cell = this.#addRow.firstElementChild as HTMLElement
    const isActive = frame.cursor?.row === row
    this.#addRow.style.top = `${frame.topOf(row)}px`
    this.#addRow.style.width = `${frame.width}px`
    this.#addRow.style.height = `${Math.min(frame.rowHeight, 32)}px`
    setAttribute(this.#addRow, 'aria-rowindex', String(frame.linesAbove(row) + 1 + frame.linesBefore))
    setAttribute(this.#addRow, 'data-row', String(row))
    showCursor(cell, isActive)
    // The last of the lines for those who read them in order.
    if (this.element.lastElementChild !== this.#addRow) this.element.append(this.#addRow)
  }

  #makeAddRow(): HTMLElement {
    const line = document.createElement('div')
    line.setAttribute('role', 'row')
    line.style.cssText = 'position:absolute;left:0'
    const cell = document.createElement('div')
    cell.setAttribute('role', 'gridcell')
    cell.setAttribute('aria-colindex', '1')
    cell.dataset['col'] = '1'
    cell.dataset['add'] = ''
    cell.textContent = this.#words.addRow
    cell.style.cssText = 'position:sticky;left:0;display:inline-block;width:320px;height:100%'
    line.append(cell)
    this.element.append(line)
    return line
  }
}

/** The rows on screen and the row with the cursor, wherever it is: the focus must have a place. In order. */
function rowsOf(frame: MirrorFrame): number[] {
  const rows = Array.from(
    { length: Math.max(0, frame.lastRow - frame.firstRow + 1) },
    (_, at) => frame.firstRow + at,
  )
  const at = frame.cursor?.row
  if (at === undefined || at < 0 || at >= frame.source.rowCount) return rows
  if (at < frame.firstRow) return [at, ...rows]
  return at > frame.lastRow ? [...rows, at] : rows
}
