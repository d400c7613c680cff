import type { AppError, Result } from '@plinth/domain'
import { useState } from 'react'
import { toAppError } from './unwrap.ts'

export interface Action<Input extends unknown[], T> {
  /** Runs it; answers the result, after `error` and `isPending` are set. A second call while pending is ignored. */
  run: (...input: Input) => Promise<Result<T>>
  isPending: boolean
  /** Of the last run, until the next. */
  error: AppError | null
  reset: () => void
}

/** One call of the backend behind a button or a form: pending, refused, done. */
export function useAction<Input extends unknown[], T>(
  call: (...input: Input) => Promise<Result<T>>,
): Action<Input, T> {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  async function run(...input: Input): Promise<Result<T>> {
    setPending(true)
    setError(null)
    const result = await call(...input).catch((problem: unknown) => ({
      ok: false as const,
      error: toAppError(problem),
    }))
    setPending(false)
    if (!result.ok) setError(result.error)
    return result
  }
  return { run, isPending, error, reset: () => setError(null) }
}
