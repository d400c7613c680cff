import type { AppError, Result } from '@plinth/domain'

/** A refusal of the backend on its way through React Query, which knows only thrown errors. */
export class RefusedError extends Error {
  readonly error: AppError
  constructor(error: AppError) {
    super(error.message)
    this.name = 'RefusedError'
    this.error = error
  }
}

/** For `queryFn` and `mutationFn`: the value, or a thrown `RefusedError`. */
export async function unwrap<T>(promise: Promise<Result<T>>): Promise<T> {
  const result = await promise
  if (result.ok) return result.value
  throw new RefusedError(result.error)
}

/** The catalogue's error behind anything thrown; bugs become `unexpected`. */
export function toAppError(problem: unknown): AppError {
  if (problem instanceof RefusedError) return problem.error
  return {
    code: 'unexpected',
    message: 'Something went wrong that we did not foresee.',
    ...(problem instanceof Error ? { hint: problem.message } : {}),
  }
}
