/** The rows on the screen, as finding needs them: a grid, or the cards of a phone. */
import type { FieldId, RecordId } from '@plinth/domain'
import { type Grid, placeOf } from '@plinth/grid'
import type { FoundCell } from '@plinth/record-store'
import { highlightsOf } from './highlights.ts'

/** Does a record that is loaded hold what is looked for in a field? */
export type Holds = (record: RecordId, field: FieldId) => boolean

export interface FindTarget {
  /** The row from which one goes on. */
  row(): number
  /** Brings a row into sight, loaded or not. */
  bring(row: number, column: number): void
  /** Goes there; the focus stays where it is. */
  lookAt(row: number, column: number): void
  /** What was found; null: nothing is looked for. */
  show(holds: Holds | null, current: FoundCell | null): void
  /** Takes the focus back. */
  focus(): void
}

export const findInGrid = (grid: Grid): FindTarget => ({
  row: () => placeOf(grid.table, grid.selection.cursor)?.row ?? 0,
  bring: (row, column) => grid.bring(row, column),
  lookAt: (row, column) => grid.lookAt(row, column),
  show: (holds, current) => grid.setHighlights(holds && highlightsOf(holds, current)),
  focus: () => grid.focus(),
})
