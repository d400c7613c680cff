import { appError, err, ok, type Result, type ViewStats } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { Structure } from './structure.ts'
import { table } from './testing/fake-backend.ts'
import { FakeClock } from './testing/fake-clock.ts'
import { WindowTotal } from './window-total.ts'

function bench(countMs = 5) {
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
        await clock.wait(countMs)
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

  it.each([
    { countMs: 15, least: 18, most: 21, why: 'quickly counted: soon after each change' },
    { countMs: 200, least: 2, most: 5, why: 'slowly counted: at most every few seconds' },
  ])('spends a small share of time on counting ($why)', async ({ countMs, least, most }) => {
    const { clock, structure, asked, state, total } = bench(countMs)
    let seq = 100
    state.answer = () => ok({ total: 2_000_000, exact: true, atSeq: String(seq) })
    void total.ask('exact')
    await clock.advance(countMs)
    for (let no = 0; no < 20; no++) {
      seq += 1
      structure.raise({ seq: String(seq - 1), behind: null })
      total.askSoon(250)
      await clock.advance(500)
    }
    expect(asked.length).toBeGreaterThanOrEqual(least)
    expect(asked.length).toBeLessThanOrEqual(most)
  })

  it('counts once more after the last change, however many came while it counted', async () => {
    const { clock, structure, state, total } = bench(200)
    let count = 105_000
    state.answer = () => ok({ total: count, exact: true, atSeq: String(count) })
    void total.ask('exact')
    for (let no = 0; no < 30; no++) {
      count += 1_000
      structure.raise({ seq: String(count - 1), behind: null })
      total.askSoon(250)
      await clock.advance(90)
    }
    await clock.advance(6_000)
    expect(total.current?.count).toBe(135_000)
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
