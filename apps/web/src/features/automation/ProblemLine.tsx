import { TriangleAlert } from 'lucide-react'

/** What is missing here. Nothing while nothing is. */
export function ProblemLine({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p data-problem className="flex items-start gap-1.5 text-xs text-danger-text">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      <span>{text}</span>
    </p>
  )
}
