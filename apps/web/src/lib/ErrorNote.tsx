import type { AppError } from '@plinth/domain'
import { Banner } from '../ui/Banner.tsx'
import { describeError, type ErrorNames } from './describe-error.ts'
import { ProblemText } from './ProblemText.tsx'

/** A refused action, where it was tried: what, where, and what to do next. Nothing while `error` is null. */
export function ErrorNote({ error, names }: { error: AppError | null; names?: ErrorNames }) {
  if (!error) return null
  const { title } = describeError(error, names)
  return (
    <Banner tone="danger" {...(title ? { title } : {})}>
      <ProblemText error={error} names={names} />
    </Banner>
  )
}
