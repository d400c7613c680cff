/** The smallest step that brings a cell into sight, past what sticks at the edges. */
import type { Scene } from '../paint/scene.ts'

/** Where the top of the view must be so that a row is seen whole. */
export function yToReveal({ lines, y, height }: Pick<Scene, 'lines' | 'y' | 'height'>, row: number): number {
  const top = lines.yOfRow(row)
  const covered = coveredAbove(lines, row)
  if (top - covered < y) return Math.max(0, top - covered)
  const bottom = top + lines.rowHeight
  // In a view lower than a row and its headings, the top of the row is what counts.
  if (bottom > y + height) return Math.min(bottom - height, Math.max(0, top - covered))
  return y
}

/** Headings of the row's own groups stick above it. */
function coveredAbove(lines: Scene['lines'], row: number): number {
  let depth = 0
  for (let group = lines.groupOfRow(row); group >= 0; group = lines.outerOf(group)) depth += 1
  return depth * lines.headingHeight
}

/** How far the view must be scrolled sideways so that a column is seen whole. */
export function scrollLeftToReveal(
  scene: Pick<Scene, 'columns' | 'scrollLeft' | 'width'>,
  column: number,
): number {
  const { columns, scrollLeft, width } = scene
  if (columns.isFrozen(column)) return scrollLeft
  const left = columns.viewLeftOf(column, scrollLeft)
  const right = left + columns.widthOf(column)
  const room = width - columns.frozenWidth
  if (left < columns.frozenWidth || right - left > room) return scrollLeft + left - columns.frozenWidth
  return right > width ? scrollLeft + right - width : scrollLeft
}
