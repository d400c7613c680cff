import {
  type AppError,
  appError,
  type ErrorCode,
  err,
  type FieldId,
  type MutationBatch,
  type MutationId,
  type MutationResult,
  ok,
  type RecordId,
  type Result,
} from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Outbox } from './outbox.ts'
import { cellsPerBatch, nextBatch } from './outbox-batch.ts'
import { memoryOutboxStorage, type OutboxEntry, type OutboxStorage } from './outbox-storage.ts'
import type { OwnMutation } from './own-mutation.ts'
import { FakeClock } from './testing/fake-clock.ts'

const update = (id: string, record: string, cells = 1): OwnMutation => ({
  id: id as MutationId,
  kind: 'update',
  table: 't' as OwnMutation['table'],
  record: record as RecordId,
  values: Object.fromEntries(Array.from({ length: cells }, (_, at) => [`f${at}` as FieldId, 'x'])),
  base: {},
})
const insert = (id: string, record: string): OwnMutation =>
  ({ ...update(id, record), kind: 'insert' }) as OwnMutation

interface Bench {
  clock: FakeClock
  outbox: Outbox
  sent: MutationBatch[]
  settled: [string, MutationResult['status']][]
  answer: (batch: MutationBatch) => Result<readonly MutationResult[]>
}

function bench(storage: OutboxStorage = memoryOutboxStorage()): Bench {
  const clock = new FakeClock()
  const bench: Omit<Bench, 'outbox'> = {
    clock,
    sent: [],
    settled: [],
    answer: (batch) => ok(batch.mutations.map(({ id }) => ({ id, status: 'ok', ver: 1 }))),
  }
  const outbox = new Outbox({
    clock,
    storage,
    rows: {
      async apply(batch) {
        await clock.wait(5)
        bench.sent.push(batch)
        return bench.answer(batch)
      },
    },
    onSettled: (mutation, result) => bench.settled.push([mutation.id, result.status]),
  })
  return Object.assign(bench, { outbox })
}
const idsOf = (batches: readonly MutationBatch[]) =>
  batches.map((batch) => batch.mutations.map(({ id }) => id))
const failing = (code: ErrorCode) => (): Result<never, AppError> => err(appError(code))

const cellsOf = (mutation: OwnMutation) => ('values' in mutation ? Object.keys(mutation.values).length : 1)

describe('nextBatch', () => {
  const entry = fc.record({
    record: fc.nat(12),
    cells: fc.integer({ min: 1, max: 90 }),
    grouped: fc.boolean(),
  })

  it('keeps to the limits, serves each record in order, and loses and doubles nothing', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), (made) => {
        let queue: OutboxEntry[] = made.map(({ record, cells, grouped }, no) => ({
          no,
          mutation: update(`m${no}`, `r${record}`, cells),
          group: grouped ? `g${Math.floor(no / 4)}` : null,
        }))
        const served: OutboxEntry[] = []
        while (queue.length > 0) {
          const { entries, atomic } = nextBatch(queue)
          expect(entries.length).toBeGreaterThan(0)
          const cells = entries.reduce((sum, { mutation }) => sum + cellsOf(mutation), 0)
          const records = new Set(entries.map(({ mutation }) => mutation.record))
          expect(atomic || cells <= cellsPerBatch || entries.length === 1).toBe(true)
          expect(atomic || records.size === entries.length).toBe(true)
          served.push(...entries)
          queue = queue.filter((waiting) => !entries.includes(waiting))
        }
        expect(served.map(({ no }) => no).sort((a, b) => a - b)).toEqual(made.map((_, no) => no))
        const ungrouped = served.filter(({ group }) => group === null)
        for (const record of new Set(ungrouped.map(({ mutation }) => mutation.record))) {
          const order = ungrouped.filter(({ mutation }) => mutation.record === record).map(({ no }) => no)
          expect(order).toEqual(order.toSorted((a, b) => a - b))
        }
      }),
    )
  })
})

describe('sending', () => {
  it('sends different records together and one record’s changes one after another', async () => {
    const { clock, outbox, sent } = bench()
    outbox.add([update('a1', 'a'), update('b1', 'b')])
    outbox.add([update('a2', 'a')])
    await clock.advance(100)
    expect(idsOf(sent)).toEqual([['a1', 'b1'], ['a2']])
    expect(outbox.status()).toEqual({ pending: 0, state: 'idle', error: null })
  })

  it('sends a group alone and whole', async () => {
    const { clock, outbox, sent } = bench()
    outbox.add([update('a', 'a')])
    outbox.add([update('b', 'b'), update('c', 'c')], true)
    outbox.add([update('d', 'd')])
    await clock.advance(100)
    expect(sent.map((batch) => batch.atomic)).toEqual([false, true, false])
    expect(idsOf(sent)).toEqual([['a'], ['b', 'c'], ['d']])
  })

  it('tries again with growing pauses while the server cannot be reached, with the same ids', async () => {
    const all = bench()
    all.answer = failing('network')
    all.outbox.add([update('a', 'a')])
    await all.clock.advance(4_000)
    expect(all.outbox.status()).toMatchObject({ pending: 1, state: 'waiting', error: { code: 'network' } })
    expect(idsOf(all.sent)).toEqual([['a'], ['a'], ['a']])
    all.answer = (batch) => ok(batch.mutations.map(({ id }) => ({ id, status: 'ok', ver: 2 })))
    all.outbox.wake()
    await all.clock.advance(10)
    expect(all.settled).toEqual([['a', 'ok']])
  })

  it('keeps changes while nobody is signed in, until woken', async () => {
    const all = bench()
    all.answer = failing('session_expired')
    all.outbox.add([update('a', 'a')])
    await all.clock.advance(60_000)
    expect(all.sent).toHaveLength(1)
    expect(all.outbox.status()).toMatchObject({ pending: 1, state: 'signed_out' })
    all.answer = (batch) => ok(batch.mutations.map(({ id }) => ({ id, status: 'ok', ver: 2 })))
    all.outbox.wake()
    await all.clock.advance(10)
    expect(all.outbox.status().pending).toBe(0)
  })

  it('gives up a batch that the server refuses as a whole', async () => {
    const all = bench()
    all.answer = failing('forbidden')
    all.outbox.add([update('a', 'a'), update('b', 'b')])
    await all.clock.advance(100)
    expect(all.settled).toEqual([
      ['a', 'error'],
      ['b', 'error'],
    ])
    expect(all.outbox.status().state).toBe('idle')
  })

  it('lets the changes of a record fall that was never created', async () => {
    const all = bench()
    all.answer = (batch) =>
      ok(batch.mutations.map(({ id }) => ({ id, status: 'error', error: appError('forbidden') })))
    all.outbox.add([insert('i', 'a')])
    all.outbox.add([update('u', 'a')])
    await all.clock.advance(100)
    expect(idsOf(all.sent)).toEqual([['i']])
    expect(all.settled).toEqual([
      ['i', 'error'],
      ['u', 'error'],
    ])
  })

  it('tries a busy record a few times, without holding up the others', async () => {
    const all = bench()
    all.answer = (batch) =>
      ok(
        batch.mutations.map(({ id }) =>
          id === 'busy' ? { id, status: 'error', error: appError('busy') } : { id, status: 'ok', ver: 1 },
        ),
      )
    all.outbox.add([update('busy', 'a'), update('fine', 'b')])
    await all.clock.advance(60)
    expect(all.settled).toEqual([['fine', 'ok']])
    await all.clock.advance(20_000)
    expect(all.settled.at(-1)).toEqual(['busy', 'error'])
    expect(all.sent.length).toBe(5)
  })
})

const busyB = (batch: MutationBatch): Result<readonly MutationResult[]> =>
  ok(
    batch.mutations.map(({ id }) => ({
      id,
      status: 'error',
      error: appError(id === 'b' ? 'busy' : 'batch_refused'),
    })),
  )

describe('a group that meets a busy record', () => {
  it('is sent again as a whole', async () => {
    const all = bench()
    all.answer = busyB
    all.outbox.add([update('a', 'a'), update('b', 'b')], true)
    await all.clock.advance(500)
    expect(all.settled).toEqual([])
    all.answer = (batch) => ok(batch.mutations.map(({ id }) => ({ id, status: 'ok', ver: 1 })))
    await all.clock.advance(2_000)
    expect(idsOf(all.sent)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
    expect(all.settled).toEqual([
      ['a', 'ok'],
      ['b', 'ok'],
    ])
  })

  it('is given up after a few tries', async () => {
    const all = bench()
    all.answer = busyB
    all.outbox.add([update('a', 'a'), update('b', 'b')], true)
    await all.clock.advance(60_000)
    expect(all.sent).toHaveLength(5)
    expect(all.settled).toEqual([
      ['a', 'error'],
      ['b', 'error'],
    ])
  })
})

describe('storage', () => {
  it('sends what an earlier page left behind, in order and once', async () => {
    const storage = memoryOutboxStorage()
    const first = bench(storage)
    first.answer = failing('network')
    first.outbox.add([update('a', 'a'), update('b', 'b')])
    first.outbox.add([update('a2', 'a')])
    await first.clock.advance(50)
    first.outbox.close()

    const second = bench(storage)
    const left = await second.outbox.restore()
    expect(left.map(({ id }) => id)).toEqual(['a', 'b', 'a2'])
    await second.clock.advance(100)
    expect(idsOf(second.sent)).toEqual([['a', 'b'], ['a2']])
    expect(await storage.load()).toEqual([])
  })

  it('sends what another page left behind since, and nothing that is done already', async () => {
    const storage = memoryOutboxStorage()
    const other = bench(storage)
    const mine = bench(storage)
    await mine.outbox.restore()
    mine.outbox.add([update('mine', 'a')])
    await mine.clock.advance(100)
    other.answer = failing('network')
    other.outbox.add([update('theirs', 'b')])
    await other.clock.advance(50)
    other.outbox.close()

    const left = await mine.outbox.restore()
    expect(left.map(({ id }) => id)).toEqual(['theirs'])
    expect(mine.outbox.status().pending).toBe(1)
    await mine.clock.advance(100)
    expect(idsOf(mine.sent)).toEqual([['mine'], ['theirs']])
    expect(await storage.load()).toEqual([])
  })

  it('does not take up again what was settled while storage was read', async () => {
    const kept = memoryOutboxStorage()
    const all = bench({
      ...kept,
      async load() {
        const found = await kept.load()
        await all.clock.wait(50)
        return found
      },
    })
    all.outbox.add([update('a', 'a')])
    await all.clock.advance(1)
    const restoring = all.outbox.restore()
    await all.clock.advance(200)
    expect(await restoring).toEqual([])
    expect(idsOf(all.sent)).toEqual([['a']])
    expect(all.outbox.status()).toMatchObject({ pending: 0, state: 'idle' })
  })

  it('keeps on sending where storage is refused', async () => {
    const broken: OutboxStorage = {
      load: () => Promise.reject(new Error('no storage')),
      put: () => Promise.reject(new Error('no storage')),
      remove: () => Promise.reject(new Error('no storage')),
    }
    const all = bench(broken)
    await all.outbox.restore()
    all.outbox.add([update('a', 'a')])
    await all.clock.advance(100)
    expect(all.settled).toEqual([['a', 'ok']])
  })
})
