import type { CellValue, Field, FieldId, FieldTypeName, RecordId, Table, TableId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { labelFieldsOf } from '../label-field.ts'
import { choiceOf, choicesQuery } from './record-choice.ts'

const field = (name: string, type: FieldTypeName): Field => ({
  id: name as FieldId,
  name,
  type,
  column: name,
  position: 0,
  options: {},
})
const fields = [
  field('title', 'text'),
  field('year', 'integer'),
  field('seen', 'checkbox'),
  field('more', 'text'),
]
const target = { id: 't' as TableId, name: 'Films', fields } as unknown as Table
const values = { locale: 'en-US', timeZone: 'UTC' }

describe('a record that may be chosen', () => {
  it('says beside its name what tells records of one name apart', () => {
    const row = {
      id: 'r' as RecordId,
      ver: 1,
      values: { ['title' as FieldId]: 'Heat', ['year' as FieldId]: 1995, ['seen' as FieldId]: true },
    }
    expect(choiceOf(row, target, values)).toEqual({ item: ['r', 'Heat'], label: 'Heat', note: '1,995' })
    expect(choiceOf({ ...row, values: {} }, target, values)).toEqual({
      item: ['r', null],
      label: 'Unnamed record',
      note: '',
    })
  })

  it('has the beginning of a long text beside its name where nothing shorter tells', () => {
    const people = {
      ...target,
      fields: [field('name', 'text'), field('city', 'text'), field('notes', 'long_text')],
    }
    const noted = (held: Record<string, CellValue>) =>
      choiceOf(
        { id: 'r' as RecordId, ver: 1, values: { ['name' as FieldId]: 'Miller', ...held } },
        people,
        values,
      ).note
    const notes = `Good payer\n\n${'very '.repeat(20)}`
    expect(noted({ notes })).toMatch(/^Good payer very very.{30,}…$/)
    expect(noted({ notes, city: 'Graz' })).toBe('Graz')
  })

  it('is asked for with what is told of it, and nothing else', () => {
    expect(choicesQuery(target, { search: 'heat' })).toEqual({
      table: 't',
      sorts: [],
      fields: ['title', 'year', 'seen'],
      search: 'heat',
    })
  })

  it('tells where it has its place already, where it has but one', () => {
    const head = { ...field('head', 'link'), options: { single: true, target: target.id } } as Field
    const named = { ...values, labelFieldOf: labelFieldsOf([target]) }
    const place = { field: head, record: 'me' as RecordId }
    expect(choicesQuery(target, {}, place).fields).toEqual(['title', 'year', 'seen', 'head'])
    const takenOf = (items: readonly (readonly [string, string])[], count = items.length) => {
      const row = { id: 'r' as RecordId, ver: 1, values: { [head.id]: { count, items } as CellValue } }
      return choiceOf(row, target, named, place).taken
    }
    expect(takenOf([['other', 'Warner']])).toBe('Linked in “Warner”')
    expect(takenOf([['me', 'Fox']])).toBeUndefined()
    // By a record that whoever looks may not read.
    expect(takenOf([], 1)).toBe('Linked elsewhere')
    expect(choiceOf({ id: 'r' as RecordId, ver: 1, values: {} }, target, values, place).taken).toBeUndefined()
  })
})
