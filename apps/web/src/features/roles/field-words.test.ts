import type { Field, Role, Table } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { choiceOf, seenThrough, unhideableBy, usualIn } from './field-words.ts'

const field = (id: string, more: Partial<Field> = {}) =>
  ({ id, name: id, type: 'integer', options: {}, ...more }) as unknown as Field
const pay = field('pay')
const table = {
  id: 'staff',
  name: 'Staff',
  fields: [
    field('name', { type: 'text' }),
    pay,
    field('state', { type: 'status' }),
    field('code', { rules: { required: true } }),
  ],
} as unknown as Table

const role = (id: string, members: string[], access?: string, grants: unknown[] = []) =>
  ({
    id,
    kind: id === 'viewer' || id === 'editor' ? id : 'custom',
    name: id,
    members,
    grants,
    fieldGrants: access ? [{ field: 'pay', access }] : [],
  }) as unknown as Role

describe('what a role may do with a field', () => {
  it('is what was said of the field, else what the role has in the table', () => {
    expect(choiceOf(role('viewer', []), pay)).toBe('usual')
    expect(choiceOf(role('viewer', [], 'hidden'), pay)).toBe('hidden')
    expect(usualIn(role('viewer', []), table)).toBe('read')
    expect(usualIn(role('editor', []), table)).toBe('write')
    expect(usualIn(role('guests', []), table)).toBeNull()
  })
})

describe('who goes on seeing a field that a role hides', () => {
  const viewer = role('viewer', ['ann', 'ben', 'cy'], 'hidden')

  it('is who holds another role that shows it', () => {
    const payroll = role('payroll', ['ben', 'dee'], 'read')
    expect(seenThrough(viewer, pay, table, [viewer, payroll])).toEqual([{ role: payroll, people: ['ben'] }])
    const reading = [{ table: 'staff', action: 'read', scope: 'all', rule: null }]
    const auditors = role('auditors', ['ann'], undefined, reading)
    expect(seenThrough(viewer, pay, table, [auditors])).toEqual([{ role: auditors, people: ['ann'] }])
  })

  it('is nobody where the other roles hide it, give nothing, or are held by others', () => {
    const others = [role('guests', ['ann'], 'hidden'), role('empty', ['ann', 'ben']), role('editor', ['eve'])]
    expect(seenThrough(viewer, pay, table, [viewer, ...others])).toEqual([])
  })
})

describe('a field that cannot be hidden', () => {
  it('names the records, is a state, or is required', () => {
    expect(table.fields.map((one) => unhideableBy(one, table))).toEqual([
      'primary',
      null,
      'status',
      'required',
    ])
  })
})
