import type { CellValue, Field, FieldId, FieldTypeName } from '@plinth/domain'
import { readClipboard, writeClipboard } from '@plinth/grid'
import type { OwnValue } from '@plinth/record-store'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellText } from '../grid-clipboard.ts'
import { changesOf } from './pasted-values.ts'
import { fieldOf, rowOf } from './testing.ts'

const locales = ['en-US', 'en-GB', 'de-DE'] as const
const row = rowOf('r')

/** What is in the fields after some texts were pasted into a row of them; throws where one is refused. */
function pasted(fields: readonly Field[], texts: readonly string[], locale: string): OwnValue[] {
  const cells = fields.map((field, at) => ({ target: row, field, incoming: { text: texts[at]! }, place: 0 }))
  const values = { locale, timeZone: 'Europe/Vienna' }
  const { edits, refused } = changesOf(cells, { values, isFixed: () => false })
  expect(refused).toEqual([])
  return fields.map(({ id }) => edits[0]!.values[id]!)
}

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const values: readonly [FieldTypeName, fc.Arbitrary<CellValue>][] = [
  ['date', day],
  [
    'datetime',
    fc
      .tuple(day, fc.nat(23), fc.nat(59))
      .map(([of, hour, minute]) =>
        new Date(`${of}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}Z`).toISOString(),
      ),
  ],
  ['integer', fc.integer()],
  ['number', fc.integer().map((n) => n / 8)],
  ['checkbox', fc.boolean()],
  [
    'long_text',
    fc
      .array(fc.constantFrom('"', '\t', '\n', 'a', 'ß', '😀', '=', "'", '<b>', ',', ' x'), { minLength: 1 })
      .map((parts) => `a${parts.join('')}z`),
  ],
]

describe('copied and pasted in the app', () => {
  it.each(locales)('%s: every value comes back, by the table and by the text alone', (locale) => {
    const fields = values.map(([type]) => fieldOf(type, type))
    const context = { locale, timeZone: 'Europe/Vienna' }
    fc.assert(
      fc.property(fc.tuple(...values.map(([, of]) => of)), (row) => {
        const texts = fields.map((field, at) => cellText(field, row[at]!, context))
        const { text, html } = writeClipboard([texts], new Set([fields.length - 1]))
        expect(pasted(fields, readClipboard({ text: '', html })[0]!, locale)).toEqual(row)
        expect(pasted(fields, readClipboard({ text, html: null })[0]!, locale)).toEqual(row)
      }),
      { numRuns: 300 },
    )
  })
})

describe('pasted from a spreadsheet', () => {
  it.each([
    ['en-US', ['12/31/2026', '$1,234.50', '12.5%', '12/31/2026 2:30 PM', '-7']],
    ['en-GB', ['31/12/2026', '£1,234.50', '12.5%', '31/12/2026 14:30', '-7']],
    ['de-DE', ['31.12.2026', '1.234,50 €', '12,5 %', '31.12.2026 14:30', '−7']],
  ])('%s: dates, money and percent are read as they are written there', (locale, texts) => {
    const fields = (['date', 'number', 'number', 'datetime', 'integer'] as const).map((type, at) => ({
      ...fieldOf(type, type),
      id: `${at}` as FieldId,
    }))
    const read = pasted(fields, texts, locale)
    expect(read).toEqual(['2026-12-31', 1_234.5, 0.125, '2026-12-31T13:30:00.000Z', -7])
  })
})
