/** Lengths of time as people read and write them; kept in whole seconds. Equal to `duration_of` and `ex_duration_text` of the database. */
import { limits } from '../limits.ts'

/** The smallest unit that a field shows. */
export type DurationUnit = 'minute' | 'second'

const two = (value: number): string => String(value).padStart(2, '0')

/** Hours and minutes, 1:30, and seconds where the unit is one or `isExact` asks for each that there is. */
export function durationText(seconds: number, unit: DurationUnit, isExact = false): string {
  const size = Math.abs(seconds)
  const [hours, minutes, rest] = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60]
  const hasSeconds = unit === 'second' || (isExact && rest > 0)
  const text = `${hours}:${two(minutes)}${hasSeconds ? `:${two(rest)}` : ''}`
  return seconds < 0 && /[1-9]/.test(text) ? `-${text}` : text
}

const clock = /^(\d{1,13}):([0-5]\d)(?::([0-5]\d))?$/
const whole = /^\d{1,13}$/
const words = /^(?:(\d{1,9}) ?d)? ?(?:(\d{1,10}) ?h)? ?(?:(\d{1,11}) ?m(?:in)?)? ?(?:(\d{1,12}) ?s)?$/

/**
 * The seconds that a text says: 1:30:00, 1d 2h 30m 15s; 1:30 and 90 by the smallest unit that the field shows. Null for every other
 * text.
 */
export function readDuration(text: string, unit: DurationUnit): number | null {
  const trimmed = text.replace(/^ +| +$/g, '').toLowerCase()
  const rest = trimmed.replace(/^[+-]/, '').replace(/^ +/, '')
  const seconds = rest === '' ? null : readSize(rest, unit)
  if (seconds === null || seconds > limits.maxInteger) return null
  return trimmed.startsWith('-') ? 0 - seconds : seconds
}

function readSize(text: string, unit: DurationUnit): number | null {
  const read = clock.exec(text)
  if (read) {
    const [first, second, third] = [Number(read[1]), Number(read[2]), read[3]]
    if (third === undefined && unit === 'second') return first * 60 + second
    return first * 3600 + second * 60 + Number(third ?? 0)
  }
  if (whole.test(text)) return Number(text) * (unit === 'second' ? 1 : 60)
  const parts = words.exec(text)
  if (!parts) return null
  const [days, hours, minutes, rest] = parts.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
  ]
  return days * 86_400 + hours * 3_600 + minutes * 60 + rest
}
