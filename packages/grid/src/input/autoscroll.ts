/** Scrolling while a gesture goes beyond an edge: the further, the faster. */
import type { GridEffect, InputContext, Point } from './gesture.ts'

/** The strip along an edge, inside of it, where scrolling begins: touch screens have no outside. */
const stripPx = 24
/** Pixels a second for each pixel into the strip or beyond the edge: at the edge two rows in five frames. */
const speedPerPx = 30
/** As fast as the eye can follow rows of the usual height: about a hundred a second. */
const fastestPx = 3200
/** After a pause, as in a tab in the background, scrolling goes on and does not jump. */
const longestTickMs = 100

/** Nothing where the pointer is well inside, and before the second tick, from which on time is known. */
export function autoscroll(
  { view }: InputContext,
  pointer: Point,
  { tickedAt, now }: { tickedAt: number | null; now: number },
): readonly GridEffect[] {
  if (tickedAt === null) return []
  const seconds = Math.max(0, Math.min(longestTickMs, now - tickedAt)) / 1000
  const dx = speedAt(pointer.x, view.left, view.right) * seconds
  const dy = speedAt(pointer.y, view.top, view.bottom) * seconds
  return dx === 0 && dy === 0 ? [] : [{ kind: 'autoscroll', dx, dy }]
}

function speedAt(at: number, from: number, to: number): number {
  // A view too small for two strips still has a middle where nothing moves.
  const strip = Math.min(stripPx, (to - from) / 4)
  const before = from + strip - at
  const behind = at - (to - strip)
  if (before > 0) return -Math.min(fastestPx, before * speedPerPx)
  if (behind > 0) return Math.min(fastestPx, behind * speedPerPx)
  return 0
}
