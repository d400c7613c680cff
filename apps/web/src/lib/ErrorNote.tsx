import type { AppError } from '@plinth/domain'
import type { ReactNode } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { describeError, type ErrorNames } from './describe-error.ts'
import { ProblemText } from './ProblemText.tsx'

interface ErrorNoteProps {
  error: AppError | null
  names?: ErrorNames
  /** What mends it. */
  action?: ReactNode
}

/** A refused action, where it was tried: what, where, and what to do next. Nothing while `error` is null. */
export function ErrorNote({ error, names, action }: ErrorNoteProps) {
  if (!error) return null
  const { title } = describeError(error, names)
  return (
    <Banner tone="danger" {...(title ? { title } : {})} action={action}>
      <ProblemText error={error} names={names} />
    </Banner>
  )
}
