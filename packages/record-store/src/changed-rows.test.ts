import { appError, err, limits, ok, type RecordId, type Result, type Row } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { ChangedRows } from './changed-rows.ts'
import { RecordStore } from './record-store.ts'
import { nameField, table } from './testing/fake-backend.ts'
import { FakeClock } from './testing/fake-clock.ts'

const id = (no: number) => `r${no}` as RecordId
const row = (no: number, ver: number): Row => ({ id: id(no), ver, values: { [nameField]: `v${ver}` } })

function bench() {
  const clock = new FakeClock()
  const store = new RecordStore()
  const asked: { at: number; ids: readonly RecordId[] }[] = []
  const absent: RecordId[] = []
  const readable = new Map<RecordId, Row>()
  const state = { isOnline: true, latencyMs: 5 }
  const changed = new ChangedRows({
    table,
    clock,
    store,
    onAbsent: (ids) => void absent.push(...ids),
    rows: {
      async byId(_query, ids): Promise<Result<{ rows: readonly Row[]; atSeq: string }>> {
        asked.push({ at: clock.now(), ids })
        await clock.wait(state.latencyMs)
        if (!state.isOnline) return err(appError('network'))
        return ok({ rows: ids.flatMap((one) => readable.get(one) ?? []), atSeq: '1' })
      },
    } as ConstructorParameters<typeof ChangedRows>[0]['rows'],
  })
  const hold = (no: number, ver: number) => {
    store.retain([id(no)])
    store.upsert([row(no, ver)], store.ticket())
  }
  return { clock, store, asked, absent, readable, state, changed, hold }
}

describe('ChangedRows', () => {
  it('gathers what is wanted at one time into one request', async () => {
    const { clock, asked, changed } = bench()
    changed.want([id(1), id(2)])
    changed.want([id(2), id(3)])
    await clock.advance(50)
    expect(asked.map(({ ids }) => ids)).toEqual([[id(1), id(2), id(3)]])
  })

  it('asks for at most a request’s worth of ids at a time, with pauses, until all are there', async () => {
    const { clock, asked, changed } = bench()
    const many = Array.from({ length: 2 * limits.idsPerRequest + 1 }, (_, no) => id(no))
    changed.want(many)
    await clock.advance(1_000)
    expect(asked.map(({ ids }) => ids.length)).toEqual([limits.idsPerRequest, limits.idsPerRequest, 1])
    expect(new Set(asked.flatMap(({ ids }) => ids)).size).toBe(many.length)
    expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThanOrEqual(100)
  })

  it('asks one at a time: what is wanted meanwhile waits', async () => {
    const { clock, asked, state, changed } = bench()
    state.latencyMs = 400
    changed.want([id(1)])
    await clock.advance(10)
    changed.want([id(2)])
    await clock.advance(300)
    expect(asked).toHaveLength(1)
    await clock.advance(300)
    expect(asked).toHaveLength(2)
  })

  it('asks again with growing pauses while the announced version cannot be read', async () => {
    const { clock, store, asked, readable, changed, hold } = bench()
    hold(1, 1)
    readable.set(id(1), row(1, 1))
    store.announce(id(1), 2)
    changed.want([id(1)])
    await clock.advance(110)
    readable.set(id(1), row(1, 2))
    await clock.advance(3_000)
    expect(store.verOf(id(1))).toBe(2)
    const pauses = asked.slice(1).map(({ at }, no) => at - (asked[no]?.at ?? 0))
    expect(pauses.every((pause, no) => no === 0 || pause > (pauses[no - 1] ?? 0))).toBe(true)
    expect(asked.length).toBeLessThanOrEqual(4)
  })

  it('believes the answer in the end, and reports what is not there', async () => {
    const { clock, store, asked, absent, changed, hold } = bench()
    hold(1, 1)
    store.announce(id(1), 2)
    changed.want([id(1)])
    await clock.advance(100)
    expect(absent).toEqual([])
    await clock.advance(5_000)
    expect(absent).toEqual([id(1)])
    const count = asked.length
    await clock.advance(60_000)
    expect(asked).toHaveLength(count)
  })

  it('reports at once what is not there and was not announced', async () => {
    const { clock, absent, changed, hold } = bench()
    hold(1, 1)
    changed.want([id(1)])
    await clock.advance(20)
    expect(absent).toEqual([id(1)])
  })

  it('does not ask again for a record that nobody holds any more', async () => {
    const { clock, store, asked, readable, changed, hold } = bench()
    hold(1, 1)
    readable.set(id(1), row(1, 1))
    store.announce(id(1), 2)
    changed.want([id(1)])
    await clock.advance(10)
    store.release([id(1)])
    await clock.advance(5_000)
    expect(asked).toHaveLength(1)
  })

  it('keeps what it wants through a lost connection', async () => {
    const { clock, store, readable, state, changed, hold } = bench()
    hold(1, 1)
    readable.set(id(1), row(1, 2))
    state.isOnline = false
    changed.want([id(1)])
    await clock.advance(1_000)
    state.isOnline = true
    await clock.advance(4_000)
    expect(store.verOf(id(1))).toBe(2)
  })

  it('asks for nothing after it is closed', async () => {
    const { clock, asked, changed } = bench()
    changed.want([id(1)])
    changed.close()
    changed.want([id(2)])
    await clock.advance(5_000)
    expect(asked).toEqual([])
  })
})
