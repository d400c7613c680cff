import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRefresher, repeatMs } from './refresher.ts'

/** Longer than any pause with its jitter. */
const longest = Math.max(...repeatMs) * 2

function bench() {
  const loads: ((isLoaded: boolean) => void)[] = []
  const refresher = createRefresher(() => new Promise((resolve) => loads.push(resolve)))
  const answer = async (no: number, isLoaded: boolean) => {
    loads[no]!(isLoaded)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { refresher, loads, answer }
}

describe('createRefresher', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('loads once where that succeeds', async () => {
    const { refresher, loads, answer } = bench()
    refresher.refresh()
    await answer(0, true)
    await vi.advanceTimersByTimeAsync(longest)
    expect(loads).toHaveLength(1)
  })

  it('loads again after a pause until it succeeds', async () => {
    const { refresher, loads, answer } = bench()
    refresher.refresh()
    for (let no = 0; no < 12; no++) {
      await answer(no, false)
      expect(loads).toHaveLength(no + 1)
      await vi.advanceTimersByTimeAsync(longest)
      expect(loads).toHaveLength(no + 2)
    }
    await answer(12, true)
    await vi.advanceTimersByTimeAsync(longest)
    expect(loads).toHaveLength(13)
  })

  it('waits longer from time to time, and begins anew after a success', async () => {
    const { refresher, loads, answer } = bench()
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const pauseAfter = async (no: number) => {
      await answer(no, false)
      for (let waited = 0; ; waited += 500) {
        if (loads.length > no + 1) return waited
        await vi.advanceTimersByTimeAsync(500)
      }
    }
    refresher.refresh()
    const pauses = [await pauseAfter(0), await pauseAfter(1), await pauseAfter(2)]
    expect(pauses).toEqual(repeatMs.slice(0, 3))
    await answer(3, true)
    refresher.refresh()
    expect(await pauseAfter(4)).toBe(repeatMs[0])
    vi.restoreAllMocks()
  })

  it('loads at once when it is asked while it waits, and only the latest answer counts', async () => {
    const { refresher, loads, answer } = bench()
    refresher.refresh()
    await answer(0, false)
    refresher.refresh()
    refresher.refresh()
    expect(loads).toHaveLength(3)
    await answer(2, true)
    await answer(1, false)
    await vi.advanceTimersByTimeAsync(longest)
    expect(loads).toHaveLength(3)
  })

  it('takes a thrown failure for one that is to be repeated', async () => {
    const load = vi
      .fn<() => Promise<boolean>>()
      .mockRejectedValueOnce(new Error('a bug'))
      .mockResolvedValue(true)
    createRefresher(load).refresh()
    await vi.advanceTimersByTimeAsync(longest)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('does nothing more once it is stopped, until it is asked again', async () => {
    const { refresher, loads, answer } = bench()
    refresher.refresh()
    await answer(0, false)
    refresher.stop()
    await vi.advanceTimersByTimeAsync(longest)
    expect(loads).toHaveLength(1)
    refresher.refresh()
    refresher.stop()
    await answer(1, false)
    await vi.advanceTimersByTimeAsync(longest)
    expect(loads).toHaveLength(2)
    refresher.refresh()
    expect(loads).toHaveLength(3)
  })
})
