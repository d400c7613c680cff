/** Steps of arithmetic that have rules of their own. What is not finite is made empty by the caller. */
import { limits } from '@plinth/domain'

/** What is left of `a` by `b`: `a - b * floor(a / b)`, each step on its own. */
export function remainder(a: number, b: number): number {
  return a - b * Math.floor(a / b)
}

/** A duration beside a date-time: whole milliseconds. */
export function durationMs(seconds: number): number {
  return Math.floor(seconds * 1000 + 0.5)
}

/** A duration as a field keeps it, in whole seconds; null beyond what it holds. */
export function wholeSeconds(seconds: number): number | null {
  if (Math.abs(seconds) > limits.maxInteger) return null
  // The half would take a large whole number to its neighbour.
  return (Number.isInteger(seconds) ? seconds : Math.floor(seconds + 0.5)) + 0
}

const largestExponent = 1_000

/** By repeated squaring, in the order that docs/expressions.md fixes: the rounding of each step shows. */
export function power(base: number, exponent: number): number {
  if (!Number.isInteger(exponent) || Math.abs(exponent) > largestExponent) return Number.NaN
  let result = 1
  let square = base
  let left = Math.abs(exponent)
  while (left > 0) {
    if (left % 2 === 1) result *= square
    left = Math.floor(left / 2)
    if (left > 0) square *= square
  }
  return exponent < 0 ? 1 / result : result
}

/** From left to right. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** From left to right; what is not finite on the way stays so. */
export function product(numbers: readonly number[]): number {
  return numbers.reduce((result, number) => {
    const next = result * number
    return Number.isFinite(result) ? next : Number.NaN
  }, 1)
}

/** The one in the middle, or the mean of the two there; null of none. */
export function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  if (sorted.length === 0) return null
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Of whole numbers of at most 2^53 − 1, else null. */
export function greatestDivisor(a: number, b: number): number | null {
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b)) return null
  let [greater, less] = [Math.abs(a), Math.abs(b)]
  while (less > 0) [greater, less] = [less, greater % less]
  return greater
}

export function leastMultiple(a: number, b: number): number | null {
  const divisor = greatestDivisor(a, b)
  if (divisor === null) return null
  return a === 0 || b === 0 ? 0 : (Math.abs(a) / divisor) * Math.abs(b)
}

/** The multiple of a step below a number, above it, or nearest to it (half a step goes up). */
export function multipleOf(value: number, step: number, way: 'near' | 'down' | 'up'): number {
  const count = value / step
  if (!Number.isFinite(count)) return Number.NaN
  const whole =
    way === 'near' ? Math.floor(count + 0.5) : way === 'down' ? Math.floor(count) : Math.ceil(count)
  return whole * step
}
