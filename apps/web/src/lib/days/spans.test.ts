import { calendarSpans, type FieldId } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf, isoOf } from './days.ts'
import { conditionsFor, holds, rangeOf, stepped, titleOf } from './spans.ts'

const days = fc.integer({ min: -50_000, max: 90_000 })
const spans = fc.constantFrom(...calendarSpans)
const weekStarts = fc.integer({ min: 1, max: 7 })
const day = (iso: string) => dayOf(iso)!
const title = (span: (typeof calendarSpans)[number], locale = 'en-GB') => {
  const one = day('2027-03-02')
  // By which spaces and commas a language parts them is its own matter.
  return titleOf({ span, anchor: one, range: rangeOf(span, one, 1) }, locale).replaceAll(/[\s,]/g, '')
}
const [start, end] = ['start', 'end'] as FieldId[] as [FieldId, FieldId]

describe('what is shown', () => {
  it('holds the day, and the next one follows without a gap', () => {
    fc.assert(
      fc.property(spans, days, weekStarts, (span, one, weekStart) => {
        const range = rangeOf(span, one, weekStart)
        expect(holds(range, one)).toBe(true)
        const next = rangeOf(span, stepped(span, one, 1), weekStart)
        // Months show days of their neighbours too.
        const gap = next.first - range.last - 1
        expect(span === 'month' ? Math.max(0, gap) : gap).toBe(0)
        expect(next.last).toBeGreaterThan(range.last)
      }),
    )
  })

  it('is called after its days', () => {
    expect(calendarSpans.map((span) => title(span))).toEqual([
      'March2027',
      '1–7Mar2027',
      'Tuesday2March2027',
      'March2027',
    ])
    expect(title('month', 'de-DE')).toBe('März2027')
  })
})

describe('the records of a range', () => {
  /** As the database would judge them. */
  const matches = (items: ReturnType<typeof conditionsFor>, record: Record<string, string | null>): boolean =>
    items.every((item) => {
      if ('items' in item) return item.items.some((one) => matches([one], record))
      const [value, other] = [record[item.field] ?? null, String(item.value)]
      return value !== null && (item.operator === 'ge' ? value >= other : value <= other)
    })
  it('are those that stand on one of its days', () => {
    const length = fc.option(fc.integer({ min: 0, max: 40 }))
    fc.assert(
      fc.property(days, length, days, fc.nat(45), (from, long, first, wide) => {
        const near = first + (((from % 60) + 60) % 60) - 20
        const range = { first, last: first + wide }
        const record = { start: isoOf(near), end: long === null ? null : isoOf(near + long) }
        const isThere = near <= range.last && near + (long ?? 0) >= first
        expect(matches(conditionsFor(range, start, end), record)).toBe(isThere)
        expect(matches(conditionsFor(range, start, null), record)).toBe(holds(range, near))
      }),
    )
  })

  it('are those alone that begin in it, where there are no ends', () => {
    const items = conditionsFor({ first: day('2027-03-01'), last: day('2027-03-31') }, start, null)
    expect(items).toEqual([
      { field: start, operator: 'le', value: '2027-03-31' },
      { field: start, operator: 'ge', value: '2027-03-01' },
    ])
  })
})
