/**
 * What scrolls sideways goes below the frozen columns, which are painted: their elements are transparent and cover nothing. So
 * the ring of the cell with the focus is cut where they begin.
 */
import type { MirrorFrame } from './mirror-frame.ts'

/** Beyond the other three edges nothing is cut. */
const beyondPx = 4

/** Pixels of a cell that lie below the frozen columns. */
export function coveredOf(
  frame: Pick<MirrorFrame, 'frozen' | 'leftOf'>,
  column: number,
  scrollLeft: number,
): number {
  if (column < frame.frozen) return 0
  const width = frame.leftOf(column + 1) - frame.leftOf(column)
  return Math.max(
    0,
    Math.min(width + beyondPx, frame.leftOf(frame.frozen) + scrollLeft - frame.leftOf(column)),
  )
}

export function cover(cell: HTMLElement, covered: number): void {
  const clip = covered > 0 ? `inset(-${beyondPx}px -${beyondPx}px -${beyondPx}px ${covered}px)` : ''
  if (cell.style.clipPath !== clip) cell.style.clipPath = clip
}
