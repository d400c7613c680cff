import { ok } from '../result.ts'
import type { CellValue } from '../rows.ts'
import { fromText } from './conversions.ts'
import { families } from './families.ts'
import { type FieldType, isEmptyValue, refuse } from './field-type.ts'
import { labelOf, optionNamed, optionOf } from './option-names.ts'

export const singleSelect: FieldType = {
  ...families.choice,
  isComputed: false,
  defaults: ['value'],
  becomes: fromText,
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
