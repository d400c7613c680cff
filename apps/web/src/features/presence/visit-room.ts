/**
 * A visit to the room of a base. What changes in a base is told in its room once, to those who are there. Whoever arrives
 * cannot know what was told before, whether they come for the first time (what they show was loaded earlier), again after a
 * lost line, or under a new access epoch: what they show counts as old.
 *
 * A change is told from the log of commits, a moment before the database lets anybody read it, and a busy machine can make that
 * moment long: who asks at once may get the answer of before, and nobody tells it twice. So what is shown counts as old once more
 * when the change can surely be read.
 */
import { type BaseId, type LiveApi, type Presence, readableMs } from '@plinth/domain'

export interface RoomVisit {
  update(me: Presence): void
  close(): void
}

export interface RoomListener {
  onPeople(people: readonly Presence[]): void
  /** Tables, fields, rights or the base itself may be others than those that were loaded. */
  onStale(): void
}

export function visitRoom(
  live: Pick<LiveApi, 'room'>,
  { base, epoch }: { base: BaseId; epoch: number },
  me: Presence,
  { onPeople, onStale }: RoomListener,
): RoomVisit {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tellTwice = () => {
    onStale()
    clearTimeout(timer)
    timer = setTimeout(onStale, readableMs)
  }
  const room = live.room(base, epoch, me, {
    onPresence: onPeople,
    onState: (state) => {
      // `refused`: the topic belongs to an older access epoch, and the schema names the present one.
      if (state !== 'lost') tellTwice()
    },
    onSchemaChanged: tellTwice,
  })
  return {
    update: room.update,
    close() {
      clearTimeout(timer)
      room.close()
    },
  }
}
