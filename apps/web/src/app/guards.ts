import { appError, type BaseId } from '@plinth/domain'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { useConnectionStore } from '../lib/connection-store.ts'
import { safeNext } from '../lib/kept.ts'
import { queries } from '../lib/queries.ts'
import { RefusedError } from '../lib/unwrap.ts'
import type { RouterContext } from './router.tsx'

interface Guarded {
  location: ParsedLocation
  context: RouterContext
}

/** Who has no project yet is asked for one, and comes back here. */
export function requireConnection({ location }: Guarded): void {
  if (!useConnectionStore.getState().connection) {
    throw redirect({
      to: '/connect',
      search: location.href === '/' ? {} : { next: location.href },
      replace: true,
    })
  }
}

export async function requireSession({ location }: Guarded): Promise<void> {
  const backend = currentBackend()
  if ((await backend.auth.current()) === null) {
    throw redirect({
      to: '/sign-in',
      search: location.href === '/' ? {} : { next: location.href },
      replace: true,
    })
  }
}

export async function requireSignedOut({ search }: { search: { next?: string | undefined } }): Promise<void> {
  if ((await currentBackend().auth.current()) !== null) {
    throw redirect({ href: safeNext(search.next), replace: true })
  }
}

export async function loadSession({ context }: Pick<Guarded, 'context'>): Promise<void> {
  await context.queryClient.ensureQueryData(queries.session(currentBackend()))
}

export async function loadBase({
  context,
  params,
}: Pick<Guarded, 'context'> & { params: { base: string } }): Promise<void> {
  if (!uuid.test(params.base)) throw new RefusedError(appError('not_found'))
  const { queryClient } = context
  const schema = queries.baseSchema(currentBackend(), params.base as BaseId)
  // After a refusal the base may have been opened again: what was known before it counts no more.
  const wasRefused = queryClient.getQueryState(schema.queryKey)?.status === 'error'
  await (wasRefused
    ? queryClient.fetchQuery({ ...schema, staleTime: 0 })
    : queryClient.ensureQueryData(schema))
}

/** Anything else in an address names no base. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function currentBackend() {
  const { connection } = useConnectionStore.getState()
  if (!connection) throw redirect({ to: '/connect', replace: true })
  return connection.backend
}
