import type { ErrorCode } from '@plinth/domain'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { toAppError } from './unwrap.ts'

/** Refusals that say how things are; after all others the same question may be answered. */
const answers: ReadonlySet<ErrorCode> = new Set(['not_found', 'forbidden', 'not_signed_in'])

/**
 * Takes what is known below these keys for old, and fetches what is on screen again. False: some of it could not be had and is
 * still what it was before.
 */
export async function loadAgain(client: QueryClient, keys: readonly QueryKey[]): Promise<boolean> {
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
  const left = keys.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey, type: 'active' }))
  return !left.some(isMissing)
}

function isMissing({ state, options }: Query): boolean {
  // What is asked once only, such as long counts, is not asked again behind the person's back.
  if (!state.isInvalidated || options.retry === false) return false
  return state.error === null || !answers.has(toAppError(state.error).code)
}
