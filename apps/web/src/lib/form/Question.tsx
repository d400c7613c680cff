import type { AskedQuestion } from '@plinth/domain'
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { Answer } from './answers/Answer.tsx'
import { useFormHost } from './form-host.ts'
import type { Filling } from './use-filling.ts'

/** Where a question stands, for the list of what is to be looked at again. */
export const questionId = ({ field }: AskedQuestion): string => `question-${field.id}`

/** A press is over by then. */
const afterPressMs = 250

/** One question: what is asked, what helps to answer it, the answer, and what is wrong with it. */
export function Question({ question, filling }: { question: AskedQuestion; filling: Filling }) {
  const { field, label, help, isRequired } = question
  const { wordsFor } = useFormHost()
  const id = useId()
  const problem = filling.problems.get(field.id)
  const [labelId, helpId, errorId] = [`${id}-label`, `${id}-help`, `${id}-error`]
  const describedBy = [help !== '' && helpId, problem && errorId].filter(Boolean).join(' ')
  return (
    <div
      id={questionId(question)}
      className="flex flex-col gap-2"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        // Not while a button is pressed: what is said here moves what is below.
        if (event.relatedTarget?.matches('[type=submit]') !== true)
          setTimeout(() => filling.leave(field.id), afterPressMs)
      }}
    >
      <div>
        <span id={labelId} className="text-base font-medium break-words text-ink">
          {label}
          {isRequired && <RequiredSign />}
        </span>
        {help !== '' && (
          <p id={helpId} className="mt-0.5 text-sm break-words whitespace-pre-wrap text-ink-muted">
            {help}
          </p>
        )}
      </div>
      <Answer
        question={question}
        value={filling.answers[field.id] ?? null}
        unread={filling.unread[field.id]}
        files={filling.files[field.id] ?? []}
        labelId={labelId}
        describedBy={describedBy || undefined}
        isInvalid={problem !== undefined}
        onValue={(value) => filling.answer(field.id, value)}
        onText={(text, value) => filling.write(field.id, text, value)}
        onFiles={(files) => filling.choose(field.id, files)}
      />
      {problem && (
        <p id={errorId} className="flex items-start gap-1.5 text-sm text-danger-text">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span className="min-w-0 break-words">{wordsFor(problem)}</span>
        </p>
      )}
    </div>
  )
}

export function RequiredSign() {
  return (
    <span className="ml-0.5 text-danger-text" title="Required">
      <span aria-hidden>*</span>
      <span className="sr-only">, required</span>
    </span>
  )
}
