import { type FieldId, type FieldTypeName, instantsOf, timelineScales } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { civilOf, dayMs, hourMs, readDay } from '../../../lib/days/civil-time.ts'
import { aDay, anInstant, aZone } from '../../../lib/days/time-samples.ts'
import { firstDates, keyStep, movedDates, resizedDates, shifted, stepBetween } from './moves.ts'
import { type SpanFields, spanOf } from './spans.ts'

const fieldsOf = (start: FieldTypeName, end: FieldTypeName | null, zone = 'Europe/Berlin'): SpanFields => ({
  start: { id: 'start' as FieldId, type: start },
  end: end && { id: 'end' as FieldId, type: end },
  zone,
})
const moments = (zone?: string) => fieldsOf('datetime', 'datetime', zone)
const days = (zone?: string) => fieldsOf('date', 'date', zone)
const iso = (instant: number) => new Date(instant).toISOString()
const day = (by: number) => ({ unit: 'day', by }) as const
const someDays = fc.integer({ min: -400, max: 400 })
const clock = (text: string, zone: string) => iso(civilOf(Date.parse(text), zone)).slice(11)

/** Do clocks never show it? */
const isSkipped = (civil: number, zone: string): boolean => instantsOf(civil, zone).length === 0

describe('moving', () => {
  it('by days keeps the time that clocks show, unless summer time skips it', () => {
    fc.assert(
      fc.property(anInstant, someDays, aZone, (instant, by, zone) => {
        const moved = shifted(iso(instant), { type: 'datetime' }, day(by), zone)!
        const wanted = civilOf(instant, zone) + by * dayMs
        const shown = civilOf(Date.parse(moved), zone)
        // Clocks are put forward by an hour, in Lord Howe by half of one.
        expect([0, hourMs, hourMs / 2]).toContain(shown - wanted)
        expect(shown !== wanted).toBe(isSkipped(wanted, zone))
      }),
    )
  })

  it('by days there and back comes to the same instant, unless there is none of that time', () => {
    fc.assert(
      fc.property(anInstant, someDays, aZone, (instant, by, zone) => {
        const there = shifted(iso(instant), { type: 'datetime' }, day(by), zone)!
        fc.pre(clock(there, zone) === clock(iso(instant), zone))
        const back = shifted(there, { type: 'datetime' }, day(-by), zone)!
        expect(civilOf(Date.parse(back), zone)).toBe(civilOf(instant, zone))
      }),
    )
  })

  it('by time moves both ends by as much', () => {
    fc.assert(
      fc.property(anInstant, fc.nat(1e8), fc.integer({ min: 1, max: 500 }), aZone, (from, long, by, zone) => {
        const values = { start: iso(from), end: iso(from + long) }
        const step = { unit: 'ms', by: by * 900_000 } as const
        expect(movedDates(values, moments(zone), step)).toEqual({
          start: iso(from + step.by),
          end: iso(from + long + step.by),
        })
      }),
    )
  })

  it('of days is the same in every zone, and keeps how many there are', () => {
    fc.assert(
      fc.property(aDay, fc.nat(60), someDays, aZone, (start, long, by, zone) => {
        fc.pre(by !== 0)
        const end = shifted(start, { type: 'date' }, day(long), zone)!
        const moved = movedDates({ start, end }, days(zone), day(by)) as Record<string, string>
        expect(readDay(moved['start']!)! - readDay(start)!).toBe(by * dayMs)
        expect(readDay(moved['end']!)! - readDay(moved['start']!)!).toBe(long * dayMs)
        expect(moved).toEqual(movedDates({ start, end }, days('UTC'), day(by)))
      }),
    )
  })

  it('by months keeps how long a record is', () => {
    const step = { unit: 'month', by: 1 } as const
    expect(movedDates({ start: '2027-01-31', end: '2027-02-02' }, days(), step)).toEqual({
      start: '2027-02-28',
      end: '2027-03-02',
    })
    expect(movedDates({ start: '2027-01-31', end: null }, days(), step)).toEqual({ start: '2027-02-28' })
    // Nine o'clock in winter, and in summer.
    expect(movedDates({ start: '2027-03-10T08:00:00.000Z' }, moments(), step)).toEqual({
      start: '2027-04-10T07:00:00.000Z',
    })
  })

  it('goes nowhere beyond the years that can be stored, and not half of the way', () => {
    expect(movedDates({ start: '9999-12-30', end: '9999-12-31' }, days(), day(1))).toBeNull()
    expect(movedDates({ start: '0001-01-01', end: null }, days(), day(-1))).toBeNull()
    expect(movedDates({ start: null, end: null }, days(), day(1))).toBeNull()
    expect(movedDates({ start: '2027-01-01' }, days(), day(0))).toBeNull()
  })
})

describe('a step', () => {
  it('of a pointer is by quarters of an hour where hours are seen, and by days else', () => {
    const at = Date.parse('2027-03-27T12:00:00Z')
    expect(stepBetween(at, at + 20 * 60_000, 'day', moments())).toEqual({ unit: 'ms', by: 900_000 })
    expect(stepBetween(at, at + 20 * 60_000, 'day', days())).toEqual(day(0))
    expect(stepBetween(at, at + 20 * 60_000, 'day', fieldsOf('datetime', 'date'))).toEqual(day(0))
    expect(stepBetween(at, at + 20 * hourMs, 'week', moments())).toEqual(day(1))
  })

  it('of days is as many as lie between two days, long or short', () => {
    fc.assert(
      fc.property(anInstant, someDays, aZone, fc.constantFrom(...timelineScales), (at, by, zone, scale) => {
        const to = Date.parse(shifted(iso(at), { type: 'datetime' }, day(by), zone)!)
        expect(stepBetween(at, to, scale, days(zone)).by + 0).toBe(by)
      }),
    )
  })

  it('of a key is a cell of the heading', () => {
    const steps = timelineScales.map((scale) => keyStep(scale, 1, moments()))
    expect(steps).toEqual([{ unit: 'ms', by: hourMs }, day(1), day(1), day(7), { unit: 'month', by: 1 }])
    expect(keyStep('day', -1, days())).toEqual(day(-1))
  })
})

describe('making longer and shorter', () => {
  it('never makes a record end before it begins', () => {
    const anEdge = fc.constantFrom('start', 'end')
    const aBar = fc.tuple(anInstant, fc.nat(1e9))
    fc.assert(
      fc.property(aBar, anEdge, someDays, aZone, ([from, long], edge, by, zone) => {
        const values = { start: iso(from), end: iso(from + long) }
        const resized = resizedDates(values, moments(zone), edge as 'start' | 'end', day(by))
        const span = spanOf({ ...values, ...resized }, moments(zone))!
        expect(span.isBackwards).toBe(false)
      }),
    )
    fc.assert(
      fc.property(aDay, fc.nat(30), anEdge, someDays, aZone, (start, long, edge, by, zone) => {
        const values = { start, end: shifted(start, { type: 'date' }, day(long), zone)! }
        const resized = resizedDates(values, days(zone), edge as 'start' | 'end', day(by))
        const next = { ...values, ...resized } as { start: string; end: string }
        expect(next.start <= next.end).toBe(true)
        // It stops where it has to, and no earlier.
        const wanted = shifted(values[edge as 'start' | 'end'], { type: 'date' }, day(by), zone)
        const isMet = next[edge as 'start' | 'end'] === wanted
        expect(isMet || next.start === next.end).toBe(true)
      }),
    )
  })

  it('gives a milestone its other end', () => {
    const values = { start: '2027-03-01', end: null }
    expect(resizedDates(values, days(), 'end', day(3))).toEqual({ end: '2027-03-04' })
    expect(resizedDates(values, days(), 'end', day(-3))).toEqual({ end: '2027-03-01' })
    expect(resizedDates({ start: null, end: '2027-03-04' }, days(), 'start', day(-2))).toEqual({
      start: '2027-03-02',
    })
    expect(resizedDates(values, fieldsOf('date', 'datetime'), 'end', day(1))).toEqual({
      end: '2027-03-02T16:00:00.000Z',
    })
    expect(resizedDates(values, fieldsOf('date', null), 'end', day(1))).toBeNull()
  })
})

describe('the first dates', () => {
  const [from, to] = [Date.parse('2027-03-01T10:20:00Z'), Date.parse('2027-03-04T11:50:00Z')]

  it('are the days of the places, in either direction', () => {
    const wanted = { start: '2027-03-01', end: '2027-03-04' }
    expect(firstDates(from, to, 'month', days())).toEqual(wanted)
    expect(firstDates(to, from, 'month', days())).toEqual(wanted)
    expect(firstDates(from, from, 'month', fieldsOf('date', null))).toEqual({ start: '2027-03-01' })
  })

  it('are working hours of the days where no hours are seen, and quarters of an hour where they are', () => {
    expect(firstDates(from, to, 'week', moments())).toEqual({
      start: '2027-03-01T08:00:00.000Z',
      end: '2027-03-04T16:00:00.000Z',
    })
    expect(firstDates(from, from, 'day', moments())).toEqual({
      start: '2027-03-01T10:15:00.000Z',
      end: '2027-03-01T11:15:00.000Z',
    })
  })

  it('are where one pointed, in every zone', () => {
    fc.assert(
      fc.property(anInstant, aZone, fc.constantFrom(...timelineScales), (at, zone, scale) => {
        const made = firstDates(at, at, scale, days(zone)) as Record<string, string>
        const span = spanOf(made, days(zone))!
        expect(span.from <= at && at < span.to).toBe(true)
        const byTime = firstDates(at, at, 'day', moments(zone)) as Record<string, string>
        const start = Date.parse(byTime['start']!)
        expect(at - start).toBeGreaterThanOrEqual(0)
        expect(at - start).toBeLessThan(900_000)
      }),
    )
  })
})
