import { appError, limits } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRange } from './read-range.ts'
import { FakeBackend, table } from './testing/fake-backend.ts'
import { FakeClock } from './testing/fake-clock.ts'
import { byRank, rowsOf } from './testing/open-session.ts'

function open(count: number) {
  const clock = new FakeClock()
  const backend = new FakeBackend(clock)
  backend.seed(rowsOf(count))
  const query = { table, sorts: byRank }
  const settle = async <T>(answer: Promise<T>): Promise<T> => {
    await clock.advance(1_000)
    return answer
  }
  return { backend, query, settle }
}

describe('reading a range of a view', () => {
  it('answers the rows between two places in order, over as many pages as it takes', async () => {
    const { backend, query, settle } = open(limits.rowsPerWindow * 2 + 50)
    const all = backend.ordered(query).map(({ id }) => id)
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: all.length + 10 }),
        fc.nat({ max: all.length + 10 }),
        async (first, count) => {
          const told: number[] = []
          const request = { query, first, count, onProgress: (read: number) => void told.push(read) }
          const answer = await settle(readRange(backend.rows, request))
          expect(answer.ok && answer.value.map(({ id }) => id)).toEqual(all.slice(first, first + count))
          expect(told).toEqual([...told].sort((a, b) => a - b))
        },
      ),
      { numRuns: 30 },
    )
  })

  it('says why a page could not be read, and gives nothing by halves', async () => {
    const { backend, query, settle } = open(20)
    backend.isOnline = false
    const answer = await settle(readRange(backend.rows, { query, first: 0, count: 5 }))
    expect(answer).toEqual({ ok: false, error: appError('network') })
  })
})
