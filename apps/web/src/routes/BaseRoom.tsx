import type { Backend, BaseId, BaseSchema, Presence, UserId } from '@plinth/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { useRunDue } from '../features/automation/use-run-due.ts'
import { useRoom } from '../features/presence/use-room.ts'
import { useBackend } from '../lib/backend-context.ts'
import { useBaseSchema, useSession } from '../lib/queries.ts'
import { createRefresher } from '../lib/refresher.ts'
import { refreshBase } from '../lib/session-cache.ts'

const People = createContext<readonly Presence[]>([])
const Refresh = createContext<() => void>(() => undefined)

/** No event tells of records that a new right brings into sight: who sees some of a table asks again. */
async function refreshBounded(backend: Backend, me: UserId, base: BaseSchema): Promise<void> {
  const bounded = base.tables.filter(({ access }) => access.read === 'rules')
  if (bounded.length === 0) return
  const { rowStoresOf } = await import('../features/table/row-stores.ts')
  rowStoresOf(backend, me).refresh(bounded.map(({ id }) => id))
}

/** Who is in this base now. */
export const usePeople = (): readonly Presence[] => useContext(People)

/** For those who hear that the base is not what it was: loads it again, and repeats that until it has succeeded. */
export const useRefreshBase = (): (() => void) => useContext(Refresh)

export function BaseRoomProvider({ children }: { children: ReactNode }) {
  const params = useParams({ strict: false })
  const base = useBaseSchema(params.base as BaseId)
  const { profile } = useSession()
  const backend = useBackend()
  const refresh = useRefresher(base.base.id)
  useRunDue(base.base.id)
  const people = useRoom({
    backend,
    base,
    me: profile,
    onStale() {
      void refreshBounded(backend, profile.id, base)
      refresh()
    },
  })
  return (
    <Refresh value={refresh}>
      <People value={people}>{children}</People>
    </Refresh>
  )
}

function useRefresher(base: BaseId): () => void {
  const client = useQueryClient()
  const refresher = useMemo(() => createRefresher(() => refreshBase(client, base)), [client, base])
  useEffect(() => () => refresher.stop(), [refresher])
  return refresher.refresh
}
