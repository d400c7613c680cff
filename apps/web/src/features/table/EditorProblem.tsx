import type { AppError } from '@plinth/domain'
import { TriangleAlert } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { describeError } from '../../lib/describe-error.ts'
import { type Box, placeBubble } from './bubble-place.ts'
import { headerHeight } from './columns.ts'

/** Why what is typed into a cell cannot be stored: at the cell, where all of it is seen. */
export function EditorProblem({ id, error }: { id: string; error: AppError }) {
  const bubble = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const element = bubble.current
    const cell = element?.parentElement
    const table = element?.closest('[role=grid]')
    if (!element || !cell || !table) return
    element.style.translate = ''
    delete element.dataset['above']
    const { shift, isAbove } = placeBubble(
      element.getBoundingClientRect(),
      cell.getBoundingClientRect(),
      roomIn(table),
    )
    element.style.translate = `${shift}px`
    if (isAbove) element.dataset['above'] = ''
  })
  return (
    <p
      ref={bubble}
      id={id}
      role="alert"
      className="absolute top-full left-0 z-40 my-0.5 flex w-max max-w-[min(20rem,90vw)] gap-1.5 rounded-control border border-danger-line bg-danger-tint px-2 py-1.5 text-left text-xs whitespace-normal text-danger-text shadow-float data-above:top-auto data-above:bottom-full"
    >
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      <span>{describeError(error).text}</span>
    </p>
  )
}

/** What is seen of a table: without its scroll bars, its headings and what sticks at its bottom. */
function roomIn(table: Element): Box {
  const { left, top } = table.getBoundingClientRect()
  const { scrollPaddingBottom } = getComputedStyle(table)
  return {
    left,
    top: top + headerHeight,
    right: left + table.clientWidth,
    bottom: top + table.clientHeight - (Number.parseFloat(scrollPaddingBottom) || 0),
  }
}
