/** Steps of arithmetic that have rules of their own. What is not finite is made empty by the caller. */

/** What is left of `a` by `b`: `a - b * floor(a / b)`, each step on its own. */
export function remainder(a: number, b: number): number {
  return a - b * Math.floor(a / b)
}

/** A duration beside a date-time: whole milliseconds. */
export function durationMs(seconds: number): number {
  return Math.floor(seconds * 1000 + 0.5)
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
