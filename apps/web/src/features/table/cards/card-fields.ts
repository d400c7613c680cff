import { type CellValue, type Field, type FieldId, fieldTypes } from '@plinth/domain'

/** Fields below the title. */
const usualMost = 3

/** The first fields that say something about a record; the one that is looked at is among them. */
export function cardFields(
  values: Readonly<Record<FieldId, CellValue>>,
  fields: readonly Field[],
  lookedAt: FieldId | null,
  most = usualMost,
): readonly Field[] {
  const filled = fields.filter(({ id, type }) => !fieldTypes[type].isEmpty(values[id] ?? null))
  const at = filled.findIndex(({ id }) => id === lookedAt)
  if (at < most) return filled.slice(0, most)
  return [...filled.slice(0, Math.max(0, most - 1)), filled[at]!]
}
