import type { Scope } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { defaultScope, faultText, reasonText, roleDescription, roleName, usualAccess } from './role-words.ts'

function usualWith(read: Scope, create: Scope, update: Scope) {
  const scopes = { read, create, update, delete: 'none' } as const
  return usualAccess((action) => scopes[action])
}

describe('roles in words', () => {
  it('names built-in roles by their kind and custom ones as their maker did', () => {
    expect(roleName({ kind: 'editor', name: 'editor' })).toBe('Editor')
    expect(roleName({ kind: 'custom', name: 'Auditor' })).toBe('Auditor')
    expect(roleDescription({ kind: 'viewer', description: '' })).toBe('Reads.')
    expect(roleDescription({ kind: 'custom', description: '' })).toBe('')
  })

  it('knows what each kind allows by itself', () => {
    expect(defaultScope('editor', 'delete')).toBe('all')
    expect(defaultScope('viewer', 'read')).toBe('all')
    expect(defaultScope('commenter', 'update')).toBe('none')
    expect(defaultScope('custom', 'read')).toBe('none')
  })

  it('knows what a role may do with a field by its table', () => {
    expect(usualWith('all', 'none', 'rules')).toBe('write')
    expect(usualWith('rules', 'none', 'none')).toBe('read')
    expect(usualWith('none', 'none', 'none')).toBeNull()
  })

  it('says why, with the role and the action', () => {
    const role = { id: 'r', kind: 'custom', name: 'Auditor' } as never
    expect(reasonText({ role, reason: 'rule_does_not_match', scope: 'rules' }, 'update')).toBe(
      'The role “Auditor” may change records that match its rule, and this one does not.',
    )
    expect(reasonText({ role, reason: 'grant', scope: 'none' }, 'read')).toBe(
      'The role “Auditor” may read no records of this table.',
    )
    expect(reasonText({ role, reason: 'rule_matches', scope: 'rules', handOver: true }, 'update')).toBe(
      'The role “Auditor” may change records that match its rule, and this one does. It may hand records over: a change may take one out of what it reaches.',
    )
    expect(reasonText({ role: null, reason: 'not_a_member', scope: 'none' }, 'read')).toBe(
      'Is no member of this base.',
    )
  })

  it('says what a role has in a field, by a grant or as in the table', () => {
    const role = { id: 'r', kind: 'viewer', name: 'viewer' } as never
    const say = (reason: 'field_grant' | 'field_default', access: 'hidden' | 'read' | 'write' | null) =>
      reasonText({ role, reason, scope: 'none', access }, 'update')
    expect(say('field_grant', 'hidden')).toBe('The role “Viewer” has this field hidden.')
    expect(say('field_grant', 'read')).toBe('The role “Viewer” only reads this field.')
    expect(say('field_default', 'write')).toBe('The role “Viewer” may change this field, as in the table.')
    expect(say('field_default', null)).toBe('The role “Viewer” has nothing in this table.')
  })

  it('names the hidden field that a fault is about', () => {
    const fault = { guard: 'side', action: null, name: 'works_staff__1', field: 'pay' as never } as const
    expect(faultText(fault, new Map([['pay' as never, 'Pay']]))).toBe(
      'Hidden field “Pay”: Its values are not all where they should be (works_staff__1).',
    )
    expect(faultText({ guard: 'foreign_trigger', action: null, name: 'spy' }, new Map())).toBe(
      'The trigger spy was not made by Plinth.',
    )
  })
})
