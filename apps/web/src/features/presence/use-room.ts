import {
  type Backend,
  type BaseSchema,
  type Presence,
  type Profile,
  type TableId,
  uuidV7,
} from '@plinth/domain'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'

export type RoomState = 'connecting' | 'live' | 'lost' | 'refused'

export interface Room {
  /** One entry per open tab, one's own among them. */
  readonly people: readonly Presence[]
  readonly state: RoomState
}

export interface RoomOptions {
  readonly backend: Backend
  readonly base: Pick<BaseSchema, 'base' | 'accessEpoch'>
  readonly me: Profile
  /** The table that this tab looks at. */
  readonly table: TableId | null
  /** Tables, fields or rights changed: load the base's schema again. */
  onSchemaChanged(): void
}

/** Names this tab for the others; a new one for each page load. (`crypto.randomUUID` is there only with https.) */
const tab = uuidV7()

/** Enters the room of a base while mounted, and tells who else is there. */
export function useRoom({ backend, base, me, table, onSchemaChanged }: RoomOptions): Room {
  const [people, setPeople] = useState<readonly Presence[]>([])
  const [state, setState] = useState<RoomState>('connecting')
  const { id: userId, name, avatarKey } = me
  const presence = useMemo<Presence>(
    () => ({ tab, userId, name, avatarKey, table }),
    [userId, name, avatarKey, table],
  )
  const room = useRef<{ update(me: Presence): void } | null>(null)
  const latest = useRef(presence)
  const onSchema = useEffectEvent(onSchemaChanged)
  const { accessEpoch } = base
  const baseId = base.base.id

  useEffect(() => {
    const entered = backend.live.room(baseId, accessEpoch, latest.current, {
      onPresence: setPeople,
      onState: (next) => {
        setState(next)
        // The topic belongs to an older access epoch: the schema names the present one.
        if (next === 'refused') onSchema()
      },
      onSchemaChanged: () => onSchema(),
    })
    room.current = entered
    return () => {
      room.current = null
      entered.close()
      setPeople([])
      setState('connecting')
    }
  }, [backend, baseId, accessEpoch])

  useEffect(() => {
    latest.current = presence
    room.current?.update(presence)
  }, [presence])

  return { people, state }
}
