/** The records that are selected as a whole, told to the rest of the page, and unselected from there. */
import type { RecordId } from '@plinth/domain'
import { countRows, type Grid, selectedRows } from '@plinth/grid'
import type { RowWindow } from '@plinth/record-store'
import { useEffect, useRef } from 'react'
import { noneSelected, type SelectedRecords } from '../selected-records.ts'
import { useTable } from '../table-context.ts'
import { useGridState } from './use-grid-state.ts'
import { recordOf } from './window-source.ts'

/** So many of them are held, wherever one scrolls. */
const mostHeld = 2_000

export interface UseSelectedRecordsInput {
  readonly grid: Grid | null
  readonly window: RowWindow
  readonly selected: SelectedRecords
  onSelect(selected: SelectedRecords): void
  /** Asks, and deletes what is selected in the grid. */
  onRemove(): void
}

export function useSelectedRecords(input: UseSelectedRecordsInput): void {
  const { grid, window, selected, onSelect, onRemove } = input
  const { askDelete } = useTable()
  const selection = useGridState(grid, (now) => now.selection, null)
  const told = useRef('')
  const latest = useRef({ onRemove, askDelete })
  useEffect(() => {
    latest.current = { onRemove, askDelete }
  })

  useEffect(() => {
    if (!grid || !selection) return
    const here = new Set<RecordId>()
    for (const { first, last } of selectedRows(grid.table, selection)) {
      for (let row = first as number; row <= last && here.size < mostHeld; row += 1) {
        const id = window.idAt(row)
        if (id !== null) here.add(id)
      }
    }
    if (selection.chosen.kind === 'rows') for (const key of selection.chosen.plus) here.add(recordOf(key))
    const count = Math.max(here.size, countRows(grid.table, selection))
    const next = `${count} ${[...here].join(' ')}`
    if (next === told.current) return
    told.current = next
    const remove = () => {
      if (here.size === count) latest.current.askDelete([...here])
      else latest.current.onRemove()
    }
    onSelect(count === 0 ? noneSelected : { count, here, remove })
  }, [grid, window, selection, onSelect])

  // Without a grid (no records any more, a narrow screen) nothing is selected.
  useEffect(() => () => onSelect(noneSelected), [onSelect])

  const isNone = selected.count === 0
  useEffect(() => {
    if (!isNone || told.current === '' || told.current === nothing) return
    told.current = nothing
    grid?.unselect()
  }, [grid, isNone])
}

/** What is told of no records. */
const nothing = '0 '
