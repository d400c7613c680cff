import { timelineScales } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anInstant } from '../../../lib/days/time-samples.ts'
import { nextScale, shapeOf } from './scales.ts'
import { axisPx, TimeAxis } from './time-axis.ts'

const anAxis = fc
  .tuple(anInstant, fc.constantFrom(...timelineScales))
  .map(([origin, scale]) => new TimeAxis(origin, shapeOf(scale).msPerPx))

describe('a line of time', () => {
  it('has each instant at its pixel, and each pixel at its instant', () => {
    fc.assert(
      fc.property(anAxis, anInstant, fc.double({ min: 0, max: axisPx, noNaN: true }), (axis, instant, x) => {
        expect(axis.timeAt(axis.xOf(instant))).toBeCloseTo(instant, 0)
        expect(axis.xOf(axis.timeAt(x))).toBeCloseTo(x, 3)
      }),
    )
  })

  it('goes forwards, by the same time for the same pixels wherever one looks', () => {
    fc.assert(
      fc.property(anAxis, anInstant, fc.integer({ min: 1, max: 1e9 }), (axis, instant, ms) => {
        const far = axis.xOf(instant + ms) - axis.xOf(instant)
        expect(far).toBeGreaterThan(0)
        expect(far * axis.msPerPx).toBeCloseTo(ms, -1)
      }),
    )
  })

  it('has the instant in the middle around which it was laid', () => {
    fc.assert(
      fc.property(anAxis, (axis) => {
        expect(axis.xOf(axis.origin)).toBe(axisPx / 2)
      }),
    )
  })
})

describe('scales', () => {
  it('are gone through from the nearest to the farthest, and stop there', () => {
    expect(timelineScales.map((scale) => nextScale(scale, 1))).toEqual([
      'week',
      'month',
      'quarter',
      'year',
      'year',
    ])
    expect(nextScale('day', -1)).toBe('day')
  })
})
