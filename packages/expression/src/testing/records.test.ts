import { type CellValue, type FieldId, fieldTypes, isOfMoments, isOfPeople, isStorable } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ExpressionField, valueOfCell } from '../types/expression-field.ts'
import { recordsOf, situations } from './records.ts'
import { sampleFields } from './sample-fields.ts'
import { dates, instants, numbers, sampleTimeZones, texts } from './values.ts'

const sample = <T>(arbitrary: fc.Arbitrary<T>): readonly T[] =>
  fc.sample(arbitrary, { numRuns: 400, seed: 5 })

/** True for a cell that a field of the app would keep as it is. */
function isValid(field: ExpressionField, cell: CellValue): boolean {
  if (field.type === 'attachment') return true
  // What nobody writes is kept as what people write of the same kind.
  const written = isOfMoments(field.type) ? 'datetime' : isOfPeople(field.type) ? 'person' : field.type
  const type = written === 'autonumber' ? 'integer' : written
  const validated = fieldTypes[type].validate(cell, { options: (field.options ?? {}) as never })
  return validated.ok && JSON.stringify(validated.value) === JSON.stringify(cell)
}

describe('random records', () => {
  const records = sample(recordsOf(sampleFields))

  test('have cells that the app would keep', () => {
    const refused = sampleFields.flatMap((field) =>
      records.map((record) => record[field.id]!).filter((cell) => !isValid(field, cell)),
    )
    expect(refused).toEqual([])
  })

  test('have every field filled and empty', () => {
    for (const field of sampleFields) {
      const cells = records.map((record: Readonly<Record<FieldId, CellValue>>) =>
        valueOfCell(field, record[field.id]),
      )
      expect(cells.some((cell) => cell === null)).toBe(true)
      expect(cells.filter((cell) => cell !== null).length).toBeGreaterThan(100)
    }
  })
})

describe('random values', () => {
  test('are numbers up to both ends, without negative zero', () => {
    const all = sample(numbers)
    expect(all.every((number) => Number.isFinite(number) && !Object.is(number, -0))).toBe(true)
    for (const end of [1e308, Number.MIN_VALUE, 2 ** 53]) expect(all.map(Math.abs)).toContain(end)
  })

  test('are texts that the database can keep, some with astral characters', () => {
    const all = sample(texts)
    expect(all.filter((text) => !isStorable(text))).toEqual([])
    expect(all.some((text) => /[\u{10000}-\u{10ffff}]/u.test(text))).toBe(true)
    expect(all.some((text) => text.includes('e\u0301'))).toBe(true)
  })

  test('are days and moments up to both ends', () => {
    const days = sample(dates)
    expect(days).toEqual(expect.arrayContaining(['0001-01-01', '9999-12-31', '2024-02-29']))
    const moments = sample(instants)
    expect(Math.min(...moments)).toBe(Date.parse('0001-01-01T00:00:00Z'))
    expect(Math.max(...moments)).toBe(Date.parse('9999-12-31T23:59:59.999Z'))
  })

  test('are situations in every zone, with and without somebody who asks', () => {
    const all = sample(situations)
    expect(new Set(all.map(({ timeZone }) => timeZone))).toEqual(new Set(sampleTimeZones))
    expect(all.some(({ me }) => me === null) && all.some(({ me }) => me !== null)).toBe(true)
  })
})
