import type { Backend, BaseId, BaseSchema, Presence, TableId, UserId } from '@plinth/domain'
import { useParams } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import { useRoom } from '../features/presence/use-room.ts'
import { useBackend } from '../lib/backend-context.ts'
import { useBaseSchema, useSession } from '../lib/queries.ts'
import { useSessionCache } from '../lib/session-cache.ts'

const People = createContext<readonly Presence[]>([])

/** No event tells of records that a new right brings into sight: who sees some of a table asks again. */
async function refreshBounded(backend: Backend, me: UserId, base: BaseSchema): Promise<void> {
  const bounded = base.tables.filter(({ access }) => access.read === 'rules')
  if (bounded.length === 0) return
  const { rowStoresOf } = await import('../features/table/row-stores.ts')
  rowStoresOf(backend, me).refresh(bounded.map(({ id }) => id))
}

/** Who is in this base now. */
export const usePeople = (): readonly Presence[] => useContext(People)

export function BaseRoomProvider({ children }: { children: ReactNode }) {
  const params = useParams({ strict: false })
  const base = useBaseSchema(params.base as BaseId)
  const { profile } = useSession()
  const cache = useSessionCache()
  const backend = useBackend()
  const onSchemaChanged = () => {
    void refreshBounded(backend, profile.id, base)
    void cache.refreshBase(base.base.id)
  }
  const { people } = useRoom({
    backend,
    base,
    me: profile,
    table: (params.table as TableId | undefined) ?? null,
    onSchemaChanged,
  })
  return <People value={people}>{children}</People>
}
