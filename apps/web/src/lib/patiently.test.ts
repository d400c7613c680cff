import { appError, err, ok, type Result } from '@plinth/domain'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { patiently } from './patiently.ts'

describe('patiently', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('repeats what the busy table refused until it is answered', async () => {
    const answers = [err(appError('busy')), err(appError('busy')), ok('done')]
    const call = vi.fn<() => Promise<Result<string>>>(async () => answers.shift()!)
    const answer = patiently(call)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([await answer, call.mock.calls.length]).toEqual([ok('done'), 3])
  })

  it('answers every other refusal at once', async () => {
    const call = vi.fn<() => Promise<Result<string>>>(async () => err(appError('forbidden')))
    expect([await patiently(call), call.mock.calls.length]).toEqual([err(appError('forbidden')), 1])
  })

  it('gives up where the table stays busy', async () => {
    const call = vi.fn<() => Promise<Result<string>>>(async () => err(appError('busy')))
    const answer = patiently(call)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([await answer, call.mock.calls.length]).toEqual([err(appError('busy')), 20])
  })
})
