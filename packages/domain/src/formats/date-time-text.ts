/**
 * Reading and writing instants. A stored instant is ISO 8601 in UTC with milliseconds (`2024-06-12T08:30:00.000Z`), the
 * one form in which the database sends it. Finer fractions of a second are cut; who reads files says so.
 */
import { pad, utcMs } from './calendar.ts'
import { type MonthNames, readDay } from './date-text.ts'
import { instantsOf, zoneOffset } from './time-zone.ts'

export interface InstantReading {
  readonly dmy: string | null
  readonly mdy: string | null
  readonly isNumeric: boolean
  readonly hasShortYear: boolean
  readonly hasZone: boolean
  /** The text says more than milliseconds hold. */
  readonly isCut: boolean
}

const shape =
  /^(.+?)(?:[Tt]|,? )(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?([AaPp])\.?[Mm]\.?)?(?: ?(Z|z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?$/

/** The instant that a trimmed text names; `zone` counts where the text has none. Null: none, or a skipped hour. */
export function readInstant(text: string, zone: string, months: MonthNames): InstantReading | null {
  const match = shape.exec(text)
  if (!match) return null
  const day = readDay(match[1]!, months)
  const clock = day && readClock(match)
  if (!day || clock === null) return null
  const mark = match[7]
  const instant = (iso: string | null) => (iso === null ? null : toInstant(iso, clock, mark, zone))
  const dmy = instant(day.dmy)
  const mdy = day.mdy === day.dmy ? dmy : instant(day.mdy)
  if (dmy === null && mdy === null) return null
  const { isNumeric, hasShortYear } = day
  return {
    dmy,
    mdy,
    isNumeric,
    hasShortYear,
    hasZone: mark !== undefined,
    isCut: /[1-9]/.test(match[5]?.slice(3) ?? ''),
  }
}

/** Milliseconds since midnight. */
function readClock(match: RegExpExecArray): number | null {
  let hour = Number(match[2])
  const minute = Number(match[3])
  const second = Number(match[4] ?? 0)
  const half = match[6]?.toLowerCase()
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null
    hour = (hour % 12) + (half === 'p' ? 12 : 0)
  }
  if (hour > 23 || minute > 59 || second > 59) return null
  const ms = Number((match[5] ?? '').slice(0, 3).padEnd(3, '0'))
  return ((hour * 60 + minute) * 60 + second) * 1000 + ms
}

function toInstant(day: string, clock: number, mark: string | undefined, zone: string): string | null {
  const civil = utcMs(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))) + clock
  const instant = mark === undefined ? instantsOf(civil, zone)[0] : markedInstant(civil, mark)
  return instant === undefined ? null : writeInstant(instant)
}

function markedInstant(civil: number, mark: string): number | undefined {
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(mark)
  if (!match) return civil
  const [hours, minutes] = [Number(match[2]), Number(match[3] ?? 0)]
  if (hours > 15 || minutes > 59) return undefined
  return civil - (match[1] === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

function writeInstant(instant: number): string | null {
  const date = new Date(instant)
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date.toISOString() : null
}

const stored = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d(?::?\d\d)?)$/
const noMonths: MonthNames = new Map()

/** The one form of an instant that is stored, from any ISO text with a zone; null when it is none. */
export function normalizeInstant(text: string): string | null {
  return stored.test(text) ? (readInstant(text, 'UTC', noMonths)?.dmy ?? null) : null
}

/** What the clocks of `zone` show at a stored instant. */
export function civilTime(value: string, zone: string) {
  const instant = Date.parse(value)
  const offset = zoneOffset(instant, zone)
  return { instant, offset, civil: instant + offset }
}

/**
 * `YYYY-MM-DD HH:MM`, with seconds when there are some, and with the offset in the hour that summer time repeats:
 * read back in the same zone it is the same instant.
 */
export function writeCivilTime(value: string, zone: string): string {
  const { civil, offset, instant } = civilTime(value, zone)
  const iso = new Date(civil).toISOString()
  const year = new Date(civil).getUTCFullYear()
  // The clocks of the zone may stand outside the years that can be read back.
  if (year < 1 || year > 9999) return value
  const seconds =
    civil % 60_000 === 0
      ? ''
      : `:${iso.slice(17, 23).replace(/\.?0+$/, (zeros) => (zeros.startsWith('.') ? '' : zeros))}`
  const mark = instantsOf(civil, zone)[0] === instant ? '' : offsetText(offset)
  if (mark === null) return value
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)}${seconds}${mark}`
}

/** `+02:00`; null for the offsets with seconds of the time before railways. */
function offsetText(offset: number): string | null {
  const minutes = Math.abs(offset) / 60_000
  if (!Number.isInteger(minutes)) return null
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60), 2)}:${pad(minutes % 60, 2)}`
}
