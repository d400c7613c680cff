import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addMonths,
  civilDay,
  civilOf,
  dayMs,
  dayText,
  hourMs,
  instantOf,
  readDay,
  startOfDay,
} from './civil-time.ts'
import { anInstant, aZone } from './time-samples.ts'

/** How long a day is, in hours. */
const lengthOf = (day: string, zone: string): number => {
  const start = readDay(day)!
  return (startOfDay(start + dayMs, zone) - startOfDay(start, zone)) / hourMs
}

describe('days of a zone', () => {
  it.each([
    ['Europe/Berlin', '2027-03-28', 23],
    ['Europe/Berlin', '2027-10-31', 25],
    ['America/New_York', '2027-03-14', 23],
    ['America/New_York', '2027-11-07', 25],
    ['Australia/Lord_Howe', '2027-10-03', 23.5],
    ['Australia/Lord_Howe', '2027-04-04', 24.5],
    // Clocks go forward at midnight: the day begins at one.
    ['Africa/Cairo', '2027-04-30', 23],
    // A day that was left out.
    ['Pacific/Apia', '2011-12-30', 0],
    ['UTC', '2027-03-28', 24],
  ])('in %s %s has %d hours', (zone, day, hours) => {
    expect(lengthOf(day, zone)).toBe(hours)
  })

  it('begin at the first instant at which clocks show them', () => {
    fc.assert(
      fc.property(anInstant, aZone, (instant, zone) => {
        const day = civilDay(civilOf(instant, zone))
        const start = startOfDay(day, zone)
        expect(start).toBeLessThanOrEqual(instant)
        expect(startOfDay(day + dayMs, zone)).toBeGreaterThan(instant)
        expect(civilDay(civilOf(start, zone))).toBe(day)
        expect(civilDay(civilOf(start - 1, zone))).toBeLessThan(day)
      }),
    )
  })

  it('are written and read, also the first and the last that can be stored', () => {
    for (const day of ['0001-01-01', '0099-12-31', '2024-02-29', '9999-12-31']) {
      expect(dayText(readDay(day)!)).toBe(day)
    }
    expect([readDay('2023-02-29'), readDay('soon'), dayText(readDay('9999-12-31')! + dayMs)]).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('an instant', () => {
  it('is found again by what clocks show and their offset', () => {
    fc.assert(
      fc.property(anInstant, aZone, (instant, zone) => {
        const civil = civilOf(instant, zone)
        expect(instantOf(civil, zone, civil - instant)).toBe(instant)
      }),
    )
  })

  it('in the hour that is skipped is as much later as clocks go forward', () => {
    const skipped = Date.parse('2027-03-28T02:30:00Z')
    expect(new Date(instantOf(skipped, 'Europe/Berlin')).toISOString()).toBe('2027-03-28T01:30:00.000Z')
  })

  it('in the hour that is repeated is the first one, where nothing else is said', () => {
    const twice = Date.parse('2027-10-31T02:30:00Z')
    const [first, second] = [instantOf(twice, 'Europe/Berlin'), instantOf(twice, 'Europe/Berlin', hourMs)]
    expect([first, second].map((at) => new Date(at).toISOString().slice(11, 16))).toEqual(['00:30', '01:30'])
  })
})

describe('months', () => {
  it('go to the same day, or to the last one', () => {
    const [last, leap] = [readDay('2027-01-31')!, readDay('2028-02-29')!]
    expect([1, 2, 12, -2].map((by) => dayText(addMonths(last, by)))).toEqual([
      '2027-02-28',
      '2027-03-31',
      '2028-01-31',
      '2026-11-30',
    ])
    expect(dayText(addMonths(leap, 12))).toBe('2029-02-28')
  })
})
