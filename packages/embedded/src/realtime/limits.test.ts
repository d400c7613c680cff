import { expect, it } from 'vitest'
import { RateMeter } from './limits.ts'

it('lets the limit pass in each window and no more', () => {
  let now = 5_000
  const meter = new RateMeter(3, 1_000, () => now)
  expect([meter.take(), meter.take(2), meter.take()]).toEqual([true, true, false])
  now += 999
  expect(meter.take()).toBe(false)
  now += 1
  expect(meter.take(3)).toBe(true)
  expect(meter.take()).toBe(false)
})
