import type { BaseSchema, CellValue, FieldId, RecordLock, Table, UserId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { createLockChecker } from './lock-checker.ts'

const state = '00000000-0000-7000-8000-000000000001' as FieldId
const owner = '00000000-0000-7000-8000-000000000002' as FieldId
const fields = [
  { id: state, name: 'State', type: 'text', options: {}, column: 'state', position: 0 },
  { id: owner, name: 'Owner', type: 'person', options: {}, column: 'owner', position: 1 },
] as const
const me = '00000000-0000-7000-8000-0000000000aa' as UserId

const isAuditor = { call: 'has_role', args: [{ text: 'Auditor' }] }
const isPosted = { call: '=', args: [{ field: state }, { text: 'posted' }] }
const lockOf = (rule: RecordLock['rule'], binds = true) =>
  ({ id: 'l', name: 'Posted', rule, creators: false, roles: [], binds }) as unknown as RecordLock

function check(locks: readonly RecordLock[], value: CellValue, roles: readonly string[] | null = null) {
  const table = { fields, locks } as unknown as Table
  const base = { base: { timeZone: 'UTC' }, role: 'editor' } as BaseSchema
  return createLockChecker(base, table, { id: me, roles })({ values: { [state]: value } })?.name ?? null
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
    expect(check([lockOf(isAuditor)], 'posted')).toBeNull()
  })

  it('asks who one is, and which roles one holds where that is known', () => {
    const notMine = lockOf({ call: '!=', args: [{ field: owner }, { call: 'me', args: [] }] })
    const table = { fields, locks: [notMine] } as unknown as Table
    const base = { base: { timeZone: 'UTC' }, role: 'editor' } as BaseSchema
    const lockFor = createLockChecker(base, table, { id: me, roles: null })
    expect(lockFor({ values: { [owner]: me } })).toBeNull()
    expect(lockFor({ values: { [owner]: '00000000-0000-7000-8000-0000000000bb' } })?.name).toBe('Posted')
    const isNoAuditor = lockOf({ call: 'not', args: [isAuditor] })
    expect(check([isNoAuditor], 'posted')).toBeNull()
    expect(check([isNoAuditor], 'posted', ['editor', 'Auditor'])).toBeNull()
    expect(check([isNoAuditor], 'posted', ['editor'])).toBe('Posted')
    const asEditor = lockOf({ call: '=', args: [{ call: 'my_role', args: [] }, { text: 'editor' }] })
    expect(check([asEditor], 'posted')).toBe('Posted')
  })
})
