/** Which cells on the screen hold a text: asked for each cell of each frame, so what is known of a record is kept with it. */
import { type Field, type FieldId, textFinder, type ValueContext } from '@plinth/domain'
import type { ColumnKey, GridHighlights, RowKey } from '@plinth/grid'
import type { FoundCell, RowView, TableSession } from '@plinth/record-store'
import { recordOf } from '../grid/window-source.ts'

export interface HighlightInput {
  readonly store: TableSession['store']
  readonly fields: readonly Field[]
  readonly values: ValueContext
  readonly text: string
}

/** Answers whether a cell that is loaded holds the text. */
export function cellFinder({ store, fields: shown, values, text }: HighlightInput) {
  const fields = new Map<string, Field>(shown.map((field) => [field.id, field]))
  const holds = textFinder(text, values)
  const known = new WeakMap<RowView, Map<string, boolean>>()
  return (record: RowView['id'], column: string): boolean => {
    const row = store.get(record)
    const field = fields.get(column)
    if (!row || !field) return false
    let cells = known.get(row)
    if (!cells) known.set(row, (cells = new Map()))
    let is = cells.get(column)
    if (is === undefined) cells.set(column, (is = holds(field, row.values[field.id] ?? null)))
    return is
  }
}

export function highlightsOf(
  holds: (record: RowView['id'], column: FieldId) => boolean,
  current: FoundCell | null,
): GridHighlights {
  return {
    has: (row, column) => holds(recordOf(row), column as string as FieldId),
    current: current && {
      row: current.record as string as RowKey,
      column: current.field as string as ColumnKey,
    },
  }
}
