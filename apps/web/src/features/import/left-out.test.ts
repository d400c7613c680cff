import type { Field, FieldId, LockId, RefusedRow, Table } from '@plinth/domain'
import { expect, test } from 'vitest'
import { whyLeftOut } from './left-out.ts'

const field = (id: string, name: string, more: Partial<Field> = {}): Field => ({
  id: id as FieldId,
  name,
  type: 'text',
  options: {},
  rules: {},
  column: id,
  position: 0,
  ...more,
})
const table = {
  fields: [
    field('f1', 'State', { type: 'status' }),
    field('f2', 'Owner', { type: 'person' }),
    field('f3', 'Title', { rules: { required: true } }),
  ],
  rules: [],
  locks: [{ id: 'l1' as LockId, name: 'Closed', rule: {}, creators: false, roles: [], binds: true }],
} satisfies Pick<Table, 'fields' | 'rules' | 'locks'>
const values = { timeZone: 'UTC', locale: 'en-GB' }
const why = (row: Omit<RefusedRow, 'line'>) => {
  const told = whyLeftOut({ line: 1, ...row }, table, values)
  return `${told.column}: ${told.why}`
}

test('steps of a workflow name the roles to ask and the fields to fill', () => {
  const state = { code: 'transition_refused', field: 'f1' as FieldId } as const
  expect(why({ ...state, rule: 'initial' })).toBe(
    'State: Records begin in another state; creators of this base say in which.',
  )
  const roles = [{ id: 'creator', kind: 'creator', name: 'creator' }]
  expect(why({ ...state, rule: 'role', roles })).toBe('State: Only for Creators. Ask one of them.')
  expect(why({ ...state, rule: 'required', fields: ['f2' as FieldId] })).toBe('State: Fill in “Owner” first.')
})

test('locks are named, also one that is not known any more', () => {
  expect(why({ code: 'record_locked', rule: 'l1' })).toBe(': The record is locked by “Closed”.')
  expect(why({ code: 'record_locked', rule: 'gone' })).toMatch(/^: This record is locked\./)
})

test('rules of roles name whom to ask', () => {
  expect(why({ code: 'rule_refused', rule: 'create' })).toMatch(/^: A rule of your role does not allow this/)
  expect(why({ code: 'rule_left', rule: 'update' })).toMatch(/^: With this change the record would leave/)
})

test('people and rules of fields', () => {
  const owner = 'f2' as FieldId
  expect(why({ code: 'value_invalid', field: owner, rule: 'person' })).toBe(
    'Owner: This person is not in the base.',
  )
  const title = { field: 'f3' as FieldId, rule: 'required' }
  expect(why({ code: 'value_required', ...title })).toMatch(/^Title: /)
  expect(why({ code: 'not_unique', field: title.field, rule: 'unknown' })).toMatch(/^Title: Another record/)
})
