import { appError, type ErrorCode } from '@plinth/domain'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadAgain } from './load-again.ts'
import { createQueryClient } from './query-client.ts'
import { RefusedError } from './unwrap.ts'

/** A query on screen that answers its number of calls, or fails while `failure` is set. */
function shown(client: QueryClient, key: readonly string[], options: { retry?: false } = {}) {
  const state = { calls: 0, failure: null as ErrorCode | null }
  const observer = new QueryObserver(client, {
    queryKey: key,
    queryFn: async () => {
      state.calls += 1
      if (state.failure) throw new RefusedError(appError(state.failure))
      return state.calls
    },
    ...options,
  })
  const close = observer.subscribe(() => undefined)
  return { state, close, current: () => observer.getCurrentResult().data }
}

/** What it answers, with all the tries in between. */
async function load(client: QueryClient, ...keys: (readonly string[])[]): Promise<boolean> {
  const answer = loadAgain(client, keys)
  await vi.advanceTimersByTimeAsync(10_000)
  return answer
}

describe('loadAgain', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('fetches everything on screen below the keys, and nothing else', async () => {
    const client = createQueryClient()
    const schema = shown(client, ['base', 'one', 'schema'])
    const other = shown(client, ['base', 'two', 'schema'])
    const gone = shown(client, ['base', 'one', 'roles'])
    await vi.advanceTimersByTimeAsync(0)
    gone.close()
    expect(await load(client, ['base', 'one'])).toBe(true)
    expect([schema.current(), other.current(), gone.state.calls]).toEqual([2, 1, 1])
  })

  it.each(['network', 'timeout', 'busy', 'unexpected', 'session_expired'] as const)(
    'says that something is missing after %s, until it is there',
    async (code) => {
      const client = createQueryClient()
      const schema = shown(client, ['base', 'one', 'schema'])
      const session = shown(client, ['session'])
      await vi.advanceTimersByTimeAsync(0)
      session.state.failure = code
      expect(await load(client, ['base', 'one'], ['session'])).toBe(false)
      expect([schema.current(), session.current()]).toEqual([2, 1])
      session.state.failure = null
      expect(await load(client, ['base', 'one'], ['session'])).toBe(true)
      expect(session.current()).toBe(session.state.calls)
    },
  )

  it.each(['not_found', 'forbidden', 'not_signed_in'] as const)('takes %s for an answer', async (code) => {
    const client = createQueryClient()
    const schema = shown(client, ['base', 'one', 'schema'])
    await vi.advanceTimersByTimeAsync(0)
    schema.state.failure = code
    expect(await load(client, ['base', 'one'])).toBe(true)
    expect(schema.state.calls).toBe(2)
  })

  it('leaves what is not tried twice to those who ask for it', async () => {
    const client = createQueryClient()
    const count = shown(client, ['base', 'one', 'access', 'matching'], { retry: false })
    await vi.advanceTimersByTimeAsync(0)
    count.state.failure = 'timeout'
    expect(await load(client, ['base', 'one'])).toBe(true)
  })
})
