import type { BaseId, BaseSchema, SessionInfo } from '@plinth/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useBackend } from './backend-context.ts'
import { queries } from './queries.ts'

export interface SessionCache {
  /** Loads the session again: names, bases and tables in the sidebar. */
  refresh: () => Promise<void>
  /** Loads the schema of a base again, and the session with it. */
  refreshBase: (base: BaseId) => Promise<void>
  /** Shows a change at once; the answer takes it back when it is refused. */
  patch: (change: (session: SessionInfo) => SessionInfo) => () => void
  patchBase: (base: BaseId, change: (schema: BaseSchema) => BaseSchema) => () => void
}

/** What is known about the signed-in person, to be changed or loaded anew. */
export function useSessionCache(): SessionCache {
  const client = useQueryClient()
  const backend = useBackend()
  const session = queries.session(backend).queryKey
  return {
    refresh: () => client.invalidateQueries({ queryKey: session }),
    async refreshBase(base) {
      await Promise.all([
        client.invalidateQueries({ queryKey: ['base', base] }),
        client.invalidateQueries({ queryKey: session }),
      ])
    },
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
