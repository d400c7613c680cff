import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  dateOfDayNumber,
  dayNumber,
  dayOfYear,
  isoWeek,
  monthLength,
  monthsBetween,
  startOfWeek,
  weekday,
} from './calendar.ts'

const firstDay = -719_162
const lastDay = 2_932_896
const days = fc.integer({ min: firstDay, max: lastDay })
const dates = days.map((day) => dateOfDayNumber(day)!)
const utc = (date: string): Date => new Date(`${date}T00:00:00Z`)

describe('day numbers', () => {
  test('are those of JavaScript’s calendar', () => {
    const law = fc.property(days, (day) => {
      const date = dateOfDayNumber(day)!
      expect(date).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10))
      expect(dayNumber(date)).toBe(day)
    })
    fc.assert(law, { numRuns: 500 })
  })

  test.each([
    [firstDay, '0001-01-01'],
    [firstDay - 1, null],
    [lastDay, '9999-12-31'],
    [lastDay + 1, null],
    [Number.NaN, null],
    [1e308, null],
  ])('%s is %s', (day, date) => {
    expect(dateOfDayNumber(day)).toBe(date)
  })
})

describe('parts of dates', () => {
  test('weekdays are those of JavaScript, Sunday last', () => {
    const law = fc.property(dates, (date) => {
      expect(weekday(date) % 7).toBe(utc(date).getUTCDay())
    })
    fc.assert(law)
  })

  test('weeks count the Thursdays of their year', () => {
    const law = fc.property(dates, (date) => {
      const monday = dayNumber(date) - weekday(date) + 1
      // Counted in days, so that the weeks at both ends of the calendar count, too.
      const thursday = new Date((monday + 3) * 86_400_000)
      const newYear = Date.UTC(2000, 0, 1) + (new Date(thursday).setUTCMonth(0, 1) - Date.UTC(2000, 0, 1))
      expect(isoWeek(date)).toBe(Math.floor((thursday.getTime() - newYear) / 604_800_000) + 1)
    })
    fc.assert(law, { numRuns: 500 })
  })

  test('the day of the year and the length of months go with the calendar', () => {
    const law = fc.property(dates, (date) => {
      const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))]
      const newYear = dayNumber(`${date.slice(0, 4)}-01-01`)
      expect(dayOfYear(date)).toBe(dayNumber(date) - newYear + 1)
      const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
      expect(monthLength(year, month)).toBe(
        month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31,
      )
    })
    fc.assert(law)
  })

  test('a week begins on a Monday at most six days before', () => {
    const law = fc.property(dates, (date) => {
      const monday = startOfWeek(date)!
      expect(weekday(monday)).toBe(1)
      expect(dayNumber(date) - dayNumber(monday)).toBe(weekday(date) - 1)
    })
    fc.assert(law)
  })
})

describe('steps', () => {
  test('of days go there and back', () => {
    const law = fc.property(dates, fc.integer({ min: -5_000_000, max: 5_000_000 }), (date, count) => {
      const later = addDays(date, count)
      expect(later === null ? null : addDays(later, -count)).toBe(later === null ? null : date)
    })
    fc.assert(law)
  })

  test('of months keep the day or take the month’s last', () => {
    const law = fc.property(dates, fc.integer({ min: -130_000, max: 130_000 }), (date, count) => {
      const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + count
      const [year, inYear] = [Math.floor(month / 12), (month % 12) + 1]
      const day = Math.min(Number(date.slice(8)), monthLength(year, inYear))
      const parts = [
        String(year).padStart(4, '0'),
        String(inYear).padStart(2, '0'),
        String(day).padStart(2, '0'),
      ]
      expect(addMonths(date, count)).toBe(year < 1 || year > 9999 ? null : parts.join('-'))
    })
    fc.assert(law)
  })
})

describe('whole months between', () => {
  test('are the most that do not go beyond the second date', () => {
    const law = fc.property(dates, dates, (from, to) => {
      const [early, late] = from <= to ? [from, to] : [to, from]
      const months = monthsBetween(from, to)
      const step = from <= to ? 1 : -1
      const [reached, further] = [addMonths(from, months)!, addMonths(from, months + step)]
      expect(months * step).toBeGreaterThanOrEqual(0)
      expect(reached >= early && reached <= late).toBe(true)
      expect(further === null || further < early || further > late).toBe(true)
    })
    fc.assert(law, { numRuns: 500 })
  })
})
