import { dayOrderOf, monthNames, readDay } from '../formats/date-text.ts'
import { civilTime, normalizeInstant, readInstant, writeCivilTime } from '../formats/date-time-text.ts'
import { knownLocale, knownTimeZone } from '../formats/known-region.ts'
import { ok } from '../result.ts'
import { fromMoment } from './conversions.ts'
import { families } from './families.ts'
import { type FieldType, isEmptyValue, refuse } from './field-type.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(locale: string, timeZone: string, hasSeconds: boolean): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${hasSeconds}`
  let format = formatters.get(key)
  if (!format) {
    const timeStyle = hasSeconds ? 'medium' : 'short'
    format = new Intl.DateTimeFormat(knownLocale(locale), {
      dateStyle: 'medium',
      timeStyle,
      timeZone: knownTimeZone(timeZone),
      calendar: 'gregory',
    })
    formatters.set(key, format)
  }
  return format
}

const exampleTime = '2024-06-12 08:30'
const exampleInstant = '2024-06-12T08:30:00.000Z'
const example = (text: string) => `Type a day and a time such as ${text}.`

/** As times are written here, where such a text is read as the same time. */
function exampleIn(locale: string): string {
  const text = formatter(locale, 'UTC', false).format(new Date(exampleInstant))
  const read = readInstant(text, 'UTC', monthNames(locale))?.[dayOrderOf(text, locale)]
  return example(read === exampleInstant ? text : exampleTime)
}

const skipped = (timeZone: string) =>
  `In ${timeZone} the clocks skip this time when they are put forward. Type an earlier or a later one.`

export const datetime: FieldType = {
  ...families.datetime,
  isComputed: false,
  defaults: ['value', 'now'],
  becomes: fromMoment,
  name: 'datetime',
  label: 'Date and time',
  description: 'An instant, shown in the time zone of the base.',
  icon: 'calendar-clock',
  align: 'start',
  parseText(text, _field, { locale, timeZone, dayOrder }) {
    const trimmed = text.trim()
    if (trimmed === '') return ok(null)
    const order = dayOrderOf(trimmed, locale, dayOrder)
    const read = (zone: string) => readInstant(trimmed, zone, monthNames(locale))?.[order] ?? null
    const instant = read(timeZone)
    if (instant !== null) return ok(instant)
    // What another zone knows is a time that the clocks skip in this one.
    if (read('UTC') !== null) return refuse('value_invalid', skipped(timeZone))
    return readDay(trimmed, monthNames(locale))?.[order]
      ? refuse('value_invalid', `A time is missing. ${exampleIn(locale)}`)
      : refuse('date_invalid', exampleIn(locale))
  },
  formatText(value, _field, { locale, timeZone }) {
    const instant = typeof value === 'string' ? normalizeInstant(value) : null
    if (instant === null) return ''
    const hasSeconds = !instant.endsWith(':00.000Z')
    return formatter(locale, timeZone, hasSeconds).format(civilTime(instant, 'UTC').instant)
  },
  editText(value, _field, { timeZone }) {
    const instant = typeof value === 'string' ? normalizeInstant(value) : null
    return instant === null ? '' : writeCivilTime(instant, timeZone)
  },
  toExport: (value) => (typeof value === 'string' ? (normalizeInstant(value) ?? value) : ''),
  validate(value) {
    if (isEmptyValue(value)) return ok(null)
    const instant = typeof value === 'string' ? normalizeInstant(value) : null
    return instant === null ? refuse('date_invalid', example(exampleTime)) : ok(instant)
  },
  isEmpty: isEmptyValue,
  compare(a, b) {
    const [left, right] = [sortText(a), sortText(b)]
    return left === right ? 0 : left < right ? -1 : 1
  },
}

function sortText(value: unknown): string {
  return normalizeInstant(String(value)) ?? String(value)
}
