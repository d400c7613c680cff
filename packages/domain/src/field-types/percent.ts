import { formatLocaleNumber, writePercent } from '../formats/locale-numbers.ts'
import { fromNumber } from './conversions.ts'
import { type FieldType, refuse } from './field-type.ts'
import { number } from './number.ts'

/** A share: 12.5 % is kept as 0.125. */
export const percent: FieldType = {
  ...number,
  becomes: fromNumber,
  name: 'percent',
  label: 'Percent',
  description: 'Shares of a hundred: progress, discounts, rates.',
  icon: 'percent',
  // What is typed without the sign is meant with it.
  parseText(text, field, context) {
    const trimmed = text.trim()
    const signed = trimmed === '' || /[%٪]$/.test(trimmed) ? trimmed : `${trimmed}%`
    const parsed = number.parseText(signed, field, context)
    if (parsed.ok || parsed.error.code !== 'value_invalid') return parsed
    return refuse('value_invalid', `Type a percentage, such as ${writePercent(0.125, context.locale)}.`)
  },
  formatText: (value, field, { locale }) =>
    typeof value === 'number' ? formatLocaleNumber(value, locale, field.options.decimals, 'percent') : '',
  editText: (value, _field, { locale }) => (typeof value === 'number' ? writePercent(value, locale) : ''),
  toExport: (value) => (typeof value === 'number' ? writePercent(value, 'en') : ''),
}
