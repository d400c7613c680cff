/** Which columns are selected as a whole, and which are being dragged: their headings show it. */
import { chosenColumns, type Grid } from '@plinth/grid'
import { useMemo } from 'react'
import { useGridState } from './use-grid-state.ts'

export interface HeadingMarks {
  readonly chosen: ReadonlySet<string>
  readonly pulled: ReadonlySet<string>
}

export function useChosenColumns(grid: Grid | null): HeadingMarks {
  const chosen = useGridState(grid, chosenKeys, '')
  const pulled = useGridState(grid, ({ pulledColumns }) => pulledColumns.join(' '), '')
  return useMemo(
    () => ({ chosen: new Set(chosen.split(' ')), pulled: new Set(pulled.split(' ')) }),
    [chosen, pulled],
  )
}

function chosenKeys({ table, selection }: Grid): string {
  return chosenColumns(table, selection)
    .map((at) => table.columns[at])
    .join(' ')
}
