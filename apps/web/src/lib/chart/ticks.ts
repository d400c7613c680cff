/** Marks of an axis of numbers: round ones that hold all values, zero always among them. */

export interface Axis {
  readonly min: number
  readonly max: number
  /** Rising, from `min` to `max`. */
  readonly ticks: readonly number[]
}

/** Steps by which people count: 1, 2, 5, 10, 20, 50, … and the same below one. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const digit = [1, 2, 5, 10].find((one) => one * power >= rough * (1 - 1e-9)) ?? 10
  return digit * power
}

/** `isWhole`: there is nothing between two whole numbers. */
export function axisOf(values: readonly number[], most = 5, isWhole = false): Axis {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  // What is less than this cannot be parted into steps.
  if (!Number.isFinite(high - low) || high - low < 1e-290) return { min: 0, max: 1, ticks: [0, 1] }
  const step = Math.max(roundStep((high - low) / most), isWhole ? 1 : 0)
  const first = Math.floor(low / step + 1e-9)
  const last = Math.ceil(high / step - 1e-9)
  const ticks = Array.from({ length: last - first + 1 }, (_, n) =>
    Number(((first + n) * step).toPrecision(12)),
  )
  return { min: ticks[0]!, max: ticks.at(-1)!, ticks }
}
