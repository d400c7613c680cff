import { cx } from '../ui/cx.ts'
import type { DropPlace } from './use-reorder.ts'

const edges = {
  lines: { both: 'before:inset-x-1', before: 'before:-top-px', after: 'before:-bottom-px' },
  cards: { both: 'before:inset-x-0', before: 'before:-top-[3px]', after: 'before:-bottom-[3px]' },
} as const

/** Draws where what is dragged would come, at the edge of a positioned item: of lines that touch, or of cards with a gap between them. */
export function dropMarkClass(
  mark: DropPlace['side'] | null | undefined,
  between: keyof typeof edges = 'lines',
): string {
  if (!mark) return ''
  return cx(
    'before:absolute before:z-1 before:h-0.5 before:bg-accent',
    edges[between].both,
    edges[between][mark],
  )
}
