import type { Seq } from '@plinth/domain'

/** Compares two points in the order of commits: negative, zero or positive. Decimal strings of 64 bits. */
export function compareSeq(a: Seq, b: Seq): number {
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : a > b ? 1 : 0
}

export const minSeq = (a: Seq, b: Seq): Seq => (compareSeq(a, b) <= 0 ? a : b)
export const maxSeq = (a: Seq, b: Seq): Seq => (compareSeq(a, b) >= 0 ? a : b)
