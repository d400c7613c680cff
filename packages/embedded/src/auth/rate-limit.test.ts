import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rates } from './limits.ts'
import { createRateLimiter } from './rate-limit.ts'

function fakeClock() {
  let ms = 1_000_000
  return { now: () => new Date(ms), pass: (more: number) => void (ms += more) }
}

describe('a rate limiter', () => {
  it('lets a burst of the limit pass, then one per interval', () => {
    const clock = fakeClock()
    const limiter = createRateLimiter(clock, 1)
    const take = () => limiter.take('a', rates.password)
    for (let i = 0; i < 30; i += 1) expect(take()).toBe(0)
    expect(take()).toBe(10_000)
    clock.pass(10_000)
    expect(take()).toBe(0)
    expect(take()).toBeGreaterThan(0)
  })

  it('says how long to wait for the next mail', () => {
    const clock = fakeClock()
    const limiter = createRateLimiter(clock, 1)
    expect(limiter.take('a', rates.mailToAddress)).toBe(0)
    clock.pass(20_000)
    expect(limiter.take('a', rates.mailToAddress)).toBe(40_000)
    expect(limiter.take('b', rates.mailToAddress)).toBe(0)
  })

  it('multiplies limits by the factor', () => {
    const limiter = createRateLimiter(fakeClock(), 4)
    const passed = Array.from({ length: 10 }, () => limiter.take('a', rates.mailToAddress)).filter(
      (w) => w === 0,
    )
    expect(passed).toHaveLength(4)
  })

  it('never lets more than two limits pass in any window', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 400 }), (pauses) => {
        const clock = fakeClock()
        const limiter = createRateLimiter(clock, 1)
        const passed: number[] = []
        for (const pause of pauses) {
          clock.pass(pause)
          if (limiter.take('a', rates.verify) === 0) passed.push(clock.now().getTime())
        }
        const windowMs = rates.verify.windowSeconds * 1000
        const most = Math.max(
          0,
          ...passed.map((start) => passed.filter((t) => t >= start && t < start + windowMs).length),
        )
        expect(most).toBeLessThanOrEqual(rates.verify.limit * 2)
      }),
    )
  })

  it('stays bounded under a flood of keys, and keeps limiting the latest', () => {
    const limiter = createRateLimiter(fakeClock(), 1)
    for (let i = 0; i < 25_000; i += 1) limiter.take(`key ${i}`, rates.mailToAddress)
    expect(limiter.take('key 24999', rates.mailToAddress)).toBeGreaterThan(0)
    expect(limiter.take('key 0', rates.mailToAddress)).toBe(0)
  })
})
