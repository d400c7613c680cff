import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf, isoOf } from '../../../lib/days/days.ts'
import { stretchOf } from '../../../lib/days/stretch.ts'
import { countsOfDays } from './counts-of-days.ts'

const first = dayOf('2026-06-01')!
const range = { first, last: first + 41 }
const timing = { start: 'date', end: 'date', zone: 'UTC' } as const

/** Days from a week before the range to a week behind it. */
const anyDay = fc.integer({ min: first - 7, max: first + 48 }).map(isoOf)
const record = fc.record({ start: anyDay, end: fc.option(anyDay) })

/** As the database groups: each level before those within it. */
function grouped(records: readonly { start: string; end: string | null }[]) {
  const groups = new Map<string, { path: (string | null)[]; count: number }>()
  for (const { start, end } of records)
    for (const path of [[start], [start, end]]) {
      const key = JSON.stringify(path)
      groups.set(key, { path, count: (groups.get(key)?.count ?? 0) + 1 })
    }
  return [...groups.values()]
}

describe('how many records stand on a day', () => {
  it('is told by the days on which they begin and end', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 60 }), (records) => {
        const counts = countsOfDays(grouped(records), 2, range)
        for (let day = range.first; day <= range.last; day++) {
          const there = records.filter((times) => {
            const stretch = stretchOf(times, timing)!
            return stretch.first <= day && day <= stretch.last
          })
          expect(counts.get(day) ?? 0).toBe(there.length)
        }
      }),
    )
  })

  it('is, without an end, how many begin', () => {
    const groups = grouped([
      { start: '2026-06-03', end: null },
      { start: '2026-06-03', end: '2026-06-09' },
      { start: '2026-05-31', end: null },
    ])
    expect([...countsOfDays(groups, 1, range)]).toEqual([[dayOf('2026-06-03')!, 2]])
  })

  it('counts moments by their days', () => {
    const groups = [{ path: ['2026-06-03T10:00:00.000Z'], count: 4 }]
    expect([...countsOfDays(groups, 1, range)]).toEqual([[dayOf('2026-06-03')!, 4]])
  })
})
