/** Days in stretches: what comes next, what stands between, and what a stretch is called. */
import { type ChartUnit, type Field, fieldTypes, knownLocale, type ValueContext } from '@plinth/domain'

const dayMs = 24 * 3_600_000

const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The first day of the stretch behind the one that begins with this day. */
export function nextStretch(day: string, unit: ChartUnit): string {
  if (unit === 'day') return dayOf(msOf(day) + dayMs)
  if (unit === 'week') return dayOf(msOf(day) + 7 * dayMs)
  const date = new Date(msOf(day))
  const months = { month: 1, quarter: 3, year: 12 }[unit]
  date.setUTCMonth(date.getUTCMonth() + months)
  return dayOf(date.getTime())
}

/** All stretches from the first one to the last one that hold records, or those alone where more than `most` were in between. */
export function withGaps(days: readonly string[], unit: ChartUnit, most: number): readonly string[] {
  const sorted = days.toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  const all: string[] = []
  // The first week may begin in the middle of one: there is no day before the year 1.
  const known = new Set(sorted)
  for (let day = first; day <= last; day = nextStretch(day, unit)) {
    if (all.length >= most) return sorted
    all.push(day)
    known.delete(day)
  }
  return known.size === 0 ? all : sorted
}

const formats = {
  month: { year: 'numeric', month: 'short' },
  year: { year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** What a stretch is called, in the language of the base. */
export function stretchName(
  day: string,
  unit: ChartUnit,
  field: Pick<Field, 'type' | 'options'>,
  context: ValueContext,
): string {
  const date = new Date(msOf(day))
  if (unit === 'month' || unit === 'year') {
    const format = { ...formats[unit], timeZone: 'UTC', calendar: 'gregory' } as const
    return new Intl.DateTimeFormat(knownLocale(context.locale), format).format(date)
  }
  if (unit === 'quarter') return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${date.getUTCFullYear()}`
  const name = fieldTypes.date.formatText(day, field, context)
  return unit === 'week' ? `Week of ${name}` : name
}
