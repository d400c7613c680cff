import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SeriesValue, seriesOf } from './series.ts'

type Simple = number | string | boolean | null

/** Texts like dates are dates here. */
const typed = (value: Simple): SeriesValue =>
  typeof value === 'number'
    ? { kind: 'number', value }
    : typeof value !== 'string'
      ? { kind: 'other', value }
      : { kind: /^\d{4}-\d\d-\d\d$/.test(value) ? 'date' : 'text', value }

function from(values: readonly Simple[], places: readonly number[], isSeries = true): unknown[] {
  const series = seriesOf(values.map(typed), isSeries)
  return places.map((place) => series(place).value)
}

describe('a series', () => {
  it.each<[readonly Simple[], readonly Simple[], readonly Simple[]]>([
    // Values, the two before, the three behind.
    [
      [1, 3],
      [-3, -1],
      [5, 7, 9],
    ],
    [[5], [5, 5], [5, 5, 5]],
    [
      [0.1, 0.2],
      [-0.1, 0],
      [0.3, 0.4, 0.5],
    ],
    [
      [10, 8, 6],
      [14, 12],
      [4, 2, 0],
    ],
    [
      [1, 2, 4],
      [2, 4],
      [1, 2, 4],
    ],
    [['2026-01-30'], ['2026-01-28', '2026-01-29'], ['2026-01-31', '2026-02-01', '2026-02-02']],
    [
      ['2026-01-01', '2026-01-08'],
      ['2025-12-18', '2025-12-25'],
      ['2026-01-15', '2026-01-22', '2026-01-29'],
    ],
    [
      ['2026-01-15', '2026-02-15'],
      ['2025-11-15', '2025-12-15'],
      ['2026-03-15', '2026-04-15', '2026-05-15'],
    ],
    [
      ['2026-01-31', '2026-02-28'],
      ['2025-11-30', '2025-12-31'],
      ['2026-03-31', '2026-04-30', '2026-05-31'],
    ],
    [
      ['2024-02-29', '2025-02-28'],
      ['2022-02-28', '2023-02-28'],
      ['2026-02-28', '2027-02-28', '2028-02-29'],
    ],
    [
      ['2025-12-30', '2026-01-30'],
      ['2025-10-30', '2025-11-30'],
      ['2026-02-28', '2026-03-30', '2026-04-30'],
    ],
    [
      ['2026-11-19', '2026-11-20', '2026-11-23'],
      ['2026-11-17', '2026-11-18'],
      ['2026-11-24', '2026-11-25', '2026-11-26'],
    ],
    [
      ['2026-01-01', '2026-01-02', '2026-01-09'],
      ['2026-01-02', '2026-01-09'],
      ['2026-01-01', '2026-01-02', '2026-01-09'],
    ],
    [
      ['2026-02-30', '2026-03-30'],
      ['2026-02-30', '2026-03-30'],
      ['2026-02-30', '2026-03-30', '2026-02-30'],
    ],
    [['9999-12-30'], ['9999-12-28', '9999-12-29'], ['9999-12-31', '9999-12-31', '9999-12-31']],
    [
      ['Item 1', 'Item 2'],
      ['Item 1', 'Item 0'],
      ['Item 3', 'Item 4', 'Item 5'],
    ],
    [['Item 9'], ['Item 7', 'Item 8'], ['Item 10', 'Item 11', 'Item 12']],
    [
      ['A098', 'A099'],
      ['A096', 'A097'],
      ['A100', 'A101', 'A102'],
    ],
    [
      ['red', 'green'],
      ['red', 'green'],
      ['red', 'green', 'red'],
    ],
    [
      ['Item 1', 'Box 2'],
      ['Item 1', 'Box 2'],
      ['Item 1', 'Box 2', 'Item 1'],
    ],
    [
      [1, 'a'],
      [1, 'a'],
      [1, 'a', 1],
    ],
    [
      [true, false],
      [true, false],
      [true, false, true],
    ],
  ])('%j', (values, before, behind) => {
    const count = values.length
    expect(from(values, [-2, -1])).toEqual(before)
    expect(from(values, [count, count + 1, count + 2])).toEqual(behind)
  })

  it('of dates ends with the calendar', () => {
    expect(from(['3369-05-12', '6302-02-12'], [2, 93, -2, -93])).toEqual([
      '9234-11-12',
      '9999-12-31',
      '0001-01-01',
      '0001-01-01',
    ])
  })

  it('is the values over again where it is not wanted', () => {
    expect(from([1, 3], [-1, 0, 1, 2, 3], false)).toEqual([3, 1, 3, 1, 3])
    expect(from(['Item 1'], [1, 2], false)).toEqual(['Item 1', 'Item 1'])
  })

  it('begins with the values given, and keeps their kind', () => {
    const value = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string(),
      fc.integer({ min: 0, max: 99 }).map((number) => `Item ${number}`),
      fc
        .integer({ min: -700_000, max: 2_900_000 })
        .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
      fc.boolean(),
    )
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: -500, max: 500 }),
        (values, place) => {
          const given = values.map(typed)
          const series = seriesOf(given, true)
          expect(given.map((_, at) => series(at))).toEqual(given)
          expect(given.map(({ kind }) => kind)).toContain(series(place).kind)
        },
      ),
    )
  })

  it('goes on in even steps', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e6, max: 1e6 }),
        fc.integer({ min: -1000, max: 1000 }),
        fc.integer({ min: -900, max: 900 }),
        fc.nat(3),
        (start, step, place, digits) => {
          const scaled = (value: number) => Number((value / 10 ** digits).toFixed(digits))
          expect(from([scaled(start), scaled(start + step)], [place])).toEqual([scaled(start + step * place)])
        },
      ),
    )
  })

  it('of working days never falls on a weekend', () => {
    const series = seriesOf(['2026-11-19', '2026-11-20', '2026-11-23'].map(typed), true)
    const days = Array.from({ length: 600 }, (_, order) =>
      new Date(String(series(order - 300).value)).getUTCDay(),
    )
    expect(new Set(days)).toEqual(new Set([1, 2, 3, 4, 5]))
  })
})
