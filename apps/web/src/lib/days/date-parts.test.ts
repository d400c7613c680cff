import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDay, readInstant, writeDay, writeInstant } from './date-parts.ts'

const day = fc.record({
  year: fc.integer({ min: 1900, max: 2200 }),
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 1, max: 28 }),
})
const zones = fc.constantFrom(
  'UTC',
  'Europe/Vienna',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Auckland',
)

describe('days', () => {
  it('come back as they went', () => {
    fc.assert(
      fc.property(day, (given) => {
        expect(readDay(writeDay(given)).day).toMatchObject(given)
      }),
    )
  })

  it.each([null, '', 'soon', 12, '2024-13-40'])('reads nothing from %j', (value) => {
    expect(readDay(value)).toEqual({ day: null, time: null })
  })
})

describe('instants', () => {
  it('keep day and time in their zone', () => {
    const time = fc.record({
      hour: fc.integer({ min: 4, max: 23 }),
      minute: fc.integer({ min: 0, max: 59 }),
      second: fc.integer({ min: 0, max: 59 }),
    })
    fc.assert(
      fc.property(day, time, zones, (givenDay, givenTime, zone) => {
        const read = readInstant(writeInstant(givenDay, givenTime, zone), zone)
        expect(read.day).toMatchObject(givenDay)
        expect(read.time).toMatchObject(givenTime)
      }),
    )
  })

  it('is written in UTC', () => {
    const summer = { year: 2024, month: 6, day: 12 }
    expect(writeInstant(summer, { hour: 8, minute: 30, second: 0 }, 'Europe/Vienna')).toBe(
      '2024-06-12T06:30:00.000Z',
    )
  })

  it('takes nine in the morning where no time is given', () => {
    expect(writeInstant({ year: 2024, month: 1, day: 2 }, null, 'UTC')).toBe('2024-01-02T09:00:00.000Z')
  })
})
