import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, dayOf, isoOf, weekdayOf } from '../../lib/days/days.ts'
import { bandOf, barOf, monthsAround, monthsIn, shownMonths, weeksIn } from './shared-timeline.ts'

const anyDay = fc.integer({ min: -50_000, max: 100_000 })
const anyRange = anyDay.map(monthsAround)

describe('the months of a timeline', () => {
  it('are three whole ones, with the day in the middle one', () => {
    const { first, last } = monthsAround(dayOf('2027-01-31')!)
    expect([isoOf(first), isoOf(last)]).toEqual(['2026-12-01', '2027-02-28'])
  })

  it('follow those before without a gap, wherever one begins', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const [now, next] = [monthsAround(day), monthsAround(addMonths(day, shownMonths))]
        expect(next.first).toBe(now.last + 1)
        expect(monthsIn(now)).toHaveLength(shownMonths)
      }),
    )
  })

  it('lie side by side from edge to edge', () => {
    fc.assert(
      fc.property(anyRange, (range) => {
        let edge = 0
        for (const month of monthsIn(range)) {
          const { from, to } = bandOf(month, range)
          expect(from).toBeCloseTo(edge, 9)
          edge = to
        }
        expect(edge).toBe(1)
      }),
    )
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
