/** Files dragged from the desktop onto cells of the grid that take them. Elsewhere a dropped file is one to import. */
import type { Grid } from '@plinth/grid'
import type { RowWindow } from '@plinth/record-store'
import { type DragEvent, useState } from 'react'
import type { Column } from '../columns.ts'
import { useTable } from '../table-context.ts'
import { useCellFiles } from './use-cell-files.ts'

export interface FileDropInput {
  readonly grid: Grid | null
  readonly window: RowWindow
  readonly columns: readonly Column[]
}

const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

/** `over`: the cell that would take what is dragged over it, in pixels of the window. */
export function useFileDrop({ grid, window, columns }: FileDropInput) {
  const { session } = useTable()
  const putInto = useCellFiles()
  const [over, setOver] = useState<DOMRect | null>(null)

  const cellUnder = (event: DragEvent) => {
    const place = holdsFiles(event) ? grid?.cellAt(event.clientX, event.clientY) : null
    const field = place ? columns[place.column]?.field : undefined
    const id = place ? window.idAt(place.row) : null
    const row = id === null ? null : session.store.get(id)
    if (!place || field?.type !== 'attachment' || !row || row.state !== 'saved') return null
    return { place, field, row }
  }

  const handlers = {
    onDragOver(event: DragEvent) {
      const cell = cellUnder(event)
      if (cell) {
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      }
      setOver(cell && grid ? grid.boxOf(cell.place) : null)
    },
    onDragLeave: () => setOver(null),
    onDrop(event: DragEvent) {
      setOver(null)
      const cell = cellUnder(event)
      if (!cell) return
      event.preventDefault()
      putInto([...event.dataTransfer.files], cell.row, cell.field)
    },
  }
  return { over, handlers }
}
