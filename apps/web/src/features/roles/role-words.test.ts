import type { Scope } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { defaultScope, reasonText, roleDescription, roleName, usualAccess } from './role-words.ts'

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
    expect(reasonText({ role: null, reason: 'not_a_member', scope: 'none' }, 'read')).toBe(
      'Is no member of this base.',
    )
  })
})
