/** What the menu of the selected cells does. */
import { countCells, type Grid, rowSpans } from '@plinth/grid'
import { countOf } from '../../../lib/count-of.ts'
import type { CellActions } from './CellMenuItems.tsx'
import type { useClipboard } from './use-clipboard.ts'
import type { useGridCommands } from './use-grid-commands.ts'

export function cellActions(
  grid: Grid,
  clipboard: ReturnType<typeof useClipboard>,
  run: ReturnType<typeof useGridCommands>,
  canMoveRows: boolean,
): CellActions {
  const { table, selection } = grid
  const cells = countCells(table, selection)
  const records = rowSpans(table, selection).reduce((sum, { first, last }) => sum + last - first + 1, 0)
  const said = `Copied ${countOf(cells, 'cell')}`
  return {
    cells,
    records,
    copy: () => void clipboard.copyChosen(said),
    cut: () => void clipboard.cutChosen(said),
    paste: () => void clipboard.pasteAsked(),
    clear: () => run(grid, { kind: 'clear' }),
    shift: canMoveRows ? (by) => run(grid, { kind: 'shift-rows', by }) : null,
    remove: () => run(grid, { kind: 'delete-rows' }),
  }
}
