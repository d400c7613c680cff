import { isIsoDay } from '../formats/calendar.ts'
import { dayOrderOf, monthNames, readDay } from '../formats/date-text.ts'
import { knownLocale } from '../formats/known-region.ts'
import { ok } from '../result.ts'
import { fromMoment } from './conversions.ts'
import { families } from './families.ts'
import { type FieldType, isEmptyValue, refuse } from './field-type.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(locale: string): Intl.DateTimeFormat {
  let format = formatters.get(locale)
  if (!format) {
    format = new Intl.DateTimeFormat(knownLocale(locale), {
      dateStyle: 'medium',
      timeZone: 'UTC',
      calendar: 'gregory',
    })
    formatters.set(locale, format)
  }
  return format
}

const exampleDay = '2024-06-12'
const example = (text: string) => `Type a day such as ${text}.`

/** As days are written here, where such a text is read as the same day. */
function exampleIn(locale: string): string {
  const text = formatter(locale).format(new Date(`${exampleDay}T00:00:00Z`))
  return example(
    readDay(text, monthNames(locale))?.[dayOrderOf(text, locale)] === exampleDay ? text : exampleDay,
  )
}

export const date: FieldType = {
  ...families.date,
  isComputed: false,
  defaults: ['value', 'today'],
  becomes: fromMoment,
  name: 'date',
  label: 'Date',
  description: 'A day of the calendar, without a time.',
  icon: 'calendar',
  align: 'start',
  parseText(text, _field, { locale, dayOrder }) {
    const trimmed = text.trim()
    if (trimmed === '') return ok(null)
    const day = readDay(trimmed, monthNames(locale))?.[dayOrderOf(trimmed, locale, dayOrder)] ?? null
    return day === null ? refuse('date_invalid', exampleIn(locale)) : ok(day)
  },
  formatText(value, _field, { locale }) {
    return typeof value === 'string' && isIsoDay(value)
      ? formatter(locale).format(new Date(`${value}T00:00:00Z`))
      : ''
  },
  editText: (value) => (typeof value === 'string' ? value : ''),
  toExport: (value) => (typeof value === 'string' ? value : ''),
  validate(value) {
    if (isEmptyValue(value)) return ok(null)
    return typeof value === 'string' && isIsoDay(value)
      ? ok(value)
      : refuse('date_invalid', example(exampleDay))
  },
  isEmpty: isEmptyValue,
  compare: (a, b) => (a === b ? 0 : String(a) < String(b) ? -1 : 1),
}
