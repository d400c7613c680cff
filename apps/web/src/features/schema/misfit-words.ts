/** Why values do not fit a type that their field may become: what `docs/type-changes.md` says of it, the other way round. Pure. */
import {
  type Field,
  type FieldOptions,
  type FieldTypeName,
  hasOptions,
  limits,
  mostOfRating,
} from '@plinth/domain'

const most = (count: number) => count.toLocaleString()

const plain: { readonly [type in FieldTypeName]?: string } = {
  text: 'is longer than a text may be',
  long_text: 'is longer than a text may be',
  integer: 'is not a whole number within ±9,007,199,254,740,991',
  number: 'is not a number written in digits',
  percent: 'is not a number written in digits',
  currency: 'is not a sum in this currency',
  duration: 'is not a length of time, such as 1:30:00 or 2h 15m',
  checkbox: 'is not yes or no',
  date: 'is not a day with the year first, such as 2024-06-12',
  datetime: 'is not a day and time with the year first, such as 2024-06-12 08:30',
  email: 'is not one e-mail address',
  url: 'is not an address that begins with https:// or http://',
  phone: 'is not a phone number',
  person: 'names nobody in this base, or more than one',
  link: 'names what is not found, is found twice, or is more than a cell holds',
  json: 'is not JSON, or too long or too deep',
}

/** A clause about one value: “is not a number written in digits”; null: nothing is known to be said. */
export function misfitWords(
  field: Pick<Field, 'type'>,
  type: FieldTypeName,
  options: FieldOptions,
): string | null {
  if (type === 'rating') return `is not a whole number from 1 to ${mostOfRating({ options })}`
  if (!hasOptions(type)) return plain[type] ?? null
  if (field.type === 'multi_select') return 'holds more than one option'
  if (hasOptions(field.type)) return 'is not one of the options'
  return `is longer than ${most(limits.optionLength)} characters, or beyond the first ${most(limits.optionsPerField)} that differ`
}
