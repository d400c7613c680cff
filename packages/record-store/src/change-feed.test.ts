import {
  appError,
  type ChangeEvent,
  type ChangesSince,
  err,
  type LiveApi,
  ok,
  type RecordId,
  type Result,
  type Seq,
} from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { awayMs, burstEvents, ChangeFeed, deletedShownMs, type RowEvent } from './change-feed.ts'
import { RecordStore } from './record-store.ts'
import { nameField, table } from './testing/fake-backend.ts'
import { FakeClock } from './testing/fake-clock.ts'

const id = (no: number) => `r${no}` as RecordId
const update = (seq: Seq, no: number, ver = 2): ChangeEvent => ({
  op: 'update',
  seq,
  items: [[id(no), ver]],
  fields: [nameField],
})
type Handlers = Parameters<LiveApi['table']>[2]

function bench() {
  const clock = new FakeClock()
  const store = new RecordStore()
  const events: RowEvent[] = []
  const removed: RecordId[] = []
  const asked: Seq[] = []
  const fetched: (readonly RecordId[])[] = []
  const channels: { epoch: number; handlers: Handlers; isOpen: boolean }[] = []
  const state: { missed: Result<ChangesSince>; schema: number } = {
    missed: ok({ seq: '500', reset: false, events: [] }),
    schema: 0,
  }
  const feed = new ChangeFeed({
    table,
    clock,
    store,
    live: {
      table(_table, epoch, handlers) {
        const channel = { epoch, handlers, isOpen: true }
        channels.push(channel)
        return {
          close() {
            channel.isOpen = false
          },
        }
      },
    },
    rows: {
      async byId(_query, ids) {
        fetched.push(ids)
        await clock.wait(5)
        return ok({ fields: [], rows: ids.map((one) => ({ id: one, ver: 9, values: {} })), atSeq: '1' })
      },
      async changesSince(_table, seq) {
        asked.push(seq)
        await clock.wait(5)
        return state.missed
      },
    },
    onEvent: (event) => void events.push(event),
    onRemoved: (ids) => void removed.push(...ids),
    onSchema: () => {
      state.schema += 1
    },
    onState: () => undefined,
  })
  const hold = (...numbers: number[]) => {
    store.retain(numbers.map(id))
    store.upsert(
      numbers.map((no) => ({ id: id(no), ver: 1, values: {} })),
      store.ticket(),
    )
  }
  const say = (...given: ChangeEvent[]) => {
    for (const event of given) channels.at(-1)?.handlers.onEvent(event)
  }
  return { clock, store, feed, events, removed, asked, fetched, channels, state, hold, say }
}

async function live() {
  const world = bench()
  world.feed.open(1)
  world.channels[0]?.handlers.onState('live')
  world.feed.noteAnswer('100')
  await world.clock.advance(50)
  world.asked.length = 0
  return world
}

describe('listening', () => {
  it('takes everything for old when the access epoch has changed, not when it is told again', () => {
    const { feed, events } = bench()
    feed.open(1)
    feed.open(1)
    expect(events).toEqual([])
    feed.open(2)
    expect(events.map(({ op }) => op)).toEqual(['bulk'])
  })

  it('leaves the topic of an old access epoch for the new one, and stays on the same', () => {
    const { feed, channels } = bench()
    feed.open(1)
    feed.open(1)
    feed.open(2)
    expect(channels.map(({ epoch, isOpen }) => [epoch, isOpen])).toEqual([
      [1, false],
      [2, true],
    ])
    feed.close()
    feed.open(3)
    expect(channels).toHaveLength(2)
  })

  it('passes on an event once, before the next paint, although it comes twice', async () => {
    const { clock, events, say } = await live()
    say(update('101', 1))
    expect(events).toEqual([])
    say(update('101', 1), update('102', 2))
    await clock.advance(20)
    expect(events.map(({ seq }) => seq)).toEqual(['101', '102'])
  })

  it('tells of the schema apart from the rows', async () => {
    const { clock, events, state, say } = await live()
    say({ op: 'schema' })
    await clock.advance(20)
    expect([state.schema, events]).toEqual([1, []])
  })

  it('fetches changed records that are held, and no others', async () => {
    const { clock, fetched, hold, say } = await live()
    hold(1, 2)
    say(update('101', 1), update('102', 2, 1), update('103', 7))
    await clock.advance(50)
    expect(fetched).toEqual([[id(1)]])
  })

  it('shows a deleted record for a moment before it goes', async () => {
    const { clock, store, removed, hold, say } = await live()
    hold(1)
    say({ op: 'delete', seq: '101', items: [[id(1), 0]], fields: null })
    await clock.advance(20)
    expect([store.isDeleted(id(1)), removed]).toEqual([true, []])
    await clock.advance(deletedShownMs)
    expect(removed).toEqual([id(1)])
  })

  it('keeps a record that was made again before its grey time was over', async () => {
    const { clock, store, removed, hold, say } = await live()
    hold(1)
    say({ op: 'delete', seq: '101', items: [[id(1), 0]], fields: null })
    await clock.advance(20)
    store.upsert([{ id: id(1), ver: 1, values: {} }], store.ticket())
    await clock.advance(deletedShownMs)
    expect(removed).toEqual([])
  })

  it('takes a burst for one bulk change, and fetches only what is on screen', async () => {
    const { clock, events, fetched, store, hold, say } = await live()
    hold(1, 2)
    store.subscribe(id(2), () => undefined)
    say(...Array.from({ length: burstEvents + 5 }, (_, no) => update(String(1_000 + no), no + 100)))
    await clock.advance(50)
    expect(events).toEqual([{ op: 'bulk', seq: String(1_000 + burstEvents + 4), count: burstEvents + 5 }])
    expect(fetched).toEqual([[id(2)]])
  })
})

describe('catching up', () => {
  it('asks from the last certain point when the connection is back', async () => {
    const { clock, asked, channels, events, state } = await live()
    state.missed = ok({ seq: '600', reset: false, events: [update('510', 1) as RowEvent] })
    channels[0]?.handlers.onState('lost')
    channels[0]?.handlers.onState('live')
    await clock.advance(10)
    expect([asked, events.map(({ seq }) => seq)]).toEqual([['500'], ['510']])
    channels[0]?.handlers.onState('lost')
    channels[0]?.handlers.onState('live')
    await clock.advance(10)
    expect(asked).toEqual(['500', '600'])
  })

  it('asks from there too when a topic that was refused is live after all', async () => {
    const { clock, feed, asked, channels, events, state } = await live()
    state.missed = ok({ seq: '600', reset: false, events: [update('510', 1) as RowEvent] })
    channels[0]?.handlers.onState('refused')
    expect(feed.state).toBe('refused')
    channels[0]?.handlers.onState('live')
    await clock.advance(10)
    expect([feed.state, asked, events.map(({ seq }) => seq)]).toEqual(['live', ['500'], ['510']])
  })

  it('asks once more when the connection broke and came back while it was asking', async () => {
    const { clock, asked, channels, state } = await live()
    state.missed = ok({ seq: '600', reset: false, events: [] })
    channels[0]?.handlers.onState('lost')
    channels[0]?.handlers.onState('live')
    await clock.advance(2)
    channels[0]?.handlers.onState('lost')
    channels[0]?.handlers.onState('live')
    await clock.advance(20)
    expect(asked).toEqual(['500', '600'])
  })

  it('takes everything for old when too much was missed to be told', async () => {
    const { clock, channels, events, fetched, state, store, hold } = await live()
    hold(1)
    store.subscribe(id(1), () => undefined)
    state.missed = ok({ seq: '9000', reset: true, events: [] })
    channels[0]?.handlers.onState('live')
    await clock.advance(50)
    expect(events).toEqual([{ op: 'bulk', seq: '9000', count: 0 }])
    expect(fetched).toEqual([[id(1)]])
  })

  it('takes everything for old until an answer comes, and asks again by itself', async () => {
    const { clock, asked, channels, events, state } = await live()
    state.missed = err(appError('network'))
    channels[0]?.handlers.onState('live')
    await clock.advance(10)
    expect(events).toMatchObject([{ op: 'bulk', count: 0 }])
    state.missed = ok({ seq: '700', reset: false, events: [] })
    await clock.advance(6_000)
    expect(asked).toEqual(['500', '500'])
  })

  it('asks after a while away, not at each look', async () => {
    const { clock, asked, feed } = await live()
    await clock.advance(awayMs / 2)
    feed.onFocus()
    expect(asked).toEqual([])
    await clock.advance(awayMs / 2)
    feed.onFocus()
    expect(asked).toHaveLength(1)
  })

  it('moves its certain point along with old answers, not with fresh ones', async () => {
    const { clock, asked, channels, feed } = await live()
    await clock.advance(11_000)
    feed.noteAnswer('800')
    await clock.advance(5_000)
    feed.noteAnswer('900')
    await clock.advance(6_000)
    feed.noteAnswer('950')
    channels[0]?.handlers.onState('lost')
    channels[0]?.handlers.onState('live')
    await clock.advance(10)
    expect(asked).toEqual(['800'])
  })

  it('fetches rows again that came in older than what was told of them', async () => {
    const { clock, feed, fetched, hold, say } = await live()
    say(update('101', 1, 5))
    await clock.advance(20)
    hold(1, 2)
    feed.check([id(1), id(2)])
    await clock.advance(20)
    expect(fetched).toEqual([[id(1)]])
  })
})
