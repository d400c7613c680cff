import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { axisOf } from './ticks.ts'

const number = fc.double({ min: -1e15, max: 1e15, noNaN: true })

it('holds all values and zero between marks that rise evenly, and has few of them', () => {
  fc.assert(
    fc.property(
      fc.array(number, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 2, max: 10 }),
      (values, most) => {
        const { min, max, ticks } = axisOf(values, most)
        const slack = (max - min) * 1e-6
        expect(min).toBeLessThanOrEqual(Math.min(0, ...values) + slack)
        expect(max).toBeGreaterThanOrEqual(Math.max(0, ...values) - slack)
        expect(ticks.length).toBeLessThanOrEqual(most + 3)
        expect(ticks.some((tick) => Math.abs(tick) <= slack)).toBe(true)
        const step = ticks[1]! - ticks[0]!
        const steps = ticks.slice(1).map((tick, n) => Math.abs(tick - ticks[n]! - step))
        expect(Math.max(...steps)).toBeLessThanOrEqual(step * 1e-6)
      },
    ),
  )
})

it('counts by ones, twos and fives', () => {
  expect(axisOf([3, 11]).ticks).toEqual([0, 5, 10, 15])
  expect(axisOf([-4, 4]).ticks).toEqual([-4, -2, 0, 2, 4])
  expect(axisOf([0.3]).ticks).toEqual([0, 0.1, 0.2, 0.3])
  expect(axisOf([]).ticks).toEqual([0, 1])
})

it('has no mark between whole numbers where there is nothing', () => {
  expect(axisOf([2], 5, true).ticks).toEqual([0, 1, 2])
})
