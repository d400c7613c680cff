import type { Problem } from '@plinth/expression'
import { TriangleAlert } from 'lucide-react'

/** What is wrong and where: the piece of the text, then the sentence. */
export function ProblemNote({ text, problem }: { text: string; problem: Problem }) {
  const before = text.slice(Math.max(0, problem.from - 16), problem.from)
  const piece = text.slice(problem.from, Math.min(problem.to, problem.from + 40))
  const after = text.slice(problem.to, problem.to + 16)
  return (
    <p className="flex items-start gap-1.5 text-danger-text">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0">
        {piece.trim() !== '' && (
          <code className="mr-1.5 rounded-[4px] bg-danger-tint px-1 font-mono whitespace-pre-wrap">
            {problem.from > 16 && '…'}
            {before}
            <span className="underline decoration-wavy underline-offset-2">{piece}</span>
            {after}
            {problem.to + 16 < text.length && '…'}
          </code>
        )}
        {problem.message}
      </span>
    </p>
  )
}
