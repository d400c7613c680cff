import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPacer } from './pacer.ts'

describe('createPacer', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('hands the first values on at once and then only the latest, when the budget allows it', () => {
    const seen: number[] = []
    const pacer = createPacer({ calls: 2, perMs: 1_000 }, (value: number) => seen.push(value))
    for (const value of [1, 2, 3, 4, 5]) pacer.push(value)
    expect(seen).toEqual([1, 2])
    vi.advanceTimersByTime(999)
    expect(seen).toEqual([1, 2])
    vi.advanceTimersByTime(1)
    expect(seen).toEqual([1, 2, 5])
  })

  it('says nothing more after it was stopped', () => {
    const seen: number[] = []
    const pacer = createPacer({ calls: 1, perMs: 1_000 }, (value: number) => seen.push(value))
    pacer.push(1)
    pacer.push(2)
    pacer.stop()
    vi.advanceTimersByTime(5_000)
    expect(seen).toEqual([1])
  })

  it('never passes more than its budget in any span of time', () => {
    const times: number[] = []
    const pacer = createPacer({ calls: 4, perMs: 30_000 }, () => times.push(Date.now()))
    for (let i = 0; i < 300; i += 1) {
      pacer.push(i)
      vi.advanceTimersByTime(700)
    }
    for (const start of times) {
      expect(times.filter((time) => time >= start && time < start + 30_000).length).toBeLessThanOrEqual(4)
    }
    expect(times.length).toBeGreaterThan(20)
  })
})
