import type { BaseId, BaseSchema, SessionInfo } from '@plinth/domain'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useBackend } from './backend-context.ts'
import { loadAgain } from './load-again.ts'
import { queries } from './queries.ts'

export interface SessionCache {
  /** Loads the session again: names, bases and tables in the sidebar. */
  refresh: () => Promise<void>
  /** Loads the schema of a base again, and the session with it; false: not all of it came. */
  refreshBase: (base: BaseId) => Promise<boolean>
  /** What is known of a base; undefined before it was loaded. */
  schemaOf: (base: BaseId) => BaseSchema | undefined
  /** Shows a change at once; the answer takes it back when it is refused. */
  patch: (change: (session: SessionInfo) => SessionInfo) => () => void
  patchBase: (base: BaseId, change: (schema: BaseSchema) => BaseSchema) => () => void
}

/** Loads a base and the session again; false: not all of it came. */
export function refreshBase(client: QueryClient, base: BaseId): Promise<boolean> {
  return loadAgain(client, [['base', base], ['session']])
}

/** What is known about the signed-in person, to be changed or loaded anew. */
export function useSessionCache(): SessionCache {
  const client = useQueryClient()
  const backend = useBackend()
  const session = queries.session(backend).queryKey
  return {
    refresh: () => client.invalidateQueries({ queryKey: session }),
    refreshBase: (base) => refreshBase(client, base),
    schemaOf: (base) => client.getQueryData(queries.baseSchema(backend, base).queryKey),
    patch(change) {
      const before = client.getQueryData(session)
      client.setQueryData(session, (now) => now && change(now))
      return () => client.setQueryData(session, before)
    },
    patchBase(base, change) {
      const key = queries.baseSchema(backend, base).queryKey
      const before = client.getQueryData(key)
      client.setQueryData(key, (now) => now && change(now))
      return () => client.setQueryData(key, before)
    },
  }
}
