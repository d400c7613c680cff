/** Calendar days as `YYYY-MM-DD`, years 1 to 9999 of the proleptic Gregorian calendar (what Postgres keeps). */
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

/** The ISO text of a day, or null when the calendar has no such day. */
export function isoDay(year: number, month: number, day: number): string | null {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return null
  const length = month === 2 && isLeapYear(year) ? 29 : monthLengths[month - 1]!
  if (day > length) return null
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

export function isIsoDay(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  return match !== null && isoDay(Number(match[1]), Number(match[2]), Number(match[3])) !== null
}

/** Milliseconds of a civil time as if it were UTC. Unlike `Date.UTC` it takes years below 100 as they are. */
export function utcMs(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second, 0)
  return date.getTime()
}

export function pad(value: number, length: number): string {
  return String(value).padStart(length, '0')
}
