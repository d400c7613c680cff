import type { BaseId, Presence, TableId } from '@plinth/domain'
import { useParams } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import { useRoom } from '../features/presence/use-room.ts'
import { useBackend } from '../lib/backend-context.ts'
import { useBaseSchema, useSession } from '../lib/queries.ts'
import { useSessionCache } from '../lib/session-cache.ts'

const People = createContext<readonly Presence[]>([])

/** Who is in this base now. */
export const usePeople = (): readonly Presence[] => useContext(People)

export function BaseRoomProvider({ children }: { children: ReactNode }) {
  const params = useParams({ strict: false })
  const base = useBaseSchema(params.base as BaseId)
  const { profile } = useSession()
  const cache = useSessionCache()
  const { people } = useRoom({
    backend: useBackend(),
    base,
    me: profile,
    table: (params.table as TableId | undefined) ?? null,
    onSchemaChanged: () => void cache.refreshBase(base.base.id),
  })
  return <People value={people}>{children}</People>
}
