/**
 * Reading days from text. Three families are told apart: `year first` (2024-06-12), `named month` (Jun 12 1998,
 * 12. Juni 1998) and `numeric` (12/06/1998), where only the order of day and month can tell. Two-digit years are
 * 1970 to 2069, as in Postgres.
 */
import { isoDay } from './calendar.ts'
import { knownLocale } from './known-region.ts'

export type DayOrder = 'dmy' | 'mdy'
export type MonthNames = ReadonlyMap<string, number>

export interface DayReading {
  /** ISO day when day and month are read in that order; null: no such day. Equal unless `isNumeric`. */
  readonly dmy: string | null
  readonly mdy: string | null
  readonly isNumeric: boolean
  readonly hasShortYear: boolean
}

const knownMonths = new Map<string, MonthNames>()

/** Month names (long and short, lower case, without points) of English and of one more language. */
export function monthNames(locale: string): MonthNames {
  let names = knownMonths.get(locale)
  if (!names) {
    const made = new Map<string, number>([['sept', 9]])
    for (const language of [knownLocale(locale), 'en']) addMonthNames(made, language)
    names = made
    knownMonths.set(locale, names)
  }
  return names
}

function addMonthNames(names: Map<string, number>, locale: string): void {
  for (const style of ['long', 'short'] as const) {
    // With a day, languages that inflect (Polish, Russian) give the form that stands in dates.
    for (const parts of [{ month: style }, { month: style, day: 'numeric' }] as const) {
      const format = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC', calendar: 'gregory' })
      for (let month = 1; month <= 12; month++) {
        const part = format.formatToParts(Date.UTC(2001, month - 1, 15)).find(({ type }) => type === 'month')
        const name = part?.value.toLowerCase().replaceAll('.', '') ?? ''
        if (/^\p{L}{3,}$/u.test(name)) names.set(name, month)
      }
    }
  }
}

const orders = new Map<string, DayOrder>()

/** Whether a language puts the day before the month. Year-first languages put the month before the day. */
export function localeDayOrder(locale: string): DayOrder {
  let order = orders.get(locale)
  if (!order) {
    const parts = new Intl.DateTimeFormat(knownLocale(locale), {
      dateStyle: 'short',
      calendar: 'gregory',
    }).formatToParts(0)
    const place = (type: string) => parts.findIndex((part) => part.type === type)
    order = place('year') > place('day') && place('day') < place('month') ? 'dmy' : 'mdy'
    orders.set(locale, order)
  }
  return order
}

/** Whether day and month of a trimmed text stand between points: `24.12.2026`. Nobody who writes points puts the month first. */
export const isPointed = (text: string): boolean => /^\d{1,2}\.\d{1,2}\./.test(text)

/** The order in which a text is read; `told`: by others of its column. */
export const dayOrderOf = (text: string, locale: string, told?: DayOrder): DayOrder =>
  isPointed(text) ? 'dmy' : (told ?? localeDayOrder(locale))

const numericDay = /^\s*(\d{1,2})([-/.])(\d{1,2})\2\d{2}/

/** The order that the days of one column tell together, with times behind them or not; undefined: none, or more than one. */
export function dayOrderOfColumn(texts: Iterable<string>): DayOrder | undefined {
  const told = new Set<DayOrder>()
  for (const text of texts) {
    const match = numericDay.exec(text)
    if (match && Number(match[1]) > 12) told.add('dmy')
    if (match && Number(match[3]) > 12) told.add('mdy')
  }
  const [order] = told
  return told.size === 1 ? order : undefined
}

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const numeric = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/
const monthFirst = /^(\p{L}{3,})\.?[ -](\d{1,2})(?:st|nd|rd|th)?(?:, ?| |-)(\d{4}|\d{2})$/u
const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|\.)?[ -]?(\p{L}{3,})\.?(?:, ?| |-)(\d{4}|\d{2})$/u

/** The day that a trimmed text names under both orders, or null. */
export function readDay(text: string, months: MonthNames): DayReading | null {
  const first = text.charCodeAt(0)
  if (first >= 48 && first <= 57) {
    let match = yearFirst.exec(text)
    if (match) return unambiguous(isoDay(Number(match[1]), Number(match[3]), Number(match[4])), false)
    match = numeric.exec(text)
    if (match) return readNumeric(match)
    match = dayFirst.exec(text)
    return match ? readNamed(match[3]!, match[2]!, match[1]!, months) : null
  }
  const match = monthFirst.exec(text)
  return match ? readNamed(match[3]!, match[1]!, match[2]!, months) : null
}

function readNumeric(match: RegExpExecArray): DayReading | null {
  const [, a, separator, b, y] = match
  const hasShortYear = y!.length === 2
  // 10.4.11 is more often a version than a day.
  if (hasShortYear && separator === '.' && (a!.length === 1 || b!.length === 1)) return null
  const year = fullYear(y!)
  const dmy = isoDay(year, Number(b), Number(a))
  const mdy = isoDay(year, Number(a), Number(b))
  return dmy || mdy ? { dmy, mdy, isNumeric: true, hasShortYear } : null
}

function readNamed(year: string, name: string, day: string, months: MonthNames): DayReading | null {
  const month = months.get(name.toLowerCase())
  return month === undefined
    ? null
    : unambiguous(isoDay(fullYear(year), month, Number(day)), year.length === 2)
}

function unambiguous(day: string | null, hasShortYear: boolean): DayReading | null {
  return day === null ? null : { dmy: day, mdy: day, isNumeric: false, hasShortYear }
}

function fullYear(text: string): number {
  const year = Number(text)
  return text.length === 4 ? year : year + (year < 70 ? 2000 : 1900)
}
