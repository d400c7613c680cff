/** Fields and records for tests. */
import type { Field, FieldId, FieldTypeName, RecordId } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'

export function fieldOf(id: string, type: FieldTypeName, options: Field['options'] = {}): Field {
  return { id: id as FieldId, name: id, type, column: id, position: 0, options }
}

/** A record that is stored, and of which nothing is under way. */
export function rowOf(id: string, values: RowView['values'] = {}): RowView {
  const nothing = { pending: new Set<FieldId>(), problems: new Map(), problem: null }
  return { id: id as RecordId, ver: 1, values, state: 'saved', ...nothing }
}
