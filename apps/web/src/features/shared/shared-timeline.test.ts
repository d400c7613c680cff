import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf, isoOf, weekdayOf } from '../../lib/days/days.ts'
import {
  bandOf,
  barOf,
  marksIn,
  monthsIn,
  rangeAround,
  scaleOf,
  sharedScales,
  stepFrom,
  weeksIn,
} from './shared-timeline.ts'

const anyDay = fc.integer({ min: -50_000, max: 100_000 })
const anyScale = fc.constantFrom(...sharedScales)
const anyWeekStart = fc.integer({ min: 1, max: 7 })
const anyRange = fc
  .tuple(anyScale, anyDay, anyWeekStart)
  .map(([scale, day, weekStart]) => rangeAround(scale, day, weekStart))

describe('the days of a timeline', () => {
  it.each([
    ['week', '2027-01-31', '2027-01-25', '2027-01-31'],
    ['month', '2027-02-28', '2027-02-01', '2027-02-28'],
    // With its month in the middle.
    ['quarter', '2027-01-31', '2026-12-01', '2027-02-28'],
    ['year', '2028-02-29', '2028-01-01', '2028-12-31'],
    ['year', '2028-12-31', '2028-01-01', '2028-12-31'],
  ] as const)('of a %s around %s', (scale, day, from, to) => {
    const { first, last } = rangeAround(scale, dayOf(day)!, 1)
    expect([isoOf(first), isoOf(last)]).toEqual([from, to])
  })

  it('hold the day, and follow those before without a gap, wherever one begins', () => {
    fc.assert(
      fc.property(anyScale, anyDay, anyWeekStart, (scale, day, weekStart) => {
        const around = (one: number) => rangeAround(scale, one, weekStart)
        const [now, next, before] = [
          around(day),
          around(stepFrom(scale, day, 1)),
          around(stepFrom(scale, day, -1)),
        ]
        expect(now.first <= day && day <= now.last).toBe(true)
        expect([next.first, before.last]).toEqual([now.last + 1, now.first - 1])
      }),
    )
  })

  it('have months side by side from edge to edge', () => {
    fc.assert(
      fc.property(anyRange, (range) => {
        let edge = 0
        for (const part of monthsIn(range)) {
          const { from, to } = bandOf(part, range)
          expect(from).toBeCloseTo(edge, 9)
          edge = to
        }
        expect(edge).toBe(1)
      }),
    )
  })

  it('have as many marks as are told apart', () => {
    const marks = sharedScales.map((scale) => marksIn(scale, rangeAround(scale, dayOf('2027-03-10')!, 1), 1))
    expect(marks.map((each) => each.length)).toEqual([7, 31, 13, 12])
  })

  it('are at first those that the maker chose, whole days', () => {
    expect([scaleOf('day'), scaleOf('year'), scaleOf(undefined)]).toEqual(['week', 'year', 'quarter'])
  })

  it('have all their weeks, each on its first day', () => {
    fc.assert(
      fc.property(anyRange, fc.integer({ min: 1, max: 7 }), (range, weekStart) => {
        const weeks = weeksIn(range, weekStart)
        expect(weeks.every((day) => weekdayOf(day) === weekStart)).toBe(true)
        expect(weeks[0]! - range.first).toBeLessThan(7)
        expect(range.last - weeks.at(-1)!).toBeLessThan(7)
      }),
    )
  })
})

describe('a bar', () => {
  it('is as long as its shown days, within what is shown', () => {
    fc.assert(
      fc.property(anyRange, fc.integer({ min: -200, max: 300 }), fc.nat(200), (range, offset, length) => {
        const stretch = { first: range.first + offset, last: range.first + offset + length }
        fc.pre(stretch.first <= range.last && stretch.last >= range.first)
        const { from, to, isBegun, goesOn } = barOf(stretch, range)
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeLessThanOrEqual(1)
        const days = range.last - range.first + 1
        const shown = Math.min(stretch.last, range.last) - Math.max(stretch.first, range.first) + 1
        expect((to - from) * days).toBeCloseTo(shown, 6)
        expect(isBegun).toBe(stretch.first < range.first)
        expect(goesOn).toBe(stretch.last > range.last)
      }),
    )
  })
})
