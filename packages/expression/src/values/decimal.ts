/** Numbers as the decimals people see, and rounding of these rather than of the binary value behind them. */
import { trim } from './texts.ts'

/** `digits` × 10^`exponent`; digits without leading zeros, “0” for zero. */
export interface Decimal {
  readonly negative: boolean
  readonly digits: string
  readonly exponent: number
}

const longestText = 100
/** Below it a double's neighbours are so near that no short decimal is half-way between two of them. */
const firstWithHalfWays = 2 ** 53

/**
 * The shortest decimal that reads back as the same double, and among these the nearest. Where JavaScript gives one that is
 * exactly half-way between two doubles (1e23), the next shortest: Postgres never writes a half-way one.
 */
export function shortestDecimal(value: number): Decimal {
  const size = Math.abs(value)
  const written = decimalOf(String(size))
  const decimal = size >= firstWithHalfWays && isHalfWay(written, size) ? offHalfWay(size) : written
  return { ...decimal, negative: value < 0 }
}

function offHalfWay(size: number): Decimal {
  for (let precision = 1; precision < 17; precision++) {
    const text = size.toPrecision(precision)
    const decimal = decimalOf(text)
    if (Number(text) === size && !isHalfWay(decimal, size)) return decimal
  }
  return decimalOf(size.toPrecision(17))
}

/** A whole decimal at the same distance from `size` as from one of its neighbours. */
function isHalfWay({ digits, exponent }: Decimal, size: number): boolean {
  if (exponent < 0) return false
  const distance = BigInt(digits) * 10n ** BigInt(exponent) - BigInt(size)
  if (distance === 0n) return false
  const beyond = Number(BigInt(size) + 2n * distance)
  // Twice the distance leads exactly to the neighbour.
  return Number.isFinite(beyond) && BigInt(beyond) === BigInt(size) + 2n * distance
}

/** Reads what `String` and `toPrecision` write for numbers that are not negative. */
function decimalOf(text: string): Decimal {
  const [, whole = '', fraction = '', power = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text)!
  const padded = (whole + fraction).replace(/^0+/, '')
  const digits = padded.replace(/0+$/, '')
  if (digits === '') return { negative: false, digits: '0', exponent: 0 }
  return {
    negative: false,
    digits,
    exponent: Number(power) - fraction.length + padded.length - digits.length,
  }
}

/** The shortest decimal without an exponent: “-0.00015”. */
export function plainDecimal(value: number): string {
  const { negative, digits, exponent } = shortestDecimal(value)
  const sign = negative ? '-' : ''
  if (exponent >= 0) return sign + digits + '0'.repeat(exponent)
  const padded = digits.padStart(1 - exponent, '0')
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`
}

/** A text of digits with an optional sign and point as a number; null for any other. */
export function readDecimal(text: string): number | null {
  const trimmed = trim(text)
  if (trimmed.length > longestText || !/^[+-]?[0-9]+(\.[0-9]+)?$/.test(trimmed)) return null
  const value = Number(trimmed)
  return value === 0 ? 0 : value
}

export type RoundingMode = 'half' | 'up' | 'down'

const mostPlaces = 15

/** The shortest decimal rounded to so many places behind the point: half away from zero, away from zero, towards zero. */
export function roundDecimal(value: number, places: number, mode: RoundingMode): number {
  const kept = Math.max(-mostPlaces, Math.min(mostPlaces, Math.trunc(places)))
  const { negative, digits, exponent } = shortestDecimal(value)
  const dropped = -kept - exponent
  if (value === 0 || dropped <= 0) return value
  const head = dropped >= digits.length ? '0' : digits.slice(0, -dropped)
  const rest = dropped > digits.length ? '0' : digits.at(-dropped)!
  const away = mode === 'up' || (mode === 'half' && rest >= '5')
  const size = Number(`${BigInt(head) + (away ? 1n : 0n)}e${-kept}`)
  return negative ? -size : size
}
