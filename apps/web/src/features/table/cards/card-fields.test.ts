import type { CellValue, Field, FieldId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { cardFields } from './card-fields.ts'

const fields = ['a', 'b', 'c', 'd', 'e'].map(
  (name) => ({ id: name as FieldId, name, type: 'text', options: {} }) as Field,
)
const shown = (values: Record<string, CellValue>, lookedAt: string | null = null, most?: number) =>
  cardFields(values, fields, lookedAt as FieldId | null, most)
    .map(({ id }) => id)
    .join('')
const full = { a: '1', b: '2', c: '3', d: '4', e: '5' }

describe('the fields of a card', () => {
  it('are the first three that hold something', () => {
    expect([shown(full), shown({ ...full, a: null, c: '' }), shown({ e: '5' }), shown({})]).toEqual([
      'abc',
      'bde',
      'e',
      '',
    ])
  })

  it('are as many as there is room for', () => {
    expect([shown(full, null, 0), shown(full, null, 2), shown(full, null, 9), shown(full, 'e', 2)]).toEqual([
      '',
      'ab',
      'abcde',
      'ae',
    ])
  })

  it('hold the one that is looked at', () => {
    expect([shown(full, 'e'), shown(full, 'b'), shown({ ...full, a: null }, 'e')]).toEqual([
      'abe',
      'abc',
      'bce',
    ])
  })

  it('are as without it where it is empty, or not below the title', () => {
    expect([shown({ ...full, e: null }, 'e'), shown(full, 'title')]).toEqual(['abc', 'abc'])
  })
})
