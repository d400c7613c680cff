import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFormHost } from './form-host.ts'
import { questionId } from './Question.tsx'
import type { Filling } from './use-filling.ts'

const fillable = 'input:not([type=hidden]), textarea, select, button'

/** What is to be looked at again, above the questions: it takes the focus, and leads to each of them. */
export function ProblemSummary({ filling }: { filling: Filling }) {
  const { steps, step, problems, tries } = filling
  const { wordsFor } = useFormHost()
  const box = useRef<HTMLElement>(null)
  const seen = useRef(tries)
  useEffect(() => {
    if (seen.current === tries) return
    seen.current = tries
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'center' })
  }, [tries])
  const questions = (steps[step] ?? []).flatMap((section) => section.questions)
  const found = tries === 0 ? [] : questions.filter(({ field }) => problems.has(field.id))
  if (found.length === 0) return null
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="form-problems"
      className="rounded-control border border-danger-line bg-danger-tint px-3.5 py-3 text-sm text-danger-text outline-none focus-visible:ring-focus"
    >
      <p id="form-problems" className="flex items-center gap-2 font-medium">
        <CircleAlert aria-hidden className="size-4 shrink-0" />
        {found.length === 1 ? 'One answer needs another look' : `${found.length} answers need another look`}
      </p>
      <ul className="mt-1.5 flex flex-col gap-0.5 pl-6">
        {found.map((question) => (
          <li key={question.field.id}>
            <button
              type="button"
              onClick={() => {
                const place = document.getElementById(questionId(question))
                const target = place?.querySelector<HTMLElement>(fillable)
                target?.focus()
                target?.scrollIntoView({ block: 'center' })
              }}
              className="max-w-full rounded-[3px] text-left break-words underline decoration-danger-line underline-offset-2 outline-none hover:decoration-current focus-visible:ring-focus coarse:min-h-11"
            >
              {question.label}
            </button>
            {`: ${wordsFor(problems.get(question.field.id)!)}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
