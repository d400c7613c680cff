import type { Field, FieldId, FieldTypeName, Table, TableId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { otherSideName } from './link-draft.ts'
import { canCreate, emptyToLink, findingField, findingFields, toLinkOptions } from './to-link-draft.ts'

const fieldOf = (id: string, type: FieldTypeName, more: Partial<Field> = {}) =>
  ({ id, name: id, type, options: {}, ...more }) as unknown as Field
const people = {
  id: 'people' as TableId,
  name: 'People',
  fields: [
    fieldOf('cast', 'link'),
    fieldOf('name', 'text'),
    fieldOf('key', 'integer'),
    fieldOf('full', 'text', { formula: {} as never }),
    fieldOf('secret', 'text', { aside: true }),
    fieldOf('late', 'text', { onRead: true }),
    fieldOf('turning', 'text', { changing: { type: 'integer', done: 0, total: 1 } }),
    fieldOf('owner', 'person'),
  ],
} as unknown as Table
const changed = 'changed' as FieldId
const draft = { ...emptyToLink, target: people.id }

describe('fields by which records are found', () => {
  it('are those whose values name a record, and that stay as they are', () => {
    expect(findingFields(people, changed).map(({ id }) => id)).toEqual(['name', 'key', 'full'])
    expect(findingFields(people, 'name' as FieldId).map(({ id }) => id)).toEqual(['key', 'full'])
  })

  it('begin with the first of the table', () => {
    expect(findingField(draft, people, changed)?.id).toBe('name')
    expect(findingField({ ...draft, by: 'key' as FieldId }, people, changed)?.id).toBe('key')
    expect(findingField({ ...draft, by: 'cast' as FieldId }, people, changed)?.id).toBe('name')
  })

  it('make records where somebody writes texts into them', () => {
    expect(people.fields.filter((field) => canCreate(field)).map(({ id }) => id)).toEqual([
      'name',
      'secret',
      'late',
      'turning',
    ])
    expect(canCreate(undefined)).toBe(false)
  })
})

describe('what is asked for', () => {
  it('is nothing before a table is chosen, or where none of its fields names records', () => {
    expect(toLinkOptions(emptyToLink, [people], changed)).toBeNull()
    expect(toLinkOptions(draft, [{ ...people, fields: [fieldOf('cast', 'link')] }], changed)).toBeNull()
  })

  it('says the table, the field, how many, and whether records are made', () => {
    expect(toLinkOptions(draft, [people], changed)).toEqual({ target: 'people', by: 'name' })
    const full = { ...draft, single: true, isCreating: true }
    expect(toLinkOptions(full, [people], changed)).toEqual({
      target: 'people',
      by: 'name',
      single: true,
      create: true,
    })
    expect(toLinkOptions({ ...full, by: 'key' as FieldId }, [people], changed)).toEqual({
      target: 'people',
      by: 'key',
      single: true,
    })
  })

  it('calls the other side like the table, by a name that is free', () => {
    const films = { id: 'films' as TableId, name: 'Films' }
    expect(otherSideName(films, ['Cast'])).toBe('Films')
    expect(otherSideName(films, ['films'])).toBe('Films 2')
  })
})
