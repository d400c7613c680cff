import { appError, err, ok, type Result, type ViewStats } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { Structure } from './structure.ts'
import { table } from './testing/fake-backend.ts'
import { FakeClock } from './testing/fake-clock.ts'
import { WindowTotal } from './window-total.ts'

function bench() {
  const clock = new FakeClock()
  const structure = new Structure()
  const asked: string[] = []
  const state: { answer: (mode: string) => Result<ViewStats> } = {
    answer: () => ok({ total: 10, exact: true, atSeq: '100' }),
  }
  const total = new WindowTotal({
    clock,
    structure,
    query: { table, sorts: [] },
    noteAnswer: () => undefined,
    onChange: () => undefined,
    rows: {
      async stats(_query, mode) {
        asked.push(mode)
        await clock.wait(5)
        return state.answer(mode)
      },
    },
  })
  return { clock, structure, asked, state, total }
}

describe('WindowTotal', () => {
  it('goes from an estimate to the exact number by itself', async () => {
    const { clock, asked, state, total } = bench()
    state.answer = (mode) =>
      ok(
        mode === 'quick'
          ? { total: 950, exact: false, atSeq: '100' }
          : { total: 1_000, exact: true, atSeq: '101' },
      )
    void total.ask('quick')
    await clock.advance(6)
    expect([total.value?.count, total.current]).toEqual([950, null])
    await clock.advance(100)
    expect([asked, total.current?.count]).toEqual([['quick', 'exact'], 1_000])
  })

  it('counts by events, but not those that the number contains already', async () => {
    const { clock, total } = bench()
    void total.ask('exact')
    await clock.advance(10)
    total.adjust(3, '99')
    expect(total.value?.count).toBe(10)
    total.adjust(3, '100')
    total.adjust(-1, null)
    expect(total.value?.count).toBe(12)
  })

  it('is not exact any more once rows have come or gone, until it is counted again', async () => {
    const { clock, structure, state, total } = bench()
    void total.ask('exact')
    await clock.advance(10)
    structure.raise({ seq: '100', behind: null })
    expect(total.current).toBeNull()
    state.answer = () => ok({ total: 11, exact: true, atSeq: '101' })
    total.askSoon(250)
    await clock.advance(300)
    expect(total.current?.count).toBe(11)
  })

  it('counts a large table at most every five seconds', async () => {
    const { clock, structure, asked, state, total } = bench()
    let seq = 100
    state.answer = () => ok({ total: 2_000_000, exact: true, atSeq: String(seq) })
    void total.ask('exact')
    await clock.advance(10)
    for (let no = 0; no < 20; no++) {
      seq += 1
      structure.raise({ seq: String(seq - 1), behind: null })
      total.askSoon(250)
      await clock.advance(500)
    }
    expect(asked.length).toBeLessThanOrEqual(4)
  })

  it('tries again after a failure', async () => {
    const { clock, state, total } = bench()
    state.answer = () => err(appError('timeout'))
    void total.ask('exact')
    await clock.advance(10)
    expect(total.value).toBeNull()
    state.answer = () => ok({ total: 4, exact: true, atSeq: '100' })
    await clock.advance(6_000)
    expect(total.current?.count).toBe(4)
  })

  it('never lets an older answer replace a newer one', () => {
    const { total } = bench()
    total.note({ count: 20, isExact: true, asOf: '200', generation: 1 })
    total.note({ count: 10, isExact: true, asOf: '150', generation: 1 })
    expect(total.value?.count).toBe(20)
    total.cap(15)
    expect(total.value).toMatchObject({ count: 15, isExact: false })
  })
})
