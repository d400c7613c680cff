/**
 * The cursor of the grid: a record and a field. While the record is not known (a place not loaded yet) it is a row
 * number, until the record there arrives. Record and field stay under the cursor when rows move and columns come or go.
 */
import type { FieldId, RecordId } from '@plinth/domain'
import type { RowWindow, WindowSnapshot } from '@plinth/record-store'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type Column, colOf } from './columns.ts'
import type { GridPlace } from './grid-keys.ts'

interface Cursor {
  readonly row: number
  readonly id: RecordId | null
  readonly col: number
  /** Null: where no field is, or not looked up yet. */
  readonly field: FieldId | null
}

export interface GridCursor {
  readonly place: GridPlace
  readonly id: RecordId | null
  go(to: GridPlace): void
  /** Goes to a record that may not be at its place yet. */
  follow(id: RecordId, col: number): void
}

export function useGridCursor(
  window: RowWindow,
  snapshot: WindowSnapshot,
  columns: readonly Column[],
): GridCursor {
  const { rowCount } = snapshot
  const [cursor, setCursor] = useState<Cursor>({ row: 0, id: null, col: 1, field: null })
  const found = cursor.id === null ? null : snapshot.indexOf(cursor.id)
  const there = cursor.row >= 0 && cursor.row < rowCount ? snapshot.idAt(cursor.row) : null
  // A record out of reach keeps the cursor; one that is gone leaves it to the record now at its place.
  const known = cursor.id !== null && (found !== null || there === null) ? cursor.id : there
  const row = found ?? Math.min(cursor.row, rowCount)
  const col = colOf(columns, cursor.field, cursor.col)
  const field = columns[col - 1]?.field.id ?? null
  const isSame = known === cursor.id && row === cursor.row && col === cursor.col && field === cursor.field
  if (!isSame) setCursor({ row, id: known, col, field })

  useEffect(() => {
    window.setCursor(known)
  }, [window, known])
  useEffect(() => () => window.setCursor(null), [window])

  const go = useCallback(
    (to: GridPlace) => setCursor({ ...to, id: to.row < 0 ? null : window.idAt(to.row), field: null }),
    [window],
  )
  const follow = useCallback(
    (id: RecordId, col: number) => setCursor({ id, col, row: window.indexOf(id) ?? 0, field: null }),
    [window],
  )
  return useMemo(() => ({ place: { row, col }, id: known, go, follow }), [row, col, known, go, follow])
}
