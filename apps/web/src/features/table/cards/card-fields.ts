import { type CellValue, type Field, type FieldId, fieldTypes } from '@plinth/domain'

/** Fields below the title. */
const shownFields = 3

/** The first fields that say something about a record; the one that is looked at is among them. */
export function cardFields(
  values: Readonly<Record<FieldId, CellValue>>,
  fields: readonly Field[],
  lookedAt: FieldId | null,
): readonly Field[] {
  const filled = fields.filter(({ id, type }) => !fieldTypes[type].isEmpty(values[id] ?? null))
  const at = filled.findIndex(({ id }) => id === lookedAt)
  if (at < shownFields) return filled.slice(0, shownFields)
  return [...filled.slice(0, shownFields - 1), filled[at]!]
}
