import { useDeferredValue } from 'react'

/** The least that a field takes of a record's height, in CSS pixels. */
const fieldHeight = 68

/**
 * How many fields of a record that is opened are drawn: at first those that the window has room for, in `columns` beside one
 * another, and right after them all. A record then opens in the time that what is seen of it takes.
 */
export function useSeenFields(columns: number): number {
  return useDeferredValue(Number.POSITIVE_INFINITY, Math.ceil(window.innerHeight / fieldHeight) * columns)
}
