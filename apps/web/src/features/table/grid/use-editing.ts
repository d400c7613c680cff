/** Which cell is edited, and where the cursor goes when its editor closes. */
import type { Field, FieldId, RecordId } from '@plinth/domain'
import { countCells, type Grid, type GridCommand, placeOf } from '@plinth/grid'
import type { RowView, RowWindow } from '@plinth/record-store'
import { useEffect, useMemo, useState } from 'react'
import type { Column } from '../columns.ts'
import type { AfterEdit } from '../editor.ts'
import { saveChoice } from '../save-cell.ts'
import { useTable } from '../table-context.ts'
import { useRow } from '../use-table-session.ts'
import { CutTyping } from './cut-typing.ts'
import { LateEdit } from './late-edit.ts'
import { useFocusBack } from './use-focus-back.ts'
import type { CursorState } from './use-grid-cursor.ts'

export interface Editing {
  readonly id: RecordId
  readonly field: FieldId
  /** What was typed to open the editor, or null. */
  readonly text: string | null
}

export interface EditingState {
  readonly now: Editing | null
  open(text: string | null): void
  /** Something else is done: what was typed on a row that is not here goes on with it (answers true), or is not wanted any more. */
  pass(command: GridCommand): boolean
  close(after: AfterEdit): void
}

export interface EditingInput {
  readonly grid: Grid | null
  readonly window: RowWindow
  readonly columns: readonly Column[]
  readonly cursor: CursorState
  /** Puts what the cell holds into all that are selected. */
  onFill(): void
}

export function useEditing({ grid, window, columns, cursor, onFill }: EditingInput): EditingState {
  const { session, values, refuseEdit } = useTable()
  const [editing, setEditing] = useState<Editing | null>(null)
  const late = useMemo(() => new LateEdit(window), [window])
  useEffect(() => () => late.drop(), [late])
  const [typing] = useState(() => new CutTyping())
  const row = useRow(session, cursor.id)
  const { field } = cursor
  const focusBack = useFocusBack(grid)
  // Never in another record that stands at the cursor's place for a moment, and not after its field has gone.
  const now = editing && editing.id === cursor.id && editing.field === field?.id ? editing : null

  const isCut = editing !== null && now === null
  useEffect(() => {
    if (isCut) typing.cut()
  }, [isCut, typing])

  const begin = (row: RowView, field: Field, text: string | null) => {
    // It may have been scrolled away: what floats at its cell would open beyond the window.
    grid?.focus()
    setEditing({ id: row.id, field: field.id, text })
  }
  const edit = (row: RowView, field: Field, text: string | null) => {
    if (row.state === 'gone' || row.state === 'deleting') return
    if (field.type === 'attachment') {
      if (text === null) begin(row, field, text)
      return
    }
    if (refuseEdit(row, field)) return
    if (field.type === 'checkbox') {
      saveChoice(session, row, field, row.values[field.id] !== true, { values })
    } else begin(row, field, text)
  }
  const editLate = (text: string | null) => {
    const column = columns[cursor.column]
    const at = cursor.row
    if (at === null || !column || !grid) return
    late.wait(text, {
      row: at,
      column: cursor.column,
      isHere: (id) => session.store.get(id) !== null,
      isStill() {
        const place = placeOf(grid.table, grid.selection.cursor)
        return grid.hasFocus && place?.row === at && place.column === cursor.column
      },
      onRow(id, typed) {
        const come = session.store.get(id)
        if (come) edit(come, column.field, typed)
      },
    })
  }
  return {
    now,
    open(text) {
      if (row && field) edit(row, field, text)
      else editLate(text)
    },
    // Where nothing is typed, Space opens the record.
    pass: (command) =>
      typing.passesOver(command) || (command.kind !== 'edit' && late.press(command.kind === 'open')),
    close(after) {
      setEditing(null)
      if (after === 'left-by-pointer') return
      const isMany = grid !== null && countCells(grid.table, grid.selection) > 1
      if (after === 'fill' && isMany) onFill()
      else if (after !== 'stay') grid?.step(after === 'fill' ? 'down' : after)
      focusBack()
    },
  }
}
