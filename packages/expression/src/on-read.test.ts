import type { FieldId } from '@plinth/domain'
import { describe, expect, test } from 'vitest'
import { onReadOf } from './on-read.ts'
import type { ExpressionField } from './types/expression-field.ts'

const field = (id: string, more: Partial<ExpressionField>): ExpressionField => ({
  id: id as FieldId,
  name: id,
  type: 'number',
  onRead: true,
  ...more,
})
const call = (name: string, ...args: object[]) => ({ call: name, args })
const link = 'link' as FieldId
const filter = call('<', { field: 'due' }, call('today'))
const late = field('late', { rollup: { link, field: 'hours' as FieldId, filter } })
const mine = field('mine', { formula: call('=', { field: 'owner' }, call('me')) })
const through = field('through', { formula: call('if', { field: 'mine' }, { field: 'late' }) })
const fields = [late, mine, through]

describe('what is computed when it is read', () => {
  test('asks clocks and readers, and reads linked records, through others too', () => {
    expect(onReadOf(late, fields)).toEqual({
      clock: 'today',
      isOfReader: false,
      isOfNames: false,
      links: [link],
      linked: ['hours', 'due'],
    })
    expect(onReadOf(mine, fields)).toEqual({
      clock: null,
      isOfReader: true,
      isOfNames: false,
      links: [],
      linked: [],
    })
    expect(onReadOf(through, fields)).toEqual({
      clock: 'today',
      isOfReader: true,
      isOfNames: false,
      links: [link],
      linked: ['hours', 'due'],
    })
    const cast = field('cast', { type: 'link' })
    const names = field('names', { formula: call('count', { field: 'cast' }) })
    expect(onReadOf(names, [cast, names])).toEqual({
      clock: null,
      isOfReader: false,
      isOfNames: false,
      links: ['cast'],
      linked: [],
    })
    expect(onReadOf(field('now', { formula: call('hour', call('now')) }), fields).clock).toBe('now')
  })
})
