import type { BaseSchema, CellValue, FieldId, RecordLock, Table, UserId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { createLockChecker } from './lock-checker.ts'

const state = '00000000-0000-7000-8000-000000000001' as FieldId
const fields = [
  { id: state, name: 'State', type: 'text', options: {}, column: 'state', position: 0 },
] as const

const isPosted = { call: '=', args: [{ field: state }, { text: 'posted' }] }
const lockOf = (rule: RecordLock['rule'], binds = true) =>
  ({ id: 'l', name: 'Posted', rule, creators: false, roles: [], binds }) as unknown as RecordLock

function check(locks: readonly RecordLock[], value: CellValue) {
  const table = { fields, locks } as unknown as Table
  const base = { base: { timeZone: 'UTC' }, role: 'editor' } as BaseSchema
  return createLockChecker(base, table, 'me' as UserId)({ values: { [state]: value } })?.name ?? null
}

describe('the lock of a record', () => {
  it('is the first binding one whose rule is true', () => {
    expect(check([lockOf(isPosted)], 'posted')).toBe('Posted')
    expect(check([lockOf(isPosted)], 'draft')).toBeNull()
    expect(check([lockOf(isPosted)], null)).toBeNull()
    expect(check([lockOf(isPosted, false)], 'posted')).toBeNull()
  })

  it('is left to the database where the rule cannot be read here', () => {
    expect(check([lockOf({ call: 'from_the_future', args: [] })], 'posted')).toBeNull()
    expect(check([lockOf({ call: 'has_role', args: [{ text: 'Auditor' }] })], 'posted')).toBeNull()
  })
})
