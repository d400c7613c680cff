/** Days and times in the words of the base's language. */

import { dayMs } from './civil-time.ts'
import type { DayNo } from './days.ts'
import type { Stretch, WallMs } from './stretch.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function format(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  let made = formats.get(key)
  if (!made) {
    // What clocks show is told as it is.
    made = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' })
    formats.set(key, made)
  }
  return made
}

export const timeText = (wall: WallMs, locale: string): string =>
  format(locale, { timeStyle: 'short' }).format(wall)

export const hourText = (hour: number, locale: string): string =>
  format(locale, { timeStyle: 'short' }).format(hour * 3_600_000)

/** `Wednesday, 25 November`. */
export const longDay = (day: DayNo, locale: string): string =>
  format(locale, { weekday: 'long', day: 'numeric', month: 'long' }).format(day * dayMs)

/** `Wed, 25 Nov`. */
export const shortDay = (day: DayNo, locale: string): string =>
  format(locale, { weekday: 'short', day: 'numeric', month: 'short' }).format(day * dayMs)

export const fullDay = (day: DayNo, locale: string): string =>
  format(locale, { day: 'numeric', month: 'short', year: 'numeric' }).format(day * dayMs)

export const weekdayName = (day: DayNo, locale: string, width: 'narrow' | 'short' | 'long'): string =>
  format(locale, { weekday: width }).format(day * dayMs)

export const monthName = (day: DayNo, locale: string): string =>
  format(locale, { month: 'short' }).format(day * dayMs)

/** When a record stands, as somebody would say it. */
export function stretchText(stretch: Stretch, locale: string): string {
  const { first, last, from, to, isTimed } = stretch
  if (first !== last) {
    const parts: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }
    const timed: Intl.DateTimeFormatOptions = { ...parts, hour: 'numeric', minute: '2-digit' }
    return isTimed
      ? format(locale, timed).formatRange(from, to)
      : format(locale, parts).formatRange(first * dayMs, last * dayMs)
  }
  if (!isTimed) return 'all day'
  return to > from ? format(locale, { timeStyle: 'short' }).formatRange(from, to) : timeText(from, locale)
}

/** The days of a record: `3 – 14 Nov 2026`; without the year where that is said elsewhere. */
export function daysText(
  { first, last }: Pick<Stretch, 'first' | 'last'>,
  locale: string,
  isShort = false,
): string {
  const parts: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
  const shown = format(locale, isShort ? parts : { ...parts, year: 'numeric' })
  return shown.formatRange(first * dayMs, last * dayMs)
}

/** The months of days: `November 2026`, `October – December 2026`. */
export const monthsText = ({ first, last }: Pick<Stretch, 'first' | 'last'>, locale: string): string =>
  format(locale, { month: 'long', year: 'numeric' }).formatRange(first * dayMs, last * dayMs)

/** The year of a day. */
export const yearText = (day: DayNo, locale: string): string =>
  format(locale, { year: 'numeric' }).format(day * dayMs)

/** `Wed 25`: a day whose month is said elsewhere. */
export const dayInMonth = (day: DayNo, locale: string): string =>
  format(locale, { weekday: 'short', day: 'numeric' }).format(day * dayMs)

/** When a record stands on one of its days. */
export function onDayText(stretch: Stretch, day: DayNo, locale: string): string {
  const { first, last, from, to, isTimed } = stretch
  if (first === last) return isTimed ? stretchText(stretch, locale) : ''
  if (isTimed && day === first) return `from ${timeText(from, locale)}`
  if (isTimed && day === last) return `until ${timeText(to, locale)}`
  return `day ${day - first + 1} of ${last - first + 1}`
}
