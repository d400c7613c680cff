import type { Field, FieldId, FieldTypeName, RecordId, Table, TableId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
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

  it('is asked for with what is told of it, and nothing else', () => {
    expect(choicesQuery(target, { search: 'heat' })).toEqual({
      table: 't',
      sorts: [],
      fields: ['title', 'year', 'seen'],
      search: 'heat',
    })
  })
})
