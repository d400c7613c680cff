/** What the machine of states has to know of a grid at a moment. */
import type { GridSelection } from '../model/selection.ts'
import type { GridTable } from '../select/place.ts'
import type { GridLayout } from '../surface/grid-layout.ts'
import type { GridSurface } from '../surface.ts'
import { viewX, viewY } from '../units.ts'
import type { InputContext } from './gesture.ts'

export interface GridMoment {
  readonly table: GridTable
  readonly selection: GridSelection
  readonly isReadOnly: boolean
  readonly canMoveRows: boolean
  /** Where the grid stands in the window, in pixels. */
  readonly origin: { readonly left: number; readonly top: number }
}

export function contextOfGrid(
  surface: GridSurface,
  layout: GridLayout | null,
  { origin, ...moment }: GridMoment,
): InputContext {
  const { top, bottom, left, right } = freeBox(surface, layout, origin)
  return {
    ...moment,
    pageRows: Math.max(1, Math.floor((bottom - top) / Math.max(1, layout?.rowHeight ?? 0)) - 1),
    pageColumns: 4,
    hasAddRow: (layout?.addRowHeight ?? 0) > 0,
    isMac: /mac|iphone|ipad/i.test(navigator.platform),
    isRtl: false,
    // The machine counts in the pixels of the window.
    view: { top: viewY(top), bottom: viewY(bottom), left: viewX(left), right: viewX(right) },
    hitAt: (x, y) => surface.hitAt(x, y),
    nearestCell: (x, y) => surface.nearestCell(x, y),
    boundaryAt: (y) => boundaryAt(surface, y),
    columnBoundaryAt: (x) => {
      const first = layout?.columns[0]?.isPrimary ? 1 : 0
      return Math.max(first, surface.columnBoundaryAt(x))
    },
  }
}

/** The part of the window in which rows and free columns scroll. */
function freeBox(
  surface: GridSurface,
  layout: GridLayout | null,
  { left, top }: GridMoment['origin'],
): { top: number; bottom: number; left: number; right: number } {
  const { width, height } = surface.view
  const frozen = layout?.columns.slice(0, layout.frozen) ?? []
  const stays = frozen.reduce((sum, column) => sum + column.width, layout?.gutterWidth ?? 0)
  const head = layout?.headerHeight ?? 0
  return { left: left + stays, right: left + width, top: top + head, bottom: top + head + height }
}

/** The row before which something dropped at a height would lie. */
function boundaryAt(surface: GridSurface, y: number): number {
  const near = surface.nearestCell(0, y)
  if (near === null) return 0
  const { top, height } = surface.rectOf(near.row, 0).client
  return y > top + height / 2 ? near.row + 1 : near.row
}
