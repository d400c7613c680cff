/** Why values do not fit a type that their field may become: what `docs/type-changes.md` says of it, the other way round. Pure. */
import {
  type Field,
  type FieldOptions,
  type FieldTypeName,
  hasOptions,
  limits,
  mostOfRating,
} from '@plinth/domain'
import { misfitClauses, ratingMisfit } from '../../lib/misfit-clauses.ts'

/** Some are narrower than what people and files may write. */
const clauses: { readonly [type in FieldTypeName]?: string } = {
  ...misfitClauses,
  number: 'is not a number written in digits',
  percent: 'is not a number written in digits',
  date: 'is not a day with the year first, such as 2024-06-12',
  datetime: 'is not a day and time with the year first, such as 2024-06-12 08:30',
  email: 'is not one e-mail address',
  url: 'is not an address that begins with https:// or http://',
  link: 'names what is not found, is found twice, or is more than a cell holds',
}

/** A clause about one value: “is not a number written in digits”; null: nothing becomes of that type but by a change back. */
export function misfitWords(
  field: Pick<Field, 'type'>,
  type: FieldTypeName,
  options: FieldOptions,
): string | null {
  if (type === 'rating') return ratingMisfit(mostOfRating({ options }))
  if (!hasOptions(type)) return clauses[type] ?? null
  if (field.type === 'multi_select') return 'holds more than one option'
  if (hasOptions(field.type)) return 'is not one of the options'
  return `is longer than ${limits.optionLength} characters, or beyond the first ${limits.optionsPerField} that differ`
}
