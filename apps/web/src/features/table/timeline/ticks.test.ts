import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { civilOf, dayMs, hourMs, readDay, startOfDay } from '../../../lib/days/civil-time.ts'
import { anInstant, aZone } from '../../../lib/days/time-samples.ts'
import { ticksBetween } from './ticks.ts'

const units = ['hour', 'day', 'week', 'month', 'year'] as const
const days = { hour: 2, day: 40, week: 200, month: 800, year: 4_000 } as const

const firstOf = {
  hour: () => true,
  day: () => true,
  week: (day: Date) => day.getUTCDay() === 0,
  month: (day: Date) => day.getUTCDate() === 1,
  year: (day: Date) => day.getUTCDate() === 1 && day.getUTCMonth() === 0,
} as const

const hoursOf = (day: string, zone: string): string[] => {
  const start = readDay(day)!
  const [from, to] = [startOfDay(start, zone), startOfDay(start + dayMs, zone)]
  return ticksBetween('hour', from, to, { zone, weekStart: 1 }).map(({ civil }) =>
    new Date(civil).toISOString().slice(11, 13),
  )
}

describe('the cells of the heading', () => {
  it('follow one another without a gap, and cover what is asked for', () => {
    fc.assert(
      fc.property(
        anInstant,
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        aZone,
        fc.constantFrom(...units),
        fc.integer({ min: 1, max: 7 }),
        (from, share, zone, unit, weekStart) => {
          const to = from + share * days[unit] * dayMs
          const ticks = ticksBetween(unit, from, to, { zone, weekStart })
          expect(ticks[0]!.from).toBeLessThanOrEqual(from)
          expect(ticks.at(-1)!.to).toBeGreaterThanOrEqual(to)
          for (const [at, tick] of ticks.entries()) {
            expect(tick.to).toBeGreaterThan(tick.from)
            expect(tick.from).toBe(ticks[at - 1]?.to ?? tick.from)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('begin where clocks show a whole hour, midnight, the first day of the week, of the month or of the year', () => {
    fc.assert(
      fc.property(anInstant, aZone, fc.constantFrom(...units), (from, zone, unit) => {
        const options = { zone, weekStart: 7 }
        for (const { from: at, civil } of ticksBetween(unit, from, from + days[unit] * dayMs, options)) {
          const shown = new Date(civilOf(at, zone))
          expect(shown.getTime()).toBe(civil)
          expect(Math.abs(shown.getTime() % (unit === 'hour' ? hourMs : dayMs))).toBe(0)
          expect(firstOf[unit](shown)).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('are the hours that a day has: one is missing in spring, and one is there twice in autumn', () => {
    expect(hoursOf('2027-03-28', 'Europe/Berlin').slice(0, 4)).toEqual(['00', '01', '03', '04'])
    expect(hoursOf('2027-10-31', 'Europe/Berlin').slice(0, 5)).toEqual(['00', '01', '02', '02', '03'])
    expect(hoursOf('2027-03-14', 'America/New_York')).toHaveLength(23)
    expect(hoursOf('2027-11-07', 'America/New_York')).toHaveLength(25)
    // Half an hour: no hour more and none less, but one that is longer.
    expect(hoursOf('2027-04-04', 'Australia/Lord_Howe')).toHaveLength(24)
  })

  it('go on before and behind the years that can be stored', () => {
    for (const year of [-20, 1, 9_999, 12_000]) {
      const from = new Date(0).setUTCFullYear(year, 0, 1)
      const ticks = ticksBetween('month', from, from + 400 * dayMs, { zone: 'UTC', weekStart: 1 })
      expect(ticks).toHaveLength(14)
      expect(ticks.every(({ from, to }) => to - from >= 28 * 24 * hourMs)).toBe(true)
    }
  })
})
