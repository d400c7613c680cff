import { zoneOffset } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dates, instants, sampleTimeZones } from '../testing/values.ts'
import { civilTime, dateAt, instantOf, timeOfDay } from './clock.ts'

const zones = fc.constantFrom(...sampleTimeZones)

/** What Intl says, without anything kept. */
function shown(instant: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
    calendar: 'gregory',
  })
  return format.format(instant)
}

describe('clocks of a zone', () => {
  test('show what Intl shows', () => {
    const modern = instants.filter((at) => at >= 0 && at < 4e12)
    const law = fc.property(modern, zones, (at, zone) => {
      const civil = new Date(civilTime(at, zone)).toISOString()
      expect(`${civil.slice(0, 10)} ${civil.slice(11, 19)}`).toBe(shown(at, zone))
    })
    fc.assert(law, { numRuns: 300 })
  })

  test('keep their day and their time of day together', () => {
    const law = fc.property(instants, zones, (at, zone) => {
      const civil = civilTime(at, zone)
      const midnight = new Date(civil - timeOfDay(at, zone)).toISOString()
      expect(midnight).toMatch(/T00:00:00\.000Z$/)
      expect(dateAt(at, zone)).toBe(
        /^\d{4}-/.test(midnight) && !midnight.startsWith('0000') ? midnight.slice(0, 10) : null,
      )
    })
    fc.assert(law)
  })

  test.each([
    ['Europe/Berlin', '2024-03-31T00:59:59.999Z', 1],
    ['Europe/Berlin', '2024-03-31T01:00:00.000Z', 2],
    ['Asia/Kathmandu', '2024-01-01T00:00:00.000Z', 5.75],
    ['Australia/Lord_Howe', '2024-04-06T14:59:59.999Z', 11],
    ['Australia/Lord_Howe', '2024-04-06T15:00:00.000Z', 10.5],
    ['Pacific/Apia', '2011-12-30T09:59:59.999Z', -10],
    ['Pacific/Apia', '2011-12-30T10:00:00.000Z', 14],
    // Mean time of Berlin, 53 minutes and 28 seconds, up to a moment that is no quarter of an hour.
    ['Europe/Berlin', '1893-03-31T23:06:31.000Z', (53 * 60 + 28) / 3600],
    ['Europe/Berlin', '1893-03-31T23:06:32.000Z', 1],
    ['UTC', '0001-01-01T00:00:00.000Z', 0],
  ])('in %s at %s are %s hours ahead', (zone, at, hours) => {
    expect(zoneOffset(Date.parse(at), zone)).toBe(hours * 3_600_000)
  })
})

describe('the instant of a civil time', () => {
  const minutes = fc.integer({ min: 0, max: 1_439 })

  test('shows that time again, or one as far behind as the gap is long', () => {
    const modern = dates.filter((date) => date >= '1970-01-02' && date < '2100')
    const law = fc.property(modern, minutes, zones, (date, minute, zone) => {
      const at = instantOf(date, minute, zone)
      const asked = Date.parse(`${date}T00:00:00Z`) + minute * 60_000
      const beyond = civilTime(at, zone) - asked
      const gap = zoneOffset(at, zone) - zoneOffset(at - 86_400_000, zone)
      expect(beyond === 0 || beyond === gap).toBe(true)
    })
    fc.assert(law, { numRuns: 300 })
  })

  test('is the earlier one of two', () => {
    const law = fc.property(
      instants.filter((at) => at > 1e9 && at < 4e12),
      zones,
      (at, zone) => {
        const whole = Math.floor(at / 60_000) * 60_000
        const date = dateAt(whole, zone)!
        const found = instantOf(date, Math.floor(timeOfDay(whole, zone) / 60_000), zone)
        expect(found).toBeLessThanOrEqual(whole)
        expect(civilTime(found, zone)).toBe(civilTime(whole, zone))
      },
    )
    fc.assert(law, { numRuns: 300 })
  })
})
