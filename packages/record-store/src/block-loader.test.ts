import { type AppError, appError, type ErrorCode, err, ok, type RowsWindow } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { BlockLoader, concurrentFetches, type Span } from './block-loader.ts'
import type { FetchPlan } from './fetch-plan.ts'
import { RecordStore } from './record-store.ts'
import { table } from './testing/fake-backend.ts'
import { FakeClock } from './testing/fake-clock.ts'

const block = (no: number): Span => ({ firstBlock: no, lastBlock: no })
const empty: RowsWindow = { rows: [], firstKey: null, lastKey: null, atSeq: '1', atEnd: true }
const always = () => true
const planOf = ({ firstBlock }: Span): FetchPlan => ({
  anchor: null,
  direction: 'forward',
  skip: firstBlock * 10,
  take: 10,
  first: firstBlock * 10,
  asOf: null,
  isFirm: true,
  isDrifting: false,
})

function bench() {
  const clock = new FakeClock()
  const asked: number[] = []
  const aborted: number[] = []
  const arrived: number[] = []
  const state: { error: AppError | null; generation: number; idle: number } = {
    error: null,
    generation: 1,
    idle: 0,
  }
  const loader = new BlockLoader({
    clock,
    store: new RecordStore(),
    query: { table, sorts: [] },
    plan: planOf,
    generation: () => state.generation,
    onRows: (plan) => void arrived.push(plan.first / 10),
    onIdle: () => {
      state.idle += 1
    },
    rows: {
      async window({ skip }, signal) {
        asked.push(skip / 10)
        signal?.addEventListener('abort', () => aborted.push(skip / 10))
        await clock.wait(50)
        return state.error ? err(state.error) : ok(empty)
      },
    },
  })
  return { clock, asked, aborted, arrived, state, loader }
}

describe('BlockLoader', () => {
  it('fetches what is most wanted first, three at a time', async () => {
    const { clock, asked, arrived, loader } = bench()
    loader.want([4, 5, 3, 6].map(block), always)
    expect(asked).toEqual([4, 5, 3])
    expect(asked).toHaveLength(concurrentFetches)
    await clock.advance(60)
    expect(arrived).toEqual([4, 5, 3])
    loader.want([block(6)], always)
    expect(asked.at(-1)).toBe(6)
  })

  it('aborts what nobody looks at any more, and does not hand it on', async () => {
    const { clock, aborted, arrived, state, loader } = bench()
    loader.want([block(1), block(2)], always)
    loader.want([block(50)], (span) => span.firstBlock > 1)
    expect([aborted, loader.covers(1), loader.covers(2)]).toEqual([[1], false, true])
    await clock.advance(60)
    expect(arrived).toEqual([2, 50])
    expect(state.idle).toBe(2)
  })

  it('makes room at once by aborting', () => {
    const { asked, loader } = bench()
    loader.want([1, 2, 3].map(block), always)
    loader.want([7, 8, 9].map(block), (span) => span.firstBlock >= 7)
    expect(asked).toEqual([1, 2, 3, 7, 8, 9])
  })

  it('does not count a request of an older generation as covering', async () => {
    const { clock, arrived, state, loader } = bench()
    loader.want([block(1)], always)
    state.generation = 2
    expect(loader.covers(1)).toBe(false)
    loader.want([block(1)], always)
    expect(loader.covers(1)).toBe(true)
    await clock.advance(60)
    expect(arrived).toEqual([1, 1])
  })

  it.each<[ErrorCode, boolean]>([
    ['network', true],
    ['busy', true],
    ['not_found', false],
    ['forbidden' as ErrorCode, false],
  ])('after %s it tries again by itself: %s', async (code, isTriedAgain) => {
    const { clock, asked, state, loader } = bench()
    state.error = appError(code)
    loader.want([block(1)], always)
    await clock.advance(60)
    expect([loader.error?.code, loader.isBusy]).toEqual([code, false])
    loader.want([block(1)], always)
    expect(asked).toHaveLength(1)
    state.idle = 0
    state.error = null
    await clock.advance(5_000)
    expect([state.idle > 0, loader.error === null]).toEqual([isTriedAgain, isTriedAgain])
  })

  it('waits longer after each failure, and begins anew after a success', async () => {
    const { clock, state, loader } = bench()
    const waits: number[] = []
    const waitFor = async () => {
      loader.want([block(1)], always)
      await clock.advance(60)
      const from = clock.now()
      while (loader.error !== null) await clock.advance(500)
      waits.push(clock.now() - from)
    }
    state.error = appError('network')
    for (let no = 0; no < 3; no++) await waitFor()
    state.error = null
    await waitFor()
    state.error = appError('network')
    await waitFor()
    expect(waits.map((ms) => Math.round(ms / 1_000))).toEqual([2, 4, 8, 0, 2])
  })

  it('tries again at once when asked to', async () => {
    const { clock, asked, state, loader } = bench()
    state.error = appError('not_found')
    loader.want([block(1)], always)
    await clock.advance(60)
    loader.retry()
    loader.want([block(1)], always)
    expect([asked, loader.error]).toEqual([[1, 1], null])
  })

  it('ends everything when it is closed', async () => {
    const { clock, aborted, arrived, state, loader } = bench()
    loader.want([block(1), block(2)], always)
    loader.close()
    await clock.advance(1_000)
    expect([aborted, arrived, state.idle]).toEqual([[1, 2], [], 0])
  })
})
