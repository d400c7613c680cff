import type { SharedPage, SharedValue } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysFrom, isoOf } from '../../lib/days/days.ts'
import { dayLabel, daysOf, eventsIn, eventsOn } from './shared-days.ts'
import type { DatedLayout } from './shared-kinds.ts'

const page: SharedPage = {
  kind: 'view',
  name: 'Work',
  fields: [
    { name: 'Task', type: 'text', options: {} },
    { name: 'From', type: 'date', options: {} },
    { name: 'To', type: 'date', options: {} },
    { name: 'At', type: 'datetime', options: {} },
  ],
  total: null,
  timeZone: 'Europe/Vienna',
  locale: 'en-GB',
  weekStart: 1,
}
const layout: DatedLayout = { kind: 'calendar', start: 1, end: 2 }
/** 1 November 2026. */
const november = 20_758
const month = { first: november, last: november + 29 }

const anyDay = fc.integer({ min: november - 60, max: november + 90 })
const anyRow = fc
  .tuple(fc.option(anyDay), fc.option(anyDay))
  .map(([from, to]): readonly SharedValue[] => [
    'Task',
    from === null ? null : isoOf(from),
    to === null ? null : isoOf(to),
    null,
  ])
const anyRows = fc.array(anyRow, { maxLength: 30 })

describe('the records of a range of days', () => {
  it('are those that stand on some day of it, as the database finds them', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const shown = new Set(eventsIn(page, layout, rows, month).map(({ row }) => row))
        const [first, last] = [isoOf(month.first), isoOf(month.last)]
        for (const row of rows) {
          const [from, to] = [row[1], row[2]]
          const stands =
            typeof from === 'string' &&
            from <= last &&
            (from >= first || (typeof to === 'string' && to >= first))
          expect(shown.has(row)).toBe(stands)
        }
      }),
    )
  })

  it('come in the order in which they begin', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const begins = eventsIn(page, layout, rows, month).map(({ stretch }) => stretch.from)
        expect(begins).toEqual(begins.toSorted((a, b) => a - b))
      }),
    )
  })

  it('stand below each of their days', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const events = eventsIn(page, layout, rows, month)
        const days = daysOf(events, month)
        for (const day of daysFrom(month.first, 30)) {
          const here = days.find((one) => one.day === day)?.events ?? []
          expect(here).toEqual(eventsOn(events, day))
        }
        expect(new Set(days.flatMap((day) => day.events))).toEqual(new Set(events))
      }),
    )
  })

  it('are where the clocks of the base say it', () => {
    const timed: DatedLayout = { kind: 'calendar', start: 3, end: null }
    const rows = [['Late', null, null, '2026-11-30T23:30:00Z']] as const
    expect(eventsIn(page, timed, rows, month)).toEqual([])
    const [event] = eventsIn(page, timed, rows, { first: month.last + 1, last: month.last + 1 })
    expect(event).toMatchObject({ title: 'Late', stretch: { first: november + 30, isTimed: true } })
  })
})

it('a day says how many records it has, and whether it is today', () => {
  expect(dayLabel(november, 0, { page, today: november + 1 })).toBe('Sunday 1 November, no records')
  expect(dayLabel(november, 1, { page, today: november })).toBe('Sunday 1 November, today, 1 record')
})
