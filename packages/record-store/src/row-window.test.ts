import { limits, type RecordId, type Row, type Sort } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { memoryOutboxStorage } from './outbox-storage.ts'
import { RowStores } from './row-stores.ts'
import { FakeBackend, nameField, rankField, table } from './testing/fake-backend.ts'
import { FakeClock } from './testing/fake-clock.ts'
import { memoryUndecidedStorage } from './undecided-storage.ts'
import { stackSizes, unseenSizes } from './window-fetcher.ts'

const idOf = (no: number) => `018f-${String(no).padStart(6, '0')}` as RecordId
const byRank: readonly Sort[] = [{ field: rankField, direction: 'asc' }]

async function open(count: number, sorts: readonly Sort[] = [], cache = 60) {
  const clock = new FakeClock()
  const backend = new FakeBackend(clock)
  backend.seed(
    Array.from({ length: count }, (_, no): Row => {
      return { id: idOf(no), ver: 1, values: { [nameField]: `row ${no}`, [rankField]: no } }
    }),
  )
  const stores = new RowStores({
    ...backend,
    clock,
    storage: memoryOutboxStorage(),
    undecided: memoryUndecidedStorage(),
    sizes: { block: 200, cache, span: 5 },
  })
  const session = stores.enter(table)
  session.listen(1)
  const window = session.enterWindow({ table, sorts })
  window.setViewport(0, 29)
  await clock.advance(100)
  const look = async (first: number) => {
    window.setViewport(first, first + 29)
    await clock.advance(100)
  }
  return { clock, backend, stores, session, window, look }
}

describe('a window that nobody looks at', () => {
  it('counts its rows and fetches none, until somebody says where they look', async () => {
    const { backend, session, clock } = await open(1_000)
    const before = backend.requests.length
    const unseen = session.enterWindow({ table, sorts: byRank }, unseenSizes)
    await clock.advance(5_000)
    expect(unseen.snapshot()).toMatchObject({ rowCount: 1_000, isExact: true, status: 'ready' })
    expect(backend.requests.length).toBe(before)
    expect(unseen.idAt(0)).toBeNull()
    unseen.setViewport(0, 29)
    await clock.advance(100)
    expect(unseen.idAt(0)).toBe(idOf(0))
    expect(session.enterWindow({ table, sorts: byRank })).not.toBe(unseen)
  })
})

describe('a window of which others tell how many rows it has', () => {
  it.each([
    [40, 0],
    [400, 1],
  ])('of %i rows asks %i times for their number', async (count, asked) => {
    const { backend, session, clock } = await open(count)
    const before = backend.calls.stats
    const stack = session.enterWindow({ table, sorts: byRank }, stackSizes)
    stack.setViewport(0, 9)
    await clock.advance(5_000)
    expect(stack.snapshot()).toMatchObject({ rowCount: count, isExact: true, status: 'ready' })
    expect(stack.idAt(0)).toBe(idOf(0))
    expect(backend.calls.stats - before).toBe(asked)
  })

  it('counts on where records come to it', async () => {
    const { session, clock } = await open(40)
    const stack = session.enterWindow({ table, sorts: byRank }, stackSizes)
    stack.setViewport(0, 9)
    await clock.advance(5_000)
    session.create({ [rankField]: 100 })
    await clock.advance(5_000)
    expect(stack.snapshot()).toMatchObject({ rowCount: 41, isExact: true })
  })
})

describe('a jump into a long table', () => {
  it('passes over rows from the nearer end while no key is known', async () => {
    const { backend, window, look } = await open(60_000)
    await look(20_000)
    const far = backend.requests.find(({ skip }) => skip > limits.skipFromAnchor)
    expect(far).toMatchObject({ direction: 'forward' })
    await look(50_000)
    const jump = backend.requests.find(({ direction, anchor }) => direction === 'backward' && anchor === null)
    expect(jump).toMatchObject({ skip: 60_000 - 50_000 - 200 })
    expect(window.idAt(50_010)).toBe(idOf(50_010))
  })

  it('goes on from the keys of rows that it has seen', async () => {
    const { backend, look } = await open(60_000)
    await look(20_000)
    const before = backend.requests.length
    await look(20_190)
    await look(20_600)
    const steps = backend.requests.slice(before)
    expect(steps.length).toBeGreaterThan(0)
    expect(steps.every(({ anchor, skip }) => anchor !== null && skip < 1_000)).toBe(true)
  })

  it('asks for keys all along after a quiet while, and takes a short way from then on', async () => {
    const { clock, backend, window, look } = await open(60_000)
    await clock.advance(3_000)
    expect(backend.calls.anchors).toBe(1)
    const before = backend.requests.length
    await look(33_000)
    const [jump] = backend.requests.slice(before)
    expect(jump?.anchor).not.toBeNull()
    expect(jump?.skip).toBeLessThanOrEqual(limits.skipFromAnchor)
    expect(window.idAt(33_000)).toBe(idOf(33_000))
  })

  it('asks for no keys where rows are passed over quickly', async () => {
    const { clock, backend } = await open(5_000)
    await clock.advance(60_000)
    expect(backend.calls.anchors).toBe(0)
  })

  it('goes from a doubtful key rather than a long way, and counts right once keys are known again', async () => {
    const { clock, backend, window, look } = await open(60_000, byRank)
    await clock.advance(3_000)
    backend.write([{ id: 'zzz' as RecordId, values: { [rankField]: -1 } }])
    await clock.advance(100)
    const before = backend.requests.length
    await look(33_000)
    expect(backend.requests[before]?.anchor).not.toBeNull()
    expect(window.idAt(33_010)).not.toBeNull()
    await clock.advance(60_000)
    expect(backend.calls.anchors).toBe(2)
    const first = 33_000 + window.snapshot().shift
    const shown = Array.from({ length: 20 }, (_, at) => window.idAt(first + at))
    const truth = backend.ordered(window.query).slice(first, first + 20)
    expect(shown).toEqual(truth.map((row) => row.id))
  })
})

describe('what is loaded', () => {
  it('keeps the record with the cursor, however far one scrolls', async () => {
    const { session, window, look } = await open(4_000, [], 4)
    window.setCursor(idOf(7))
    for (let first = 400; first < 4_000; first += 400) await look(first)
    expect(window.indexOf(idOf(7))).toBe(7)
    expect(session.store.get(idOf(7))?.values[nameField]).toBe('row 7')
    expect(window.indexOf(idOf(450))).toBeNull()
    expect(session.store.size).toBeLessThanOrEqual(6 * 200)
  })

  it('gives up requests for places that were left', async () => {
    const { clock, backend, window } = await open(10_000)
    backend.latencyMs = 200
    window.setViewport(2_000, 2_029)
    await clock.advance(100)
    window.setViewport(8_000, 8_029)
    await clock.advance(1_000)
    expect(backend.calls.aborted).toBeGreaterThan(0)
    expect(window.idAt(8_000)).toBe(idOf(8_000))
    expect(window.idAt(2_000)).toBeNull()
  })

  it('goes on loading for those who stay when others leave', async () => {
    const { clock, backend, session, window } = await open(1_000)
    backend.latencyMs = 100
    window.setViewport(600, 629)
    await clock.advance(20)
    // As a page does that is drawn anew: it enters once more, then leaves where it was.
    const again = session.enterWindow({ table, sorts: [] })
    session.leaveWindow(window)
    expect(again).toBe(window)
    await clock.advance(500)
    expect(again.snapshot()).toMatchObject({ status: 'ready', rowCount: 1_000 })
    expect(again.snapshot().idAt(610)).toBe(idOf(610))
    expect(session.store.get(idOf(610))).not.toBeNull()
  })

  it('loads anew for whoever comes after all have left in the middle of loading', async () => {
    const { clock, backend, session, window } = await open(1_000)
    backend.latencyMs = 100
    window.setViewport(600, 629)
    await clock.advance(20)
    session.leaveWindow(window)
    const next = session.enterWindow({ table, sorts: [] })
    next.setViewport(600, 629)
    await clock.advance(1_000)
    expect(next.snapshot().idAt(610)).toBe(idOf(610))
    expect(session.store.get(idOf(610))).not.toBeNull()
  })

  it('shows a record that an import by key has put behind changed ones', async () => {
    const { clock, backend, window } = await open(2)
    backend.write([
      { id: idOf(1), values: { [nameField]: 'changed' } },
      { id: idOf(5), values: { [nameField]: 'added' } },
    ])
    await clock.advance(1_500)
    expect(window.snapshot()).toMatchObject({ rowCount: 3, isExact: true })
    expect(window.snapshot().idAt(2)).toBe(idOf(5))
  })

  it('has the right number soon after the last of many bulk changes', async () => {
    const { clock, backend, window } = await open(1_000)
    for (let chunk = 0; chunk < 20; chunk++) {
      const first = 1_000 + chunk * 500
      backend.seed(Array.from({ length: 500 }, (_, no) => ({ id: idOf(first + no), ver: 1, values: {} })))
      backend.bulk(500)
      await clock.advance(120)
    }
    await clock.advance(1_500)
    expect(window.snapshot()).toMatchObject({ rowCount: 11_000, isExact: true })
  })
})

describe('held records', () => {
  it('go to their place when they are scrolled out of sight, unless the cursor is on them', async () => {
    const { clock, session, window, look } = await open(1_000, byRank)
    window.setCursor(idOf(3))
    session.edit(idOf(3), { [rankField]: 900.5 })
    window.setCursor(idOf(3))
    await clock.advance(300)
    await look(400)
    expect(window.isHeld(idOf(3))).toBe(true)
    window.setCursor(null)
    expect(window.isHeld(idOf(3))).toBe(false)
    await clock.advance(1_000)
    await look(880)
    expect(window.indexOf(idOf(3))).toBe(900)
  })

  it('are held when somebody else moves the record under the cursor', async () => {
    const { clock, backend, window } = await open(50, byRank)
    window.setCursor(idOf(3))
    backend.write([{ id: idOf(3), values: { [rankField]: 40.5 } }])
    await clock.advance(2_000)
    expect([window.isHeld(idOf(3)), window.idAt(3)]).toEqual([true, idOf(3)])
    window.release(idOf(3))
    await clock.advance(1_000)
    expect([window.isHeld(idOf(3)), window.idAt(3), window.indexOf(idOf(3))]).toEqual([false, idOf(4), 40])
  })
})
