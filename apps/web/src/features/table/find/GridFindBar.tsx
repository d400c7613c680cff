import type { Grid } from '@plinth/grid'
import type { RowWindow } from '@plinth/record-store'
import { useMemo } from 'react'
import type { Column } from '../columns.ts'
import { FindBar } from './FindBar.tsx'
import { findInGrid } from './find-target.ts'

interface GridFindBarProps {
  readonly grid: Grid | null
  readonly window: RowWindow
  readonly columns: readonly Column[]
}

/** The find bar above a grid. */
export function GridFindBar({ grid, window, columns }: GridFindBarProps) {
  const target = useMemo(() => grid && findInGrid(grid), [grid])
  const fields = useMemo(() => columns.map(({ field }) => field), [columns])
  return <FindBar target={target} window={window} fields={fields} />
}
