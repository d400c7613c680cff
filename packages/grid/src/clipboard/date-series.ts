/** Steps from date to date: of days, of months on the same day, or of working days. Dates are `YYYY-MM-DD`. */

const dayMs = 86_400_000
const monthsMost = 10_000 * 12
const firstDay = dayOf('0001-01-01') as number
const lastDay = dayOf('9999-12-31') as number

/** Null where a date is none, or there is no one step. */
export function dateSteps(dates: readonly string[]): ((place: number) => string) | null {
  const days = dates.map(dayOf)
  if (!days.every((day) => day !== null)) return null
  const step = monthSteps(dates) ?? daySteps(days) ?? workdaySteps(days)
  return step && ((place) => dates[place] ?? dateOf(step(place)))
}

function dayOf(date: string): number | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date)
  if (!parts) return null
  const day = dayAt(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]))
  return writeDate(day) === date ? day : null
}

/** Days since 1970. Months beyond a year count on in the next ones. */
function dayAt(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day) / dayMs
}

function writeDate(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** A calendar of four digits ends somewhere: its last day is all there is then. */
function dateOf(day: number): string {
  return writeDate(Math.max(firstDay, Math.min(lastDay, day)))
}

/** One date goes on day by day. */
function daySteps(days: readonly number[]): ((place: number) => number) | null {
  const first = days[0] as number
  const step = days.length < 2 ? 1 : (days[1] as number) - first
  return days.every((day, place) => day === first + step * place) ? (place) => first + step * place : null
}

/** All on one day of the month, or all on the last one. */
function monthSteps(dates: readonly string[]): ((place: number) => number) | null {
  const parts = dates.map((date) => {
    const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
    return { months: year * 12 + month - 1, day, isLast: day === lastOfMonth(year * 12 + month - 1) }
  })
  const [first, second] = parts
  if (!first || !second || second.months === first.months) return null
  const step = second.months - first.months
  if (!parts.every(({ months }, place) => months === first.months + step * place)) return null
  const isEnd = parts.every(({ isLast }) => isLast)
  if (!isEnd && !parts.every(({ day }) => day === first.day)) return null
  return (place) => {
    // Beyond its own calendar a date is none at all; four digits of a year are well within.
    const months = Math.max(0, Math.min(monthsMost, first.months + step * place))
    const last = lastOfMonth(months)
    return dayAt(
      Math.floor(months / 12),
      months - Math.floor(months / 12) * 12,
      isEnd ? last : Math.min(first.day, last),
    )
  }
}

function lastOfMonth(months: number): number {
  const year = Math.floor(months / 12)
  return new Date(dayAt(year, months - year * 12 + 1, 0) * dayMs).getUTCDate()
}

/** 0 is Monday; 1970 began on a Thursday. */
const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7

/** Working days up to a day, counted from some Monday. */
const countOf = (day: number) => Math.floor((day + 3) / 7) * 5 + weekdayOf(day)

/** Monday to Friday, one after another over a weekend. */
function workdaySteps(days: readonly number[]): ((place: number) => number) | null {
  const first = countOf(days[0] as number)
  const isRun = days.every((day, place) => weekdayOf(day) < 5 && countOf(day) === first + place)
  return isRun ? (place) => Math.floor((first + place) / 5) * 7 + ((((first + place) % 5) + 5) % 5) - 3 : null
}
