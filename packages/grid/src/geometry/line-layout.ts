/**
 * Where lines stand from top to bottom: headings of groups, rows, and at the end the line that adds a row. Rows are
 * not counted one by one: a band is a heading with the run of rows below it, and what lies where is found among the
 * bands by halving. Band 0 has no heading: it holds the rows above the first one, all rows where there are no groups.
 */
import type { GridGroup } from '../model/grid-source.ts'
import { type ContentY, contentY, type RowIndex, rowIndex } from '../units.ts'

/** A heading and where its rows begin; `depth` 0 is outermost. */
export type GroupRun = { readonly firstRow: number; readonly depth: number }

interface LineLayoutOptions<Group> {
  readonly rowCount: number
  readonly rowHeight: number
  readonly groups: readonly Group[]
  readonly headingHeight: number
  /** 0 where rows cannot be added. */
  readonly addRowHeight: number
}

export type Line =
  | { readonly kind: 'row'; readonly row: RowIndex; readonly y: number; readonly height: number }
  | { readonly kind: 'group'; readonly group: number; readonly y: number; readonly height: number }
  | { readonly kind: 'add-row'; readonly y: number; readonly height: number }

/** Rows from `first` to `last`, both belong to it; none where `last < first`. */
export interface LineSpan {
  readonly first: number
  readonly last: number
}

export class LineLayout<Group extends GroupRun = GridGroup> {
  readonly rowCount: number
  readonly rowHeight: number
  readonly headingHeight: number
  readonly addRowHeight: number
  readonly groups: readonly Group[]
  /** Top of each band, and after the last the end of all rows. */
  readonly #topY: Float64Array
  /** First row of each band, and after the last the number of rows. */
  readonly #firstRow: Uint32Array
  /** The group around each group, or -1. */
  readonly #outer: Int32Array
  /** The heading at which each group ends, or the number of groups. */
  readonly #next: Int32Array

  constructor({ rowCount, rowHeight, groups, headingHeight, addRowHeight }: LineLayoutOptions<Group>) {
    this.rowCount = rowCount
    this.rowHeight = rowHeight
    this.headingHeight = headingHeight
    this.addRowHeight = addRowHeight
    this.groups = groups
    this.#topY = new Float64Array(groups.length + 2)
    this.#firstRow = new Uint32Array(groups.length + 2)
    let row = 0
    let y = 0
    for (const [index, group] of groups.entries()) {
      // A claim that is out of date never puts a band before the one above it.
      const first = Math.max(row, Math.min(group.firstRow, rowCount))
      y += (first - row) * rowHeight + (index === 0 ? 0 : headingHeight)
      row = first
      this.#topY[index + 1] = y
      this.#firstRow[index + 1] = row
    }
    const last = groups.length === 0 ? 0 : headingHeight
    this.#topY[groups.length + 1] = y + last + (rowCount - row) * rowHeight
    this.#firstRow[groups.length + 1] = rowCount
    this.#outer = new Int32Array(groups.length).fill(-1)
    this.#next = new Int32Array(groups.length).fill(groups.length)
    this.#nest()
  }

  #nest(): void {
    const open: number[] = []
    for (const [index, { depth }] of this.groups.entries()) {
      while (open.length > 0 && this.groups[open.at(-1)!]!.depth >= depth) this.#next[open.pop()!] = index
      this.#outer[index] = open.at(-1) ?? -1
      open.push(index)
    }
  }

  /** The group around a group, or -1. */
  outerOf(group: number): number {
    return this.#outer[group]!
  }

  /** Where the last line of a group ends. */
  endOfGroup(group: number): ContentY {
    return contentY(this.#topY[this.#next[group]! + 1]!)
  }

  /** Where the rows end. */
  get rowsEnd(): number {
    return this.#topY[this.#topY.length - 1]!
  }

  /** Height of everything. */
  get height(): number {
    return this.rowsEnd + this.addRowHeight
  }

  yOfRow(row: number): ContentY {
    const band = this.#bandOfRow(row)
    return contentY(this.#rowsTop(band) + (row - this.#firstRow[band]!) * this.rowHeight)
  }

  yOfGroup(group: number): ContentY {
    return contentY(this.#topY[group + 1]!)
  }

  /** How many lines stand above a row, headings among them; of `rowCount`: above the line that adds a row. */
  linesAboveRow(row: number): number {
    return row + this.#bandOfRow(row)
  }

  linesAboveGroup(group: number): number {
    return this.#firstRow[group + 1]! + group
  }

  /** The line with so many lines above it; null where there are not so many. The line that adds a row has no number. */
  lineOfNumber(number: number): Line | null {
    if (number < 0 || number >= this.rowCount + this.groups.length) return null
    const group = this.#lastGroupAbove(number)
    if (group >= 0 && this.linesAboveGroup(group) === number) return this.#heading(group)
    return this.#row(number - group - 1)
  }

  /** The innermost group whose rows hold a row, or -1. */
  groupOfRow(row: number): number {
    return this.#bandOfRow(row) - 1
  }

  /** The last heading that stands at or above a place, or -1. */
  groupAbove(y: number): number {
    return this.#bandAt(y) - 1
  }

  /** The line at a place; null above the first and below the last one. */
  lineAt(y: number): Line | null {
    if (y < 0 || y >= this.height) return null
    if (y >= this.rowsEnd) return this.#addRow()
    const band = this.#bandAt(y)
    const top = this.#rowsTop(band)
    if (y < top) return this.#heading(band - 1)
    return this.#row(this.#firstRow[band]! + Math.floor((y - top) / this.rowHeight))
  }

  /** The lines that have a part between two places, from top to bottom. */
  *linesBetween(from: number, to: number): Generator<Line> {
    let y = Math.max(0, from)
    const end = Math.min(to, this.height)
    while (y < end) {
      const line = this.lineAt(y)
      if (line === null) return
      yield line
      y = line.y + line.height
    }
  }

  /** The rows that have a part between two places; rows of collapsed groups lie nowhere. */
  rowsBetween(from: number, to: number): LineSpan {
    if (this.rowCount === 0 || to <= 0 || from >= this.rowsEnd || to <= from) return { first: 0, last: -1 }
    return { first: this.#rowFrom(Math.max(0, from)), last: this.#rowBefore(Math.min(to, this.rowsEnd)) }
  }

  /** The row nearest to a place; null without rows. */
  nearestRow(y: number): RowIndex | null {
    if (this.rowCount === 0) return null
    const row = this.#rowFrom(Math.max(0, Math.min(y, this.rowsEnd - 1)))
    return rowIndex(Math.min(row, this.rowCount - 1))
  }

  /** The row at a place, or the first one below it: `rowCount` below the last. */
  #rowFrom(y: number): number {
    const band = this.#bandAt(y)
    const into = Math.max(0, Math.floor((y - this.#rowsTop(band)) / this.rowHeight))
    return this.#firstRow[band]! + into
  }

  /** The last row that begins above a place, or -1. */
  #rowBefore(y: number): number {
    const band = this.#bandAt(y)
    const into = Math.max(0, Math.ceil((y - this.#rowsTop(band)) / this.rowHeight))
    return Math.min(this.#firstRow[band]! + into, this.#firstRow[band + 1]!) - 1
  }

  #rowsTop(band: number): number {
    return this.#topY[band]! + (band === 0 ? 0 : this.headingHeight)
  }

  #row(row: number): Line {
    return { kind: 'row', row: rowIndex(row), y: this.yOfRow(row), height: this.rowHeight }
  }

  #heading(group: number): Line {
    return { kind: 'group', group, y: this.yOfGroup(group), height: this.headingHeight }
  }

  #addRow(): Line {
    return { kind: 'add-row', y: this.rowsEnd, height: this.addRowHeight }
  }

  /** The last band that does not begin below a place. Band 0 may be empty and shares its top with the first heading. */
  #bandAt(y: number): number {
    return lastNotAbove(this.#topY, this.groups.length, y)
  }

  /** The last group with at most so many lines above it, or -1. */
  #lastGroupAbove(lines: number): number {
    let low = -1
    let high = this.groups.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.linesAboveGroup(middle) <= lines) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Empty bands share their first row with the one that has rows: the last of them. */
  #bandOfRow(row: number): number {
    return lastNotAbove(this.#firstRow, this.groups.length, row)
  }
}

/** The last index up to `last` whose value is not above `limit`; values never fall. */
function lastNotAbove(values: Float64Array | Uint32Array, last: number, limit: number): number {
  let low = 0
  let high = last
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (values[middle]! <= limit) low = middle
    else high = middle - 1
  }
  return low
}
