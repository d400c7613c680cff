import { type Backend, type BaseSchema, type Presence, type Profile, uuidV7 } from '@plinth/domain'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type RoomVisit, visitRoom } from './visit-room.ts'

export interface RoomOptions {
  readonly backend: Backend
  readonly base: Pick<BaseSchema, 'base' | 'accessEpoch'>
  readonly me: Profile
  /** Tables, fields or rights changed, or may have: load the base again. */
  onStale(): void
}

/** Names this tab for the others; a new one for each page load. (`crypto.randomUUID` is there only with https.) */
const tab = uuidV7()

/** Enters the room of a base while mounted, and tells who is there: one entry for each open tab, one's own among them. */
export function useRoom({ backend, base, me, onStale }: RoomOptions): readonly Presence[] {
  const [people, setPeople] = useState<readonly Presence[]>([])
  const { id: userId, name, avatarKey } = me
  const presence = useMemo<Presence>(() => ({ tab, userId, name, avatarKey }), [userId, name, avatarKey])
  const visit = useRef<RoomVisit | null>(null)
  const latest = useRef(presence)
  const tellStale = useEffectEvent(onStale)
  const { accessEpoch } = base
  const baseId = base.base.id

  useEffect(() => {
    const place = { base: baseId, epoch: accessEpoch }
    const entered = visitRoom(backend.live, place, latest.current, {
      onPeople: setPeople,
      onStale: () => tellStale(),
    })
    visit.current = entered
    return () => {
      visit.current = null
      entered.close()
      setPeople([])
    }
  }, [backend, baseId, accessEpoch])

  useEffect(() => {
    latest.current = presence
    visit.current?.update(presence)
  }, [presence])

  return people
}
