import type { PlannedColumn } from '@plinth/domain'

/** What people write into fields, and files hold. */
type WrittenType = PlannedColumn['choice']['type']

/** Of a rating that gives so many points. */
export const ratingMisfit = (most: number): string => `is not a whole number from 1 to ${most}`

/** Why a value is none of a type, in clauses about it: “is not yes or no”. */
export const misfitClauses: Readonly<Record<Exclude<WrittenType, 'rating'>, string>> = {
  text: 'is longer than a text may be, or holds characters that cannot be stored',
  long_text: 'is longer than a text may be, or holds characters that cannot be stored',
  integer: 'is not a whole number within ±9,007,199,254,740,991',
  number: 'is not a number',
  percent: 'is not a number, with % behind it or not',
  currency: 'is not a sum in the currency of the field',
  duration: 'is not a length of time, such as 1:30:00 or 2h 15m',
  checkbox: 'is not yes or no',
  date: 'is not a date',
  datetime: 'is not a date with a time',
  single_select: 'is not an option of the field',
  multi_select: 'names something that is not an option of the field',
  status: 'is not a state of the field',
  person: 'names nobody in this base, or more than one',
  email: 'is not an e-mail address',
  url: 'is not a web address',
  phone: 'is not a phone number',
  link: 'holds characters that cannot be stored, or too many',
  json: 'is not JSON, or too long or too deep',
}
