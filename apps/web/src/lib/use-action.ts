import type { AppError, Result } from '@plinth/domain'
import { useRef, useState } from 'react'
import { toAppError } from './unwrap.ts'

export interface Action<Input extends unknown[], T> {
  /** Runs it; answers the result, after `error` and `isPending` are set. A call while one is under way joins it. */
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
  const running = useRef<Promise<Result<T>> | null>(null)
  async function start(...input: Input): Promise<Result<T>> {
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
  function run(...input: Input): Promise<Result<T>> {
    running.current ??= start(...input).finally(() => {
      running.current = null
    })
    return running.current
  }
  return { run, isPending, error, reset: () => setError(null) }
}
