import { type FieldId, type FilterCondition, type FilterGroup, limits } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs } from '../../../lib/days/civil-time.ts'
import { dayOf, isoOf } from '../../../lib/days/days.ts'
import { dayAt, midnightsIn, stretchOf, wallOf } from '../../../lib/days/stretch.ts'
import { closingAt, countsOfDays } from './counts-of-days.ts'

const first = dayOf('2026-10-12')!
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

  it.each(['Europe/Berlin', 'America/Havana', 'America/Sao_Paulo', 'Australia/Lord_Howe'])(
    'is told where ends are moments, of which a midnight ends the day before, in %s',
    (zone) => {
      const midnights = midnightsIn(range, zone)
      const dawn = Date.parse(midnights[0]!) - 2 * dayMs
      // Quarters of hours, and as often a midnight.
      const moment = fc.oneof(
        fc.integer({ min: 0, max: 46 * 96 }).map((n) => new Date(dawn + n * 900_000).toISOString()),
        fc.constantFrom(...midnights),
      )
      const times = { start: 'datetime', end: 'datetime', zone } as const
      const dayIn = (at: string) => isoOf(dayAt(wallOf(at, 'datetime', zone)!))
      fc.assert(
        fc.property(fc.array(fc.record({ start: moment, end: fc.option(moment) })), (records) => {
          const groupsOf = (some: typeof records) =>
            grouped(
              some.map(({ start, end }) => ({ start: dayIn(start), end: end === null ? null : dayIn(end) })),
            )
          const closing = records.filter(({ end }) => end !== null && midnights.includes(end))
          const counts = countsOfDays(groupsOf(records), 2, range, groupsOf(closing))
          for (let day = range.first; day <= range.last; day++) {
            const there = records.filter((each) => {
              const stretch = stretchOf(each, times)!
              return stretch.first <= day && day <= stretch.last
            })
            expect(counts.get(day) ?? 0).toBe(there.length)
          }
        }),
      )
    },
  )

  it('is, without an end, how many begin', () => {
    const groups = grouped([
      { start: '2026-10-14', end: null },
      { start: '2026-10-14', end: '2026-10-20' },
      { start: '2026-10-11', end: null },
    ])
    expect([...countsOfDays(groups, 1, range)]).toEqual([[dayOf('2026-10-14')!, 2]])
  })

  it('counts moments by their days', () => {
    const groups = [{ path: ['2026-10-14T10:00:00.000Z'], count: 4 }]
    expect([...countsOfDays(groups, 1, range)]).toEqual([[dayOf('2026-10-14')!, 4]])
  })
})

describe('what ends at a midnight', () => {
  const [field, end] = ['f', 'e'] as FieldId[] as [FieldId, FieldId]
  const own = (count: number): FilterGroup => ({
    join: 'or',
    items: Array.from({ length: count }, () => ({ field, operator: 'not_empty' })),
  })
  const conditionsIn = (part: FilterGroup): FilterCondition[] =>
    part.items.flatMap((item) => ('items' in item ? conditionsIn(item) : [item]))

  it.each([
    [0, 1],
    [5, 1],
    [20, 2],
    [49, 42],
  ])('is asked for within the bounds of a filter, beside %s conditions of the view', (count, asked) => {
    const filters = closingAt(count > 0 ? own(count) : undefined, end, range, 'UTC')
    expect(filters).toHaveLength(asked)
    const all = filters.map((filter) => conditionsIn(filter))
    expect(all.every((conditions) => conditions.length <= limits.filterConditions)).toBe(true)
    const ends = all.flat().filter((condition) => condition.field === end)
    expect(ends.map(({ value }) => value)).toEqual(midnightsIn(range, 'UTC'))
  })
})
