import type { CellValue, Field, FieldId, FieldTypeName, OptionId, RecordId } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesOf, type IncomingCell } from './pasted-values.ts'
import { fieldOf, rowOf } from './testing.ts'

const options = { options: [{ id: 'o1' as OptionId, label: 'Open', hue: 'teal' as const }] }
const field = (id: string, type: FieldTypeName, more: Partial<Field> = {}): Field => ({
  ...fieldOf(id, type, options),
  ...more,
})
const name = field('name', 'text')
const points = field('points', 'integer')
const fields = [
  name,
  points,
  field('done', 'checkbox'),
  field('state', 'single_select'),
  field('files', 'attachment'),
]

const scope = {
  values: { locale: 'en-GB', timeZone: 'Europe/Vienna' },
  isFixed: (_: RowView | null, { id }: Field) => id === ('locked' as FieldId),
}
const text = (target: RowView | number, to: Field, words: string): IncomingCell => ({
  target,
  field: to,
  incoming: { text: words },
  place: typeof target === 'number' ? 10 + target : 4,
})

const count = (all: readonly Readonly<Record<string, unknown>>[]) =>
  all.reduce((sum, values) => sum + Object.keys(values).length, 0)

describe('what a paste means', () => {
  it('gathers the values of a record, and of each new one', () => {
    const first = rowOf('a')
    const changes = changesOf(
      [text(first, name, 'Ada'), text(first, points, '12'), text(0, name, 'New'), text(1, points, '3')],
      scope,
    )
    expect(changes.edits).toEqual([{ record: 'a', values: { name: 'Ada', points: 12 } }])
    expect(changes.added).toEqual([{ name: 'New' }, { points: 3 }])
    expect(changes.refused).toEqual([])
  })

  it('says of each text that is no value of its field why', () => {
    const changes = changesOf([text(rowOf('a'), points, 'many'), text(0, points, 'x')], scope)
    expect(changes.edits).toEqual([])
    expect(changes.refused.map(({ record, row, text, error }) => [record, row, text, error.code])).toEqual([
      ['a', 4, 'many', 'value_invalid'],
      [null, 10, 'x', 'value_invalid'],
    ])
  })

  it('reads days as those of their column tell, and only theirs', () => {
    const [day, seen] = [field('day', 'date'), field('seen', 'datetime')]
    const american = { ...scope, values: { ...scope.values, locale: 'en-US', timeZone: 'UTC' } }
    const cells = [
      text(0, day, '3/4/2026'),
      text(1, day, '31/4/2026'),
      text(2, day, '28/4/2026'),
      text(0, seen, '3/4/2026 10:00'),
      text(1, seen, '12.04.2026 10:00'),
    ]
    const changes = changesOf(cells, american)
    expect(changes.added).toEqual([
      { day: '2026-04-03', seen: '2026-03-04T10:00:00.000Z' },
      { seen: '2026-04-12T10:00:00.000Z' },
      { day: '2026-04-28' },
    ])
    expect(changes.refused.map(({ text: words }) => words)).toEqual(['31/4/2026'])
    const british = changesOf([text(0, day, '3/4/2026'), text(1, day, '4/28/2026')], scope)
    expect(british.added).toEqual([{ day: '2026-03-04' }, { day: '2026-04-28' }])
    const mixed = changesOf([text(0, day, '28/4/2026'), text(1, day, '4/28/2026')], american)
    expect([mixed.added, mixed.refused.length]).toEqual([[{}, { day: '2026-04-28' }], 1])
  })

  it('refuses a value that breaks a rule of its field', () => {
    const small = field('small', 'integer', { rules: { max: 10 } })
    const changes = changesOf([text(rowOf('a'), small, '11')], scope)
    expect(changes.refused[0]?.error.code).toBe('value_out_of_range')
  })

  it('leaves alone what may not be changed, and files', () => {
    const changes = changesOf(
      [text(rowOf('a'), field('locked', 'text'), 'x'), text(rowOf('a'), fields[4]!, 'x')],
      scope,
    )
    expect(changes).toEqual({ edits: [], added: [], refused: [], fixed: 2, staying: 0 })
  })

  it('counts the links that stay in emptied cells, as whoever empties them may not read the records', () => {
    const cast = field('cast', 'link')
    const row = rowOf('a', { [cast.id]: { count: 3, items: [['r1' as RecordId, 'Heat']] } })
    const staying = (value: CellValue) =>
      changesOf([{ target: row, field: cast, incoming: { value }, place: 0 }], scope).staying
    expect(staying(null)).toBe(2)
    expect(staying({ count: 1, items: [['r2' as RecordId, 'Ronin']] })).toBe(0)
  })

  it('empties a checkbox by unchecking it', () => {
    const changes = changesOf(
      [{ target: rowOf('a'), field: fields[2]!, incoming: { value: null }, place: 0 }],
      scope,
    )
    expect(changes.edits).toEqual([{ record: 'a', values: { done: false } }])
  })

  it('takes, refuses or leaves each cell, and loses none', () => {
    const cell = fc.record({
      at: fc.integer({ min: 0, max: 5 }),
      isNew: fc.boolean(),
      field: fc.constantFrom(...fields),
      words: fc.oneof(fc.string(), fc.constantFrom('12', 'yes', 'Open', 'Ada', '')),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(cell, { selector: ({ at, isNew, field }) => `${isNew}${at}${field.id}` }),
        (cells) => {
          const rows = Array.from({ length: 6 }, (_, at) => rowOf(`r${at}`))
          const changes = changesOf(
            cells.map(({ at, isNew, field, words }) => text(isNew ? at : rows[at]!, field, words)),
            scope,
          )
          const taken = count(changes.edits.map(({ values }) => values)) + count(changes.added)
          expect(taken + changes.refused.length + changes.fixed).toBe(cells.length)
        },
      ),
    )
  })
})
