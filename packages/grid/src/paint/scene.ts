/** What is on the screen: one moment of the grid. */
import type { ColumnLayout } from '../geometry/column-layout.ts'
import type { LineLayout } from '../geometry/line-layout.ts'
import { type StuckHeading, stuckHeadings, stuckHeight } from '../geometry/stuck-headings.ts'
import type { GridRow, GridSource } from '../model/grid-source.ts'
import type { GridTable } from '../select/place.ts'
import { rowIndex } from '../units.ts'

export interface Scene {
  readonly columns: ColumnLayout
  readonly lines: LineLayout
  readonly source: GridSource
  /** The content's pixel at the top of the view, on the grid of device pixels. */
  readonly y: number
  readonly scrollLeft: number
  readonly width: number
  readonly height: number
  readonly ratio: number
  readonly stuck: readonly StuckHeading[]
  /** How much of the view the stuck headings cover. */
  readonly stuckHeight: number
}

export function makeScene(parts: Omit<Scene, 'stuck' | 'stuckHeight'>): Scene {
  const y = Math.round(parts.y * parts.ratio) / parts.ratio
  const scrollLeft = Math.round(parts.scrollLeft * parts.ratio) / parts.ratio
  const stuck = stuckHeadings(parts.lines, y)
  return { ...parts, y, scrollLeft, stuck, stuckHeight: stuckHeight(parts.lines, stuck) }
}

/** What selections are looked up in. */
export function tableOf({ source, columns }: Scene): GridTable {
  return { source, columns: columns.keys }
}

/** A row on the screen; `row`: null while its values are not there. */
export interface ShownRow {
  readonly index: number
  readonly row: GridRow | null
  /** From the top of the view. */
  readonly y: number
}

/** The lines that have a part between two places of the view. */
export interface ShownLines {
  readonly rows: readonly ShownRow[]
  readonly headings: readonly { readonly group: number; readonly y: number }[]
  readonly addRowY: number | null
}

export function linesShown(scene: Scene, top: number, bottom: number): ShownLines {
  const rows: ShownRow[] = []
  const headings: { group: number; y: number }[] = []
  let addRowY: number | null = null
  for (const line of scene.lines.linesBetween(scene.y + top, scene.y + bottom)) {
    const y = line.y - scene.y
    if (line.kind === 'row') rows.push({ index: line.row, row: scene.source.rowAt(line.row), y })
    else if (line.kind === 'group') headings.push({ group: line.group, y })
    else addRowY = y
  }
  return { rows, headings, addRowY }
}

/** Columns beside one another that scroll together. */
export interface Pane {
  readonly first: number
  readonly last: number
  /** The part of the view in which they are seen. */
  readonly left: number
  readonly right: number
  /** Left edge of a column in the view. */
  leftOf(column: number): number
}

export function frozenPane({ columns }: Scene): Pane {
  return {
    first: 0,
    last: columns.frozen - 1,
    left: columns.gutterWidth,
    right: columns.frozenWidth,
    leftOf: (column) => columns.gutterWidth + columns.leftOf(column),
  }
}

/** The free columns, or those of them that show between two places of the view. */
export function freePane(scene: Scene, left = 0, right = scene.width): Pane {
  const { columns, scrollLeft } = scene
  const from = Math.max(left, columns.frozenWidth)
  const shift = columns.gutterWidth - scrollLeft
  const { first, last } = columns.freeBetween(from - shift, right - shift)
  return { first, last, left: from, right, leftOf: (column) => columns.leftOf(column) + shift }
}

/** Where a row stands in the view; null for one that is not there. */
export function rowTop(scene: Scene, row: number): number {
  return scene.lines.yOfRow(rowIndex(row)) - scene.y
}
