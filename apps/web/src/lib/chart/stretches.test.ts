import { chartUnits } from '@plinth/domain'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextStretch, withGaps } from './stretches.ts'

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const unit = fc.constantFrom(...chartUnits)

/** The first day of a stretch that holds a day; weeks begin on Mondays here. */
function beginOf(iso: string, of: (typeof chartUnits)[number]): string {
  const [year, month] = [iso.slice(0, 4), Number(iso.slice(5, 7))]
  if (of === 'year') return `${year}-01-01`
  if (of === 'quarter') return `${year}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`
  if (of === 'month') return `${iso.slice(0, 7)}-01`
  if (of === 'day') return iso
  const date = new Date(`${iso}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

it('a stretch is followed by the first one that begins behind it', () => {
  fc.assert(
    fc.property(day, unit, (iso, of) => {
      const begin = beginOf(iso, of)
      const next = nextStretch(begin, of)
      expect(next > iso).toBe(true)
      expect(beginOf(next, of)).toBe(next)
      const before = new Date(`${next}T00:00:00Z`)
      before.setUTCDate(before.getUTCDate() - 1)
      expect(beginOf(before.toISOString().slice(0, 10), of)).toBe(begin)
    }),
  )
})

it('no stretch is left out between two, and none is made up outside', () => {
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 8 }), unit, (days, of) => {
      const begins = [...new Set(days.map((iso) => beginOf(iso, of)))]
      const all = withGaps(begins, of, 100_000)
      expect(all).toEqual([...new Set(all)].toSorted())
      expect(all[0]).toBe(begins.toSorted()[0])
      expect(all.at(-1)).toBe(begins.toSorted().at(-1))
      for (const begin of begins) expect(all).toContain(begin)
      expect(all.slice(1)).toEqual(all.slice(0, -1).map((begin) => nextStretch(begin, of)))
    }),
  )
})

it('shows only what holds records where very much would be in between', () => {
  expect(withGaps(['2024-01-01', '1900-01-01'], 'day', 400)).toEqual(['1900-01-01', '2024-01-01'])
  expect(withGaps([], 'day', 400)).toEqual([])
})
