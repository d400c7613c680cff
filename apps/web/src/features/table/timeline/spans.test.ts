import type { CellValue, FieldId, FieldTypeName } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { civilOf, dayMs, dayText } from '../../../lib/days/civil-time.ts'
import { aDay, anInstant, aZone } from '../../../lib/days/time-samples.ts'
import { isTooEarly, middleOf, spanOf } from './spans.ts'

const fieldsOf = (start: FieldTypeName, end: FieldTypeName | null, zone = 'Europe/Berlin') => ({
  start: { id: 'start' as FieldId, type: start },
  end: end && { id: 'end' as FieldId, type: end },
  zone,
})
const days = (start: CellValue, end: CellValue, zone?: string) =>
  spanOf({ start, end }, fieldsOf('date', 'date', zone))

describe('from when to when a record is', () => {
  it('are whole days of the zone for days, whatever the zone is', () => {
    fc.assert(
      fc.property(aDay, aDay, aZone, (a, b, zone) => {
        const [start, end] = [a, b].toSorted()
        const span = days(start!, end!, zone)!
        expect(span).toMatchObject({ kind: 'bar', isBackwards: false, has: 'both' })
        // The days are those that were written: no zone moves them.
        expect(dayText(civilOf(span.from, zone))).toBe(start)
        expect(dayText(civilOf(span.to - 1, zone))).toBe(end)
        expect(dayText(civilOf(middleOf(days(start!, null, zone)!), zone))).toBe(start)
      }),
    )
  })

  it('are moments for date-times', () => {
    fc.assert(
      fc.property(anInstant, fc.nat(1e9), aZone, (from, ms, zone) => {
        const values = { start: new Date(from).toISOString(), end: new Date(from + ms).toISOString() }
        expect(spanOf(values, fieldsOf('datetime', 'datetime', zone))).toMatchObject({ from, to: from + ms })
      }),
    )
  })

  it('is a milestone where one end is known, and nothing where none is', () => {
    expect(days('2027-03-01', null)).toMatchObject({ kind: 'milestone', has: 'start' })
    expect(days(null, '2027-03-01')).toMatchObject({ kind: 'milestone', has: 'end' })
    expect(days(null, null)).toBeNull()
    expect(days('', 'no day')).toBeNull()
    expect(spanOf({ start: '2027-03-01T09:00:00.000Z' }, fieldsOf('datetime', null))).toMatchObject({
      from: Date.parse('2027-03-01T09:00:00Z'),
      to: Date.parse('2027-03-01T09:00:00Z'),
    })
  })

  it('is told where it ends before it begins', () => {
    const span = days('2027-03-05', '2027-03-01')!
    expect(span.isBackwards).toBe(true)
    expect((span.to - span.from) / dayMs).toBe(5)
    expect(days('2027-03-05', '2027-03-04')!.isBackwards).toBe(true)
    expect(days('2027-03-05', '2027-03-05')!.isBackwards).toBe(false)
  })
})

describe('a record that comes after another', () => {
  const before = days('2027-03-01', '2027-03-03')!

  it('may begin on the day after the other has ended, and not before', () => {
    expect(isTooEarly(days('2027-03-04', '2027-03-04')!, before)).toBe(false)
    expect(isTooEarly(days('2027-03-03', '2027-03-09')!, before)).toBe(true)
  })

  it('may begin on the day of a milestone', () => {
    const milestone = days('2027-03-03', null)!
    expect(isTooEarly(days('2027-03-03', '2027-03-04')!, milestone)).toBe(false)
    expect(isTooEarly(days('2027-03-02', '2027-03-04')!, milestone)).toBe(true)
  })
})
