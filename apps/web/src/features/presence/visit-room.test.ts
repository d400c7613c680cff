import { type BaseId, type LiveApi, type Presence, readableMs, type UserId } from '@plinth/domain'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { visitRoom } from './visit-room.ts'

const me: Presence = { tab: 'one', userId: 'u' as UserId, name: 'Edda', avatarKey: null }

/** A room whose line and words are the test's; `stale` counts how often the page was told to load again. */
function bench() {
  const told = { stale: 0, people: [] as readonly Presence[] }
  const entered: { base: BaseId; epoch: number; handlers: Parameters<LiveApi['room']>[3] }[] = []
  const live: Pick<LiveApi, 'room'> = {
    room(base, epoch, _me, handlers) {
      entered.push({ base, epoch, handlers })
      return { update: () => undefined, close: () => undefined }
    },
  }
  const visit = visitRoom(live, { base: 'b' as BaseId, epoch: 3 }, me, {
    onPeople: (people) => {
      told.people = people
    },
    onStale: () => {
      told.stale += 1
    },
  })
  return { told, entered, visit, handlers: entered[0]!.handlers }
}

describe('a visit to a room', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('is one to the room of this base and epoch, and passes on who is there', () => {
    const { told, entered, handlers } = bench()
    expect(entered.map(({ base, epoch }) => [base, epoch])).toEqual([['b', 3]])
    handlers.onPresence([me])
    expect(told).toEqual({ stale: 0, people: [me] })
  })

  it('takes what is shown for old at each word of a change', () => {
    const { told, handlers } = bench()
    handlers.onSchemaChanged()
    handlers.onSchemaChanged()
    expect(told.stale).toBe(2)
  })

  it('takes what is shown for old when the room is another’s by now', () => {
    const { told, handlers } = bench()
    handlers.onState('refused')
    expect(told.stale).toBe(1)
  })

  it('takes what is shown for old on arrival: it was loaded before', () => {
    const { told, handlers } = bench()
    handlers.onState('live')
    expect(told.stale).toBe(1)
  })

  it('takes what is shown for old when a lost line is back, and not before', () => {
    const { told, handlers } = bench()
    handlers.onState('live')
    handlers.onState('lost')
    expect(told.stale).toBe(1)
    handlers.onState('live')
    expect(told.stale).toBe(2)
  })

  it.each<[string, (handlers: ReturnType<typeof bench>['handlers']) => void]>([
    ['a word of a change', (handlers) => handlers.onSchemaChanged()],
    ['arrival', (handlers) => handlers.onState('live')],
    ['a refusal', (handlers) => handlers.onState('refused')],
  ])('takes what is shown for old once more after %s, when the change can surely be read', (_why, tell) => {
    const { told, handlers } = bench()
    tell(handlers)
    vi.advanceTimersByTime(readableMs - 1)
    expect(told.stale).toBe(1)
    vi.advanceTimersByTime(1)
    expect(told.stale).toBe(2)
    vi.advanceTimersByTime(10 * readableMs)
    expect(told.stale).toBe(2)
  })

  it('counts the time from the last of several words', () => {
    const { told, handlers } = bench()
    handlers.onSchemaChanged()
    vi.advanceTimersByTime(readableMs - 1)
    handlers.onSchemaChanged()
    vi.advanceTimersByTime(readableMs - 1)
    expect(told.stale).toBe(2)
    vi.advanceTimersByTime(1)
    expect(told.stale).toBe(3)
  })

  it('says nothing more once it is over: whoever enters the next room loads again', () => {
    const { told, handlers, visit } = bench()
    handlers.onSchemaChanged()
    visit.close()
    vi.advanceTimersByTime(10 * readableMs)
    expect(told.stale).toBe(1)
  })
})
