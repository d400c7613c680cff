/** What stands in the cells of the heading. */
import { knownLocale, type TimelineScale } from '@plinth/domain'

type Words = Intl.DateTimeFormatOptions

const month: Words = { month: 'long', year: 'numeric' }
const words: Readonly<Record<TimelineScale, { readonly major: Words; readonly minor: Words }>> = {
  day: {
    major: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    minor: { hour: '2-digit', minute: '2-digit' },
  },
  week: { major: month, minor: { weekday: 'short', day: 'numeric' } },
  month: { major: month, minor: { day: 'numeric' } },
  quarter: { major: month, minor: { day: 'numeric', month: 'short' } },
  year: { major: { year: 'numeric' }, minor: { month: 'short' } },
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** `civil`: what clocks show where the cell begins. */
export function tickWords(
  scale: TimelineScale,
  line: 'major' | 'minor',
  civil: number,
  locale: string,
): string {
  const key = `${scale} ${line} ${locale}`
  let format = formats.get(key)
  if (!format) {
    const options: Words = { ...words[scale][line], timeZone: 'UTC', calendar: 'gregory' }
    format = new Intl.DateTimeFormat(knownLocale(locale), options)
    formats.set(key, format)
  }
  return format.format(civil)
}

interface WeekInfoLocale extends Intl.Locale {
  getWeekInfo?: () => { weekend: readonly number[] }
  weekInfo?: { weekend: readonly number[] }
}

/** The days on which people of a language do not work, 0 Sunday … 6 Saturday. */
export function weekendOf(locale: string): readonly number[] {
  const info: WeekInfoLocale = new Intl.Locale(knownLocale(locale))
  const weekend = (info.getWeekInfo?.() ?? info.weekInfo)?.weekend ?? [6, 7]
  return weekend.map((day) => day % 7)
}
