import type { CellValue, Field, SelectOption } from '@plinth/domain'

/** The option by which a record is coloured; null: it has none. */
export function optionOf(
  field: Field | null,
  values: Readonly<Record<string, CellValue>>,
): SelectOption | null {
  if (!field) return null
  return field.options.options?.find(({ id }) => id === values[field.id]) ?? null
}
