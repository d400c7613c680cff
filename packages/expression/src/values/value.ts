/**
 * Values while an expression is computed: text, dates (`YYYY-MM-DD`), people and options as strings, numbers, durations
 * (seconds) and date-times (milliseconds since 1970 UTC) as numbers, empty as null. Never `''`, never an empty list,
 * never NaN, an infinity or −0.
 */
import { expressionLimits } from '../tree/expression-limits.ts'
import { compareText, isLongerThan } from './code-points.ts'

export type Scalar = string | number | boolean
export type Value = Scalar | readonly Scalar[] | null

/** 0001-01-01T00:00:00Z. */
export const firstInstant = -62_135_596_800_000
/** 10000-01-01T00:00:00Z, itself beyond. */
export const endOfInstants = 253_402_300_800_000

/** What a step of a computation leaves: all that has no place among the values is empty. */
export function settle(value: Value, kind: string): Value {
  if (typeof value === 'number') return settleNumber(value, kind)
  if (typeof value === 'string') {
    return value === '' || isLongerThan(value, expressionLimits.resultLength) ? null : value
  }
  return Array.isArray(value) && value.length === 0 ? null : value
}

function settleNumber(value: number, kind: string): number | null {
  if (!Number.isFinite(value)) return null
  if (kind === 'datetime' && (value < firstInstant || value >= endOfInstants)) return null
  return value === 0 ? 0 : value
}

/** Empty equals empty and nothing else; lists item by item. Both are of one type. */
export function sameValue(a: Value, b: Value): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b
  return a.length === b.length && a.every((item, index) => item === b[index])
}

/** Negative when `a` comes first; both filled and of one ordered type. */
export function compareValues(a: Scalar, b: Scalar): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  return Number(a) - Number(b)
}
