/**
 * The shape of one text: the set of types that it fits, as bits of one number, so that a column of a million cells
 * needs no more than a count per shape. `convert.ts` reads values with the same functions: a text fits a type exactly
 * when its conversion gives a value (a property test compares the two).
 */
import { checkboxWords } from '../field-types/checkbox.ts'
import { isEmail } from '../field-types/email.ts'
import { isPhone } from '../field-types/phone.ts'
import { isUrl } from '../field-types/url.ts'
import { type MonthNames, readDay } from '../formats/date-text.ts'
import { readInstant } from '../formats/date-time-text.ts'
import { readDuration } from '../formats/duration-text.ts'
import { readMoney } from '../formats/money.ts'
import { type DecimalMark, percentSign, readNumber } from '../formats/number-text.ts'
import { isStorable, isTooLong } from '../formats/storable-text.ts'
import { limits } from '../limits.ts'
import { type ColumnChoice, choiceKey } from './column-choice.ts'

/** Bits by the key of a choice. */
const fitBits: Readonly<Record<string, number>> = {
  'integer:.': 1,
  'number:.': 1 << 1,
  'integer:,': 1 << 2,
  'number:,': 1 << 3,
  checkbox: 1 << 4,
  'date:dmy': 1 << 5,
  'date:mdy': 1 << 6,
  'datetime:dmy': 1 << 7,
  'datetime:mdy': 1 << 8,
  email: 1 << 9,
  url: 1 << 10,
  text: 1 << 11,
  long_text: 1 << 12,
  single_select: 1 << 13,
  // What may be one option may be a list of them; whether it is one, the different values say.
  multi_select: 1 << 13,
  'percent:.': 1 << 26,
  'percent:,': 1 << 27,
  phone: 1 << 28,
  rating: 1 << 29,
  duration: 1 << 30,
  'currency:.': 1 << 25,
  'currency:,': 1 << 31,
}

/** More about a text than the types it fits. */
export const trait = {
  /** As a number with this decimal mark it would say less (leading zeros, too many digits). */
  lossyPoint: 1 << 14,
  lossyComma: 1 << 15,
  /** A date whose day and month only their order tells apart. */
  numericDay: 1 << 16,
  shortYear: 1 << 17,
  /** A date-time that names its zone. */
  zoned: 1 << 18,
  manyLines: 1 << 19,
  /** A time finer than milliseconds, which would be cut. */
  cutTime: 1 << 20,
} as const

const decimalsShift = 21
const mostDecimals = 15

export interface ShapeContext {
  readonly timeZone: string
  readonly months: MonthNames
}

export function fitBit(choice: ColumnChoice): number {
  return fitBits[choiceKey(choice)]!
}

export const lossyBit = (mark: DecimalMark): number => (mark === '.' ? trait.lossyPoint : trait.lossyComma)

/** Digits after a decimal mark in texts of a shape (at most 15 are told apart). */
export function decimalsOf(shape: number, mark: DecimalMark): number {
  return shape & fitBit({ type: 'integer', mark }) ? 0 : (shape >>> decimalsShift) & mostDecimals
}

/** The shape of a text that is not empty after trimming. */
export function shapeOf(raw: string, context: ShapeContext): number {
  const text = raw.trim()
  let shape = textShape(raw, text)
  const first = text.charCodeAt(0)
  const isDigit = first >= 48 && first <= 57
  if (isDigit || first === 45 || first === 43 || first === 46 || first === 44) shape |= amountShape(text)
  else if (first === 40 && isPhone(text)) shape |= fitBits.phone!
  else if (unitFirst.test(text)) shape |= moneyShape(text)
  if (text.length <= 5 && checkboxWords.has(text.toLowerCase())) shape |= fitBits.checkbox!
  if (text.length >= 6 && text.length <= 60) shape |= timeShape(text, isDigit, context)
  if (text.includes('@')) {
    if (isEmail(text)) shape |= fitBits.email!
  }
  if ((first === 104 || first === 72) && isUrl(text)) shape |= fitBits.url!
  return shape
}

/** A sign or a code of a currency, with which a sum may begin. */
const unitFirst = /^(?:\p{Sc}|[A-Z]{3}[^A-Za-z])/u

function textShape(raw: string, text: string): number {
  if (!isStorable(raw)) return 0
  let shape = 0
  if (!isTooLong(raw, limits.textLength)) shape |= fitBits.text!
  if (!isTooLong(raw, limits.longTextLength)) shape |= fitBits.long_text!
  const hasManyLines = raw.includes('\n') || raw.includes('\r')
  if (hasManyLines) shape |= trait.manyLines
  else if (!isTooLong(text, limits.optionLength)) shape |= fitBits.single_select!
  return shape
}

/** What begins like a number: one, a share, a phone number, a length of time, points. */
function amountShape(text: string): number {
  if (isPlainWhole(text)) return wholeShape(text)
  let shape = numberShape(text)
  if (shape & fitBits['number:.']!) shape |= fitBits['percent:.']!
  if (shape & fitBits['number:,']!) shape |= fitBits['percent:,']!
  if (text.endsWith('%')) {
    const share = text.replace(percentSign, '')
    if (readNumber(share, '.')) shape |= fitBits['percent:.']!
    if (readNumber(share, ',')) shape |= fitBits['percent:,']!
  } else if (text.length <= 60) {
    shape |= moneyShape(text)
    if (isPhone(text)) shape |= fitBits.phone!
    if (readDuration(text, 'minute') !== null) shape |= fitBits.duration!
    if (text.length <= 2 && /^(?:[1-9]|10)$/.test(text)) shape |= fitBits.rating!
  }
  return shape
}

function moneyShape(text: string): number {
  const point = readMoney(text, '.') ? fitBits['currency:.']! : 0
  return readMoney(text, ',') ? point | fitBits['currency:,']! : point
}

/** Digits alone, at most 15 and without a leading zero: most numbers of most files. */
function isPlainWhole(text: string): boolean {
  let at = text.charCodeAt(0) === 45 ? 1 : 0
  const digits = text.length - at
  if (digits === 0 || digits > 15 || (digits > 1 && text.charCodeAt(at) === 48)) return false
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 48 || code > 57) return false
  }
  return true
}

/** Most cells of most files: without a look at their letters. */
function wholeShape(text: string): number {
  const isNegative = text.charCodeAt(0) === 45
  const digits = isNegative ? text.length - 1 : text.length
  let shape = plainWhole | fitBits['percent:.']! | fitBits['percent:,']!
  if (digits <= 13) shape |= fitBits.duration! | fitBits['currency:.']! | fitBits['currency:,']!
  else shape |= moneyShape(text)
  if (!isNegative && digits >= 3) shape |= fitBits.phone!
  if (!isNegative && ((digits === 1 && text !== '0') || text === '10')) shape |= fitBits.rating!
  return shape
}

const plainWhole = fitBits['integer:.']! | fitBits['number:.']! | fitBits['integer:,']! | fitBits['number:,']!

function numberShape(text: string): number {
  const point = readNumber(text, '.')
  const comma = readNumber(text, ',')
  let shape = 0
  if (point) shape |= readingShape(point, 'integer:.', 'number:.', trait.lossyPoint)
  if (comma) shape |= readingShape(comma, 'integer:,', 'number:,', trait.lossyComma)
  const decimals = Math.min(Math.max(point?.decimals ?? 0, comma?.decimals ?? 0), mostDecimals)
  return shape | (decimals << decimalsShift)
}

function readingShape(
  reading: { value: number; isWhole: boolean; isFaithful: boolean },
  integer: string,
  number: string,
  lossy: number,
): number {
  let shape = fitBits[number]!
  if (reading.isWhole && Math.abs(reading.value) <= limits.maxInteger) shape |= fitBits[integer]!
  if (!reading.isFaithful) shape |= lossy
  return shape
}

function timeShape(text: string, startsWithDigit: boolean, context: ShapeContext): number {
  const last = text.charCodeAt(text.length - 1)
  const endsWithDigit = last >= 48 && last <= 57
  // Dates end with a digit, times also with AM, PM, M., Z, UTC or GMT.
  if (!endsWithDigit && (last === 46 || !/[:]\d\d.*[mzct]\.?$/i.test(text)) && !/[:].*m\.$/i.test(text))
    return 0
  if (!startsWithDigit && !/\d/.test(text)) return 0
  const day = endsWithDigit ? readDay(text, context.months) : null
  if (day) return ordersShape(day, 'date:dmy', 'date:mdy')
  if (!text.includes(':')) return 0
  const instant = readInstant(text, context.timeZone, context.months)
  if (!instant) return 0
  const shape = ordersShape(instant, 'datetime:dmy', 'datetime:mdy')
  return shape | (instant.hasZone ? trait.zoned : 0) | (instant.isCut ? trait.cutTime : 0)
}

function ordersShape(
  reading: { dmy: string | null; mdy: string | null; isNumeric: boolean; hasShortYear: boolean },
  dmy: string,
  mdy: string,
): number {
  let shape = 0
  if (reading.dmy !== null) shape |= fitBits[dmy]!
  if (reading.mdy !== null) shape |= fitBits[mdy]!
  if (reading.isNumeric) shape |= trait.numericDay
  if (reading.hasShortYear) shape |= trait.shortYear
  return shape
}
