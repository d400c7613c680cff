import type { Result } from '@plinth/domain'

/** The value of a step that must succeed; the demo is all or nothing. */
export function made<T>(step: string, result: Result<T>): T {
  if (result.ok) return result.value
  const { code, details } = result.error
  throw new Error(
    `demo: ${step} was refused: ${code}${details === undefined ? '' : ` ${JSON.stringify(details)}`}`,
  )
}
