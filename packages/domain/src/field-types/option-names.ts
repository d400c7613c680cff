/** Options of a field by what people call them. */
import type { CellValue } from '../rows.ts'
import type { SelectOption } from '../schema.ts'
import type { FieldShape } from './field-type.ts'

const loose = (label: string): string => label.trim().toLocaleLowerCase('en')

export function optionOf(value: CellValue, field: FieldShape): SelectOption | undefined {
  return field.options.options?.find((option) => option.id === value)
}

/** The option that a text names: its exact label, else the only one that differs in case and outer spaces alone. */
export function optionNamed(text: string, field: FieldShape): SelectOption | undefined {
  const options = field.options.options ?? []
  const exact = options.find((option) => option.label === text)
  if (exact) return exact
  const close = options.filter((option) => loose(option.label) === loose(text))
  return close.length === 1 ? close[0] : undefined
}

/** A value whose option is gone shows as its id, so that nothing looks empty that is not. */
export function labelOf(value: CellValue, field: FieldShape): string {
  return optionOf(value, field)?.label ?? (typeof value === 'string' ? value : '')
}
