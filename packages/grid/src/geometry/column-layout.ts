/**
 * Where columns stand from left to right: the gutter, the frozen columns, which stay, and the free ones, which scroll
 * below them. Two origins: the content's is the left edge of the first column, the view's the left edge of the gutter.
 */
import type { ColumnKey, GridColumn } from '../model/grid-source.ts'
import { type ColumnIndex, type ContentX, columnIndex, contentX, type ViewX, viewX } from '../units.ts'

interface ColumnLayoutOptions {
  readonly columns: readonly GridColumn[]
  /** How many of the first columns stay. */
  readonly frozen: number
  readonly gutterWidth: number
  /** Room right of the last column, for a control that adds one. */
  readonly trailingWidth: number
}

/** Columns from `first` to `last`, both belong to it; none where `last < first`. */
export interface ColumnSpan {
  readonly first: number
  readonly last: number
}

export class ColumnLayout {
  readonly columns: readonly GridColumn[]
  readonly keys: readonly ColumnKey[]
  readonly frozen: number
  readonly gutterWidth: number
  readonly trailingWidth: number
  /** Left edges, and after the last its right edge. */
  readonly #lefts: Float64Array
  readonly #places = new Map<string, number>()

  constructor({ columns, frozen, gutterWidth, trailingWidth }: ColumnLayoutOptions) {
    this.columns = columns
    this.keys = columns.map((column) => column.key)
    this.frozen = Math.max(0, Math.min(frozen, columns.length))
    this.gutterWidth = gutterWidth
    this.trailingWidth = trailingWidth
    this.#lefts = new Float64Array(columns.length + 1)
    for (const [index, column] of columns.entries()) {
      this.#lefts[index + 1] = this.#lefts[index]! + column.width
      this.#places.set(column.key, index)
    }
  }

  get count(): number {
    return this.columns.length
  }

  /** Width of the columns alone. */
  get columnsWidth(): number {
    return this.#lefts[this.count]!
  }

  /** Width of all that scrolls sideways, gutter and trailing room included. */
  get width(): number {
    return this.gutterWidth + this.columnsWidth + this.trailingWidth
  }

  /** Right edge of what stays: gutter and frozen columns. */
  get frozenWidth(): number {
    return this.gutterWidth + this.#lefts[this.frozen]!
  }

  placeOf(key: string): ColumnIndex | null {
    const place = this.#places.get(key)
    return place === undefined ? null : columnIndex(place)
  }

  leftOf(column: number): ContentX {
    return contentX(this.#lefts[Math.max(0, Math.min(column, this.count))]!)
  }

  widthOf(column: number): number {
    return this.#lefts[column + 1]! - this.#lefts[column]!
  }

  isFrozen(column: number): boolean {
    return column < this.frozen
  }

  /** Left edge of a column in a view that is scrolled sideways; free columns may lie below the frozen ones. */
  viewLeftOf(column: number, scrollLeft: number): ViewX {
    const shift = column < this.frozen ? 0 : scrollLeft
    return viewX(this.gutterWidth + this.leftOf(column) - shift)
  }

  /** The column below a point of the view; null in the gutter and right of the last one. */
  columnAt(x: number, scrollLeft: number): ColumnIndex | null {
    if (x < this.gutterWidth || this.count === 0) return null
    const isFrozen = x < this.frozenWidth
    const content = x - this.gutterWidth + (isFrozen ? 0 : scrollLeft)
    if (content >= this.columnsWidth) return null
    return columnIndex(this.#columnOf(content))
  }

  /** The nearest column to a point of the view, for drags beyond the edges; null without columns. */
  nearestColumn(x: number, scrollLeft: number): ColumnIndex | null {
    if (this.count === 0) return null
    if (x < this.gutterWidth) return columnIndex(0)
    return this.columnAt(x, scrollLeft) ?? columnIndex(this.count - 1)
  }

  /** Free columns that show in a view, whole or in part. */
  visibleFree(scrollLeft: number, viewWidth: number): ColumnSpan {
    const left = this.leftOf(this.frozen) + scrollLeft
    const right = scrollLeft + viewWidth - this.gutterWidth
    return this.freeBetween(left, right)
  }

  /** Free columns that have a part between two places of the content. */
  freeBetween(left: number, right: number): ColumnSpan {
    if (this.frozen >= this.count || right <= left || left >= this.columnsWidth) {
      return { first: this.frozen, last: this.frozen - 1 }
    }
    const first = Math.max(this.frozen, this.#columnOf(Math.max(0, left)))
    const last = Math.min(this.count - 1, this.#lastBefore(right))
    return { first, last }
  }

  /** The last column whose left edge is not right of a place. */
  #columnOf(content: number): number {
    let low = 0
    let high = this.count - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#lefts[middle]! <= content) low = middle
      else high = middle - 1
    }
    return low
  }

  #lastBefore(content: number): number {
    const column = this.#columnOf(content)
    return this.#lefts[column]! < content ? column : column - 1
  }
}
