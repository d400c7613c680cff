import { ok } from '../result.ts'
import type { CellValue } from '../rows.ts'
import type { SelectOption } from '../schema.ts'
import { type FieldShape, type FieldType, isEmptyValue, refuse } from './field-type.ts'

function optionOf(value: CellValue, field: FieldShape): SelectOption | undefined {
  return field.options.options?.find((option) => option.id === value)
}

const loose = (label: string): string => label.trim().toLocaleLowerCase('en')

/** The option that a text names: its exact label, else the only one that differs in case and outer spaces alone. */
function optionNamed(text: string, field: FieldShape): SelectOption | undefined {
  const options = field.options.options ?? []
  const exact = options.find((option) => option.label === text)
  if (exact) return exact
  const close = options.filter((option) => loose(option.label) === loose(text))
  return close.length === 1 ? close[0] : undefined
}

/** A value whose option is gone shows as its id, so that nothing looks empty that is not. */
function labelOf(value: CellValue, field: FieldShape): string {
  return optionOf(value, field)?.label ?? (typeof value === 'string' ? value : '')
}

export const singleSelect: FieldType = {
  name: 'single_select',
  label: 'Single select',
  description: 'One of a list of options.',
  icon: 'circle-chevron-down',
  align: 'start',
  parseText(text, field) {
    if (text.trim() === '') return ok(null)
    const option = optionNamed(text, field)
    return option ? ok(option.id) : refuse('option_unknown')
  },
  formatText: labelOf,
  editText: labelOf,
  toExport: labelOf,
  validate(value, field) {
    if (isEmptyValue(value)) return ok(null)
    return optionOf(value, field) ? ok(value) : refuse('option_unknown')
  },
  isEmpty: isEmptyValue,
  compare(a, b, field) {
    const place = (value: CellValue) => field.options.options?.findIndex(({ id }) => id === value) ?? -1
    return place(a) - place(b)
  },
}

/** A state is written and read like an option; which one may follow which, the database decides. */
export const status: FieldType = {
  ...singleSelect,
  name: 'status',
  label: 'Status',
  description: 'A state, with rules for who may move it where.',
  icon: 'workflow',
}
