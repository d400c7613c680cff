import { type RecordAction, type Role, recordActions, type Scope, type Table } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { grantOf } from './grant-of.ts'
import { proofWarnings } from './proof-warnings.ts'

const table = { id: 't', name: 'Deals' } as Table
type Said = Partial<Record<RecordAction, Scope | number>>

/** A custom role; a number stands for the rule "record is this one". */
function role(name: string, said: Said, members = ['ada']): Role {
  const grants = Object.entries(said).map(([action, scope]) => ({
    table: table.id,
    action,
    scope: typeof scope === 'number' ? 'rules' : scope,
    rule: typeof scope === 'number' ? { record: scope } : null,
  }))
  return { id: name, kind: 'custom', name, description: '', members, grants } as unknown as Role
}
const found = (...roles: Role[]) =>
  proofWarnings([table], roles).map(({ kind, actions, roles: [one, other] }) => [
    kind,
    one.name,
    other.name,
    actions.join(' '),
  ])

describe('roles held together', () => {
  it('are told where one shows what the other changes', () => {
    expect(found(role('A', { read: 1 }), role('B', { update: 'all' }))).toEqual([
      ['crossed', 'A', 'B', 'update'],
    ])
    expect(found(role('A', { read: 1, update: 1 }), role('B', { read: 2, update: 2 }))).toEqual([
      ['crossed', 'A', 'B', 'update'],
      ['crossed', 'B', 'A', 'update'],
    ])
  })

  it('are told where a rule of one is without effect', () => {
    expect(found(role('A', { read: 1 }), role('B', { read: 'all' }))).toEqual([
      ['overridden', 'A', 'B', 'read'],
    ])
  })

  it('are fine where they say the same, and where nobody holds both', () => {
    const same = { read: 1, update: 1 }
    expect(found(role('A', same), role('B', same))).toEqual([])
    expect(found(role('A', { read: 1 }), role('B', { update: 'all' }, ['ben']))).toEqual([])
  })

  it('never go untold where they allow more than each by itself', () => {
    const scope = fc.constantFrom<Scope | number>('none', 'all', 0, 1, 2)
    const said = fc.record({ read: scope, create: scope, update: scope, delete: scope })
    fc.assert(
      fc.property(fc.array(said, { minLength: 2, maxLength: 4 }), (all) => {
        const roles = all.map((one, at) => role(String(at), one))
        const reaches = (one: Role, action: RecordAction, record: number) => {
          const grant = grantOf(one, table, action)
          return grant.scope === 'all' || (grant.scope === 'rules' && grant.rule?.['record'] === record)
        }
        const told = proofWarnings([table], roles).filter(({ kind }) => kind === 'crossed')
        const untold = recordActions
          .filter((action) => action !== 'read' && !told.some(({ actions }) => actions.includes(action)))
          .filter((action) =>
            [0, 1, 2].some((record) => {
              const reads = roles.map((one) => reaches(one, 'read', record))
              const acts = roles.map((one) => reaches(one, action, record))
              return reads.includes(true) && acts.includes(true) && !reads.some((one, at) => one && acts[at])
            }),
          )
        expect(untold).toEqual([])
      }),
    )
  })
})
