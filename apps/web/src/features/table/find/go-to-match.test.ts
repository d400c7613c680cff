import { appError, err, type FieldId, ok, type RecordId, type Result } from '@plinth/domain'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { goToMatch } from './go-to-match.ts'

const match = { record: 'wanted' as RecordId, field: 'f' as FieldId }

/** Rows by place, told when they come in. */
class Rows {
  readonly #listeners = new Set<() => void>()
  rows = new Map<number, string>()
  readonly indexOf = (id: RecordId) => [...this.rows].find(([, one]) => one === id)?.[0] ?? null
  readonly idAt = (row: number) => (this.rows.get(row) as RecordId | undefined) ?? null
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  put(row: number, id: string) {
    this.rows.set(row, id)
    for (const listener of this.#listeners) listener()
  }
  get watchers() {
    return this.#listeners.size
  }
}

function open(ranks: Result<number | null>[]) {
  const rows = new Rows()
  const brought: number[] = []
  const stop = new AbortController()
  const way = {
    window: rows,
    found: { rank: async () => ranks.shift() ?? ok(null) },
    signal: stop.signal,
    bring: (row: number) => void brought.push(row),
  }
  return { rows, brought, stop, answer: goToMatch(match, way) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the way to a match', () => {
  it('scrolls to its place and ends when its row is there', async () => {
    const { rows, brought, answer } = open([ok(900)])
    await vi.advanceTimersByTimeAsync(10)
    expect(brought).toEqual([900])
    rows.put(899, 'other')
    rows.put(900, 'wanted')
    expect(await answer).toBe(900)
    expect(rows.watchers).toBe(0)
  })

  it('asks again where another record stands in that place', async () => {
    const { rows, brought, answer } = open([ok(900), ok(901)])
    await vi.advanceTimersByTimeAsync(10)
    rows.put(900, 'other')
    await vi.advanceTimersByTimeAsync(2_000)
    rows.put(901, 'wanted')
    expect(await answer).toBe(901)
    expect(brought).toEqual([900, 901])
  })

  it('says that the record has left the view', async () => {
    expect(await open([ok(null)]).answer).toBe('gone')
  })

  it('ends without a place when there is no answer, or nobody waits', async () => {
    expect(await open([err(appError('network'))]).answer).toBeNull()
    const { rows, stop, answer } = open([ok(900)])
    await vi.advanceTimersByTimeAsync(10)
    stop.abort()
    expect(await answer).toBeNull()
    expect(rows.watchers).toBe(0)
  })
})
