import { type CellValue, type FieldTypeName, zoneOffset } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs } from './civil-time.ts'
import { dayOf, isoOf } from './days.ts'
import {
  clockChange,
  dayAt,
  endAt,
  endOnDay,
  minuteMs,
  momentAt,
  moved,
  stretchOf,
  type Timing,
  wallOf,
} from './stretch.ts'

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'] as const
const zone = fc.constantFrom(...zones)
/** Days around the changes of all three, and others. */
const changes = ['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04']
const aDay = fc.oneof(
  fc.constantFrom(...changes).chain((iso) => fc.integer({ min: -2, max: 2 }).map((by) => dayOf(iso)! + by)),
  fc.integer({ min: dayOf('2025-01-01')!, max: dayOf('2028-01-01')! }),
)
/** By quarters of an hour, the night more often. */
const aMinute = fc
  .oneof(fc.integer({ min: 0, max: 16 }), fc.integer({ min: 0, max: 95 }))
  .map((quarter) => quarter * 15)
const aWall = fc.tuple(aDay, aMinute).map(([day, minute]) => day * dayMs + minute * minuteMs)
const moments = (zone: string, end: FieldTypeName | null = 'datetime'): Timing => ({
  start: 'datetime',
  end,
  zone,
})
const days: Timing = { start: 'date', end: 'date', zone: 'Europe/Berlin' }
const wall = (value: CellValue, zone: string) => wallOf(value, 'datetime', zone)!
const isShown = (at: number, zone: string) => wall(momentAt(at, zone), zone) === at
const clock = (value: CellValue, zone: string) => {
  const at = wall(value, zone)
  return `${isoOf(dayAt(at))} ${new Date(at).toISOString().slice(11, 16)}`
}
const lengths = (iso: string, where: string) => {
  const day = dayOf(iso)!
  return hours(momentAt(day * dayMs, where), momentAt((day + 1) * dayMs, where))
}
const changeOn = (iso: string, where: string) => clockChange(dayOf(iso)!, where)
const hours = (from: CellValue, to: CellValue) =>
  (Date.parse(String(to)) - Date.parse(String(from))) / 3_600_000

describe('a moment', () => {
  it('is the one at which the clocks show it, in the skipped hour one that much later', () => {
    fc.assert(
      fc.property(aWall, zone, (at, where) => {
        const shown = wall(momentAt(at, where), where)
        const change = clockChange(dayAt(at), where)
        const minute = (at - dayAt(at) * dayMs) / minuteMs
        const isSkipped = change?.kind === 'skipped' && minute >= change.from && minute < change.to
        expect((shown - at) / minuteMs).toBe(isSkipped ? change.to - change.from : 0)
      }),
    )
  })

  it('of an hour that comes twice is the first', () => {
    expect(momentAt(dayOf('2026-10-25')! * dayMs + 150 * minuteMs, 'Europe/Berlin')).toBe(
      '2026-10-25T00:30:00.000Z',
    )
  })
})

describe('the days of a clock change', () => {
  it('have 23 and 25 hours, on Lord Howe Island half an hour less and more', () => {
    expect([lengths('2026-03-29', zones[0]), lengths('2026-10-25', zones[0])]).toEqual([23, 25])
    expect([lengths('2026-03-08', zones[1]), lengths('2026-11-01', zones[1])]).toEqual([23, 25])
    expect([lengths('2026-10-04', zones[2]), lengths('2026-04-05', zones[2])]).toEqual([23.5, 24.5])
  })

  it('tell which time of the clock is skipped, and which comes twice', () => {
    expect(changeOn('2026-03-29', zones[0])).toEqual({ kind: 'skipped', from: 120, to: 180 })
    expect(changeOn('2026-10-25', zones[0])).toEqual({ kind: 'repeated', from: 120, to: 180 })
    expect(changeOn('2026-03-08', zones[1])).toEqual({ kind: 'skipped', from: 120, to: 180 })
    expect(changeOn('2026-11-01', zones[1])).toEqual({ kind: 'repeated', from: 60, to: 120 })
    expect(changeOn('2026-10-04', zones[2])).toEqual({ kind: 'skipped', from: 120, to: 150 })
    expect(changeOn('2026-04-05', zones[2])).toEqual({ kind: 'repeated', from: 90, to: 120 })
    expect(changeOn('2026-06-01', zones[0])).toBeNull()
  })

  it('are found whatever day it is', () => {
    fc.assert(
      fc.property(aDay, zone, (day, where) => {
        const length = lengths(isoOf(day), where) * 60
        const change = clockChange(day, where)
        const by = change ? (change.to - change.from) * (change.kind === 'skipped' ? -1 : 1) : 0
        expect(length).toBe(24 * 60 + by)
      }),
    )
  })
})

describe('a move by days', () => {
  const byDays = fc.integer({ min: -400, max: 400 })

  it('keeps the time of day on the clock', () => {
    fc.assert(
      fc.property(aWall, byDays, zone, (at, by, where) => {
        fc.pre(isShown(at, where) && isShown(at + by * dayMs, where))
        const times = { start: momentAt(at, where), end: null }
        const { start } = moved(times, { days: by, minutes: 0 }, moments(where))
        expect(wall(start, where)).toBe(at + by * dayMs)
        expect(moved({ start, end: null }, { days: -by, minutes: 0 }, moments(where))).toEqual(times)
      }),
    )
  })

  it('keeps both times of day, and never puts the end before the beginning', () => {
    fc.assert(
      fc.property(aWall, fc.integer({ min: 0, max: 60 * 24 * 9 }), byDays, zone, (at, long, by, where) => {
        const start = momentAt(at, where)
        const end = new Date(Date.parse(start) + long * minuteMs).toISOString()
        const next = moved({ start, end }, { days: by, minutes: 0 }, moments(where))
        expect(Date.parse(String(next.end))).toBeGreaterThanOrEqual(Date.parse(String(next.start)))
        const ends = [start, end].map((value) => wall(value, where) + by * dayMs)
        fc.pre(ends.every((one) => isShown(one, where)) && ends[0]! <= ends[1]!)
        expect([next.start, next.end].map((value) => wall(value, where))).toEqual(ends)
        const { first, last } = stretchOf({ start, end }, moments(where))!
        expect(stretchOf(next, moments(where))).toMatchObject({ first: first + by, last: last + by })
      }),
    )
  })

  it('goes across a change of the clocks and back', () => {
    const times = { start: '2026-03-28T08:00:00.000Z', end: '2026-03-28T10:00:00.000Z' }
    const next = moved(times, { days: 1, minutes: 0 }, moments(zones[0]))
    expect(next).toEqual({ start: '2026-03-29T07:00:00.000Z', end: '2026-03-29T09:00:00.000Z' })
    expect(moved(next, { days: -1, minutes: 0 }, moments(zones[0]))).toEqual(times)
  })

  it('is no change by none, in the hour that comes twice too', () => {
    const second = { start: '2026-10-25T01:30:00.000Z', end: '2026-10-25T02:30:00.000Z' }
    expect(moved(second, { days: 0, minutes: 0 }, moments(zones[0]))).toEqual(second)
  })

  it('of days is the same in every zone', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: 0, max: 30 }), byDays, zone, (day, long, by, where) => {
        const timing: Timing = { ...days, zone: where }
        const next = moved({ start: isoOf(day), end: isoOf(day + long) }, { days: by, minutes: 45 }, timing)
        expect(next).toEqual({ start: isoOf(day + by), end: isoOf(day + long + by) })
        expect(stretchOf(next, timing)).toMatchObject({
          first: day + by,
          last: day + long + by,
          isTimed: false,
        })
      }),
    )
  })

  it('of a moment that ends on a day moves both', () => {
    const timing = moments(zones[1], 'date')
    const start = momentAt(dayOf('2026-03-07')! * dayMs + 600 * minuteMs, zones[1])
    const next = moved({ start, end: '2026-03-09' }, { days: 2, minutes: 0 }, timing)
    expect([clock(next.start, zones[1]), next.end]).toEqual(['2026-03-09 10:00', '2026-03-11'])
  })
})

describe('a move by minutes', () => {
  it('keeps how long it takes', () => {
    fc.assert(
      fc.property(
        aWall,
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: -3, max: 3 }),
        fc.integer({ min: -50, max: 50 }).filter((quarters) => quarters !== 0),
        zone,
        (at, long, by, quarters, where) => {
          const start = momentAt(at, where)
          const end = new Date(Date.parse(start) + long * minuteMs).toISOString()
          const next = moved({ start, end }, { days: by, minutes: quarters * 15 }, moments(where))
          fc.pre(by * 96 + quarters !== 0)
          expect(hours(next.start, next.end)).toBe(long / 60)
        },
      ),
    )
  })
})

describe('an end', () => {
  it('keeps its time of day when it is put on another day, and back', () => {
    fc.assert(
      fc.property(
        aWall,
        fc.integer({ min: 0, max: 4_000 }),
        fc.integer({ min: 0, max: 20 }),
        zone,
        (at, long, by, where) => {
          const start = momentAt(at, where)
          const end = new Date(Date.parse(start) + long * minuteMs).toISOString()
          const to = wall(end, where)
          fc.pre(isShown(to, where) && isShown(to + by * dayMs, where) && to > at)
          // The second of an hour that comes twice is told as the first.
          fc.pre(momentAt(to, where) === end && momentAt(at, where) === start && wall(start, where) === at)
          const later = endOnDay({ start, end }, by, moments(where))
          expect(wall(later, where)).toBe(to + by * dayMs)
          expect(endOnDay({ start, end: later }, -by, moments(where))).toBe(end)
        },
      ),
    )
  })

  it('is never before the beginning', () => {
    fc.assert(
      fc.property(aWall, aWall, fc.integer({ min: -400, max: 400 }), zone, (at, to, by, where) => {
        const times = { start: momentAt(at, where), end: momentAt(to, where) }
        for (const end of [endOnDay(times, by, moments(where)), endAt(times, to, moments(where))]) {
          expect(Date.parse(String(end))).toBeGreaterThanOrEqual(Date.parse(times.start))
          expect(stretchOf({ ...times, end }, moments(where))!.isReversed).toBe(false)
        }
      }),
    )
  })

  it('on a day counts as this day, at midnight as the day before', () => {
    const times = { start: '2026-06-01T08:00:00.000Z', end: '2026-06-02T22:00:00.000Z' }
    expect(stretchOf(times, moments(zones[0]))).toMatchObject({
      first: dayOf('2026-06-01'),
      last: dayOf('2026-06-02'),
    })
    expect(clock(endOnDay(times, 1, moments(zones[0])), zones[0])).toBe('2026-06-04 00:00')
    const onDays = stretchOf({ start: '2026-06-01', end: '2026-06-03' }, days)
    expect(onDays).toMatchObject({ first: dayOf('2026-06-01'), last: dayOf('2026-06-03') })
    expect(endOnDay({ start: '2026-06-01', end: null }, 2, days)).toBe('2026-06-03')
  })

  it('before the beginning does not count, and is told', () => {
    const reversed = stretchOf({ start: '2026-06-03', end: '2026-06-01' }, days)
    expect(reversed).toMatchObject({
      first: dayOf('2026-06-03'),
      last: dayOf('2026-06-03'),
      isReversed: true,
    })
    // By the clock the end is earlier, in truth it is not.
    const twice = { start: '2026-10-25T00:50:00.000Z', end: '2026-10-25T01:10:00.000Z' }
    expect(stretchOf(twice, moments(zones[0]))).toMatchObject({ isReversed: false })
  })
})

describe('a stretch', () => {
  it('begins on the day that the zone shows', () => {
    const start = '2026-11-25T23:30:00.000Z'
    const first = (where: string) => isoOf(stretchOf({ start, end: null }, moments(where, null))!.first)
    expect(zones.map(first)).toEqual(['2026-11-26', '2026-11-25', '2026-11-26'])
    expect(zoneOffset(Date.parse(start), zones[2])).toBe(11 * 3_600_000)
  })

  it('is none without a beginning', () => {
    expect(stretchOf({ start: null, end: '2026-01-01' }, days)).toBeNull()
    expect(stretchOf({ start: 'soon', end: null }, days)).toBeNull()
  })
})
