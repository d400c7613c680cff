/**
 * What is at the top of the view, told by a row and not by pixels from the start: it stays true when rows above come or
 * go, and when rows become higher.
 */
import type { GroupRun, LineLayout } from './line-layout.ts'

export interface ViewPlace {
  /** The row at the top, or the first one below it. */
  readonly topRow: number
  /** From the top of that row to the top of the view; below 0 while a heading or the end stands above it. */
  readonly offsetPx: number
}

export function placeAt(lines: LineLayout<GroupRun>, y: number): ViewPlace {
  const topRow = lines.nearestRow(y) ?? 0
  return { topRow, offsetPx: y - (lines.rowCount === 0 ? 0 : lines.yOfRow(topRow)) }
}

export function yOfPlace(lines: LineLayout<GroupRun>, place: ViewPlace): number {
  if (lines.rowCount === 0) return 0
  const row = Math.max(0, Math.min(place.topRow, lines.rowCount - 1))
  return lines.yOfRow(row) + place.offsetPx
}
