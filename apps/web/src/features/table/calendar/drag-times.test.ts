import type { RecordId } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs } from '../../../lib/days/civil-time.ts'
import { dayOf, isoOf } from '../../../lib/days/days.ts'
import {
  dayAt,
  minuteMs,
  momentAt,
  stretchOf,
  type Times,
  type Timing,
  wallOf,
} from '../../../lib/days/stretch.ts'
import { type Grip, type Spot, timesAt } from './drag-times.ts'

const zone = 'Europe/Berlin'
const moments: Timing = { start: 'datetime', end: 'datetime', zone }
const days: Timing = { start: 'date', end: 'date', zone }
const june = dayOf('2026-06-15')!
const spot = (day: number, minute: number | null = null): Spot => ({ day: june + day, minute })
const grip = (kind: Grip['kind'], at: Spot): Grip => ({ kind, id: 'r' as RecordId, at })
const drop = (times: Times, held: Grip, over: Spot, timing: Timing) =>
  timesAt({ times, stretch: stretchOf(times, timing) }, held, over, timing)
const meeting: Times = {
  start: momentAt(june * dayMs + 610 * minuteMs, zone),
  end: momentAt(june * dayMs + 660 * minuteMs, zone),
}
const clock = (value: unknown) => {
  const wall = wallOf(value as string, 'datetime', zone)!
  return [dayAt(wall) - june, (wall - dayAt(wall) * dayMs) / minuteMs]
}

describe('a record that is dragged', () => {
  it('over days stays at its time', () => {
    const times = drop(meeting, grip('move', spot(0)), spot(3), moments)!
    expect([clock(times.start), clock(times.end)]).toEqual([
      [3, 610],
      [3, 660],
    ])
    const trip: Times = { start: isoOf(june), end: isoOf(june + 4) }
    expect(drop(trip, grip('move', spot(2)), spot(1), days)).toEqual({
      start: isoOf(june - 1),
      end: isoOf(june + 3),
    })
  })

  it('over hours begins at a quarter of an hour, and takes as long as before', () => {
    const times = drop(meeting, grip('move', spot(0, 640)), spot(1, 700), moments)!
    expect([clock(times.start), clock(times.end)]).toEqual([
      [1, 675],
      [1, 725],
    ])
  })

  it('is where it was when it is put back', () => {
    const anyMinute = fc.nat(1_439)
    fc.assert(
      fc.property(fc.integer({ min: -9, max: 9 }), anyMinute, (day, minute) => {
        const days = grip('move', spot(day))
        expect(drop(meeting, days, spot(day), moments)).toEqual(meeting)
        // By the hours it comes to a quarter of an hour.
        const { start } = drop(meeting, grip('move', spot(day, minute)), spot(day, minute), moments)!
        expect(clock(start)).toEqual([0, 615])
      }),
    )
  })

  it('without a date begins where it is put', () => {
    const nothing: Times = { start: null, end: null }
    expect(drop(nothing, grip('place', spot(0)), spot(2), days)).toEqual({
      start: isoOf(june + 2),
      end: null,
    })
    const put = (over: Spot) => clock(drop(nothing, grip('place', spot(0)), over, moments)!.start)
    expect([put(spot(2)), put(spot(2, 100))]).toEqual([
      [2, 540],
      [2, 105],
    ])
    expect(drop(nothing, grip('move', spot(0)), spot(2), days)).toBeNull()
  })
})

describe('an end that is dragged', () => {
  it('comes to the day, at its time', () => {
    const times = drop(meeting, grip('end', spot(0)), spot(2), moments)!
    expect([times.start, clock(times.end)]).toEqual([meeting.start, [2, 660]])
  })

  it('comes to the hour', () => {
    const times = drop(meeting, grip('end', spot(0, 660)), spot(0, 742), moments)!
    expect(clock(times.end)).toEqual([0, 735])
  })

  it('does not come before the beginning', () => {
    expect(drop(meeting, grip('end', spot(0, 660)), spot(0, 60), moments)!.end).toBe(meeting.start)
    expect(
      drop({ start: isoOf(june), end: isoOf(june + 3) }, grip('end', spot(3)), spot(-5), days)!.end,
    ).toBe(isoOf(june))
  })
})
