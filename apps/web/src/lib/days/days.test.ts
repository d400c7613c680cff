import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addMonths,
  dayOf,
  firstOfMonth,
  isoOf,
  isoWeek,
  lastOfMonth,
  monthOf,
  startOfWeek,
  weekdayOf,
  weeksOfMonth,
} from './days.ts'

/** Years 1700 to 2300. */
const days = fc.integer({ min: -98_000, max: 120_000 })
const weekStarts = fc.integer({ min: 1, max: 7 })
const day = (iso: string) => dayOf(iso)!

describe('days', () => {
  it('are what texts say', () => {
    expect([
      day('1970-01-01'),
      day('2000-02-29'),
      dayOf('2001-02-29'),
      dayOf('2001-13-01'),
      dayOf(''),
    ]).toEqual([0, 11_016, null, null, null])
    fc.assert(
      fc.property(days, (one) => {
        expect(dayOf(isoOf(one))).toBe(one)
      }),
    )
  })

  it('have the weekdays of Intl', () => {
    const names = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })
    fc.assert(
      fc.property(days, (one) => {
        const name = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][weekdayOf(one) - 1]
        expect(names.format(one * 86_400_000)).toBe(name)
      }),
    )
  })

  it('have the weeks of ISO 8601', () => {
    const weeks = ['2026-12-31', '2027-01-03', '2027-01-04', '2024-12-30', '2026-01-01'].map((iso) =>
      isoWeek(day(iso)),
    )
    expect(weeks).toEqual([53, 53, 1, 1, 1])
    fc.assert(
      fc.property(days, (one) => {
        const monday = startOfWeek(one, 1)
        expect(isoWeek(one)).toBe(isoWeek(monday))
        expect([isoWeek(monday) + 1, 1]).toContain(isoWeek(monday + 7))
      }),
    )
  })
})

describe('the weeks of a month', () => {
  it('are whole weeks that hold the month and nothing beside it that they need not', () => {
    fc.assert(
      fc.property(days, weekStarts, (one, weekStart) => {
        const weeks = weeksOfMonth(one, weekStart)
        expect(weeks.every((week) => weekdayOf(week) === weekStart)).toBe(true)
        expect(weeks[0]! <= firstOfMonth(one) && weeks.at(-1)! + 6 >= lastOfMonth(one)).toBe(true)
        for (const [at, week] of weeks.entries()) {
          expect(week).toBe(weeks[0]! + at * 7)
          const inMonth = [week, week + 6].some((end) => monthOf(end).month === monthOf(one).month)
          expect(inMonth).toBe(true)
        }
        expect(weeks.length).toBeGreaterThanOrEqual(4)
        expect(weeks.length).toBeLessThanOrEqual(6)
      }),
    )
  })

  it('follow where the base begins its weeks', () => {
    expect(weeksOfMonth(day('2027-02-10'), 1).map(isoOf)).toEqual([
      '2027-02-01',
      '2027-02-08',
      '2027-02-15',
      '2027-02-22',
    ])
    expect(isoOf(weeksOfMonth(day('2027-02-10'), 7)[0]!)).toBe('2027-01-31')
    expect(isoOf(weeksOfMonth(day('2027-02-10'), 6)[0]!)).toBe('2027-01-30')
  })
})

describe('months', () => {
  it('are gone through by their days, or end with their last', () => {
    expect([1, 12, -11, 13].map((by) => isoOf(addMonths(day('2024-01-31'), by)))).toEqual([
      '2024-02-29',
      '2025-01-31',
      '2023-02-28',
      '2025-02-28',
    ])
    fc.assert(
      fc.property(days, fc.integer({ min: -60, max: 60 }), (one, by) => {
        const first = firstOfMonth(one)
        expect(addMonths(addMonths(first, by), -by)).toBe(first)
        const [from, to] = [monthOf(one), monthOf(addMonths(one, by))]
        expect(to.year * 12 + to.month - from.year * 12 - from.month).toBe(by)
      }),
    )
  })
})
