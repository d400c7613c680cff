import type { BaseRole, FieldId, RecordAction, WorkspaceRole } from '@plinth/domain'
import { checkAst } from '@plinth/expression'
import { describe, expect, test } from 'vitest'
import {
  type BaseModel,
  type Grant,
  grantKey,
  type RoleModel,
  type TableModel,
  type WorkspaceModel,
} from './model.ts'
import { fellowsOf, reaches, refusalOf, scopeOf, standingOf } from './oracle.ts'

const done = {
  id: '0190a000-0000-7000-8000-000000000001' as FieldId,
  name: 'Done',
  type: 'checkbox',
  options: {},
  column: 'done',
  isPrivate: false,
  isChanging: false,
  side: null,
  rules: {},
  transitions: [],
} as const
const only = (tree: Parameters<typeof checkAst>[0]): Grant => {
  const checked = checkAst(tree, { fields: [done] })
  if (!checked.ok) throw new Error(checked.error[0]!.message)
  return { scope: 'rules', rule: checked.value }
}
const isDone = only({ field: done.id })

function role(id: string, kind: RoleModel['kind']): RoleModel {
  return { id, kind, name: id, grants: new Map(), fieldGrants: new Map(), holders: new Set() }
}

function world(people: Record<string, [WorkspaceRole, BaseRole | null]>) {
  const workspace: WorkspaceModel = { id: 'w', name: 'w', members: new Map(), bases: [] }
  const roles = [
    role('editor', 'editor'),
    role('viewer', 'viewer'),
    role('sales', 'custom'),
    role('audit', 'custom'),
  ]
  const base: BaseModel = {
    id: 'b',
    name: 'b',
    timeZone: 'UTC',
    workspace,
    tables: [],
    roles,
    builtIn: new Map(),
    former: new Set(),
  }
  const table: TableModel = {
    id: 't',
    name: 't',
    relation: 't',
    base,
    isDeleted: false,
    links: [],
    late: [],
    trash: [],
    fields: [done],
    records: new Map(),
    view: null,
    locks: [],
    comments: [],
    automations: [],
    notices: [],
    isLaidOut: false,
    rules: [],
  }
  workspace.bases.push(base)
  base.tables.push(table)
  for (const [person, [role, baseRole]] of Object.entries(people)) {
    workspace.members.set(person, role)
    if (baseRole) base.builtIn.set(person, baseRole)
  }
  const give = (id: string, action: RecordAction, grant: Grant) =>
    roles.find((one) => one.id === id)!.grants.set(grantKey(table, action), grant)
  const hold = (id: string, person: string) => roles.find((one) => one.id === id)!.holders.add(person)
  return { workspace, base, table, give, hold }
}

const record = (value: boolean) => ({
  id: String(value),
  cells: { [done.id]: value },
  movers: new Map(),
})
const all: Grant = { scope: 'all', rule: null }
const none: Grant = { scope: 'none', rule: null }

describe('a person', () => {
  test('of no workspace, or of no account, is nothing anywhere', () => {
    const { base, table } = world({ ann: ['member', null] })
    for (const person of ['ann', 'stranger', null]) {
      expect([person, standingOf(base, person), scopeOf(table, person, 'read')]).toEqual([
        person,
        null,
        'none',
      ])
    }
  })

  test('who owns the workspace is kept from nothing', () => {
    const { table, give } = world({ ann: ['owner', null] })
    give('editor', 'read', none)
    expect(reaches(table, 'ann', 'delete', record(false))).toBe(true)
  })
})

describe('grants', () => {
  test('add up over the roles of a person', () => {
    const { table, give, hold } = world({ ann: ['guest', null] })
    for (const role of ['sales', 'audit']) hold(role, 'ann')
    give('sales', 'read', isDone)
    expect(scopeOf(table, 'ann', 'read')).toBe('rules')
    expect([true, false].map((value) => reaches(table, 'ann', 'read', record(value)))).toEqual([true, false])
    give('audit', 'read', all)
    expect([scopeOf(table, 'ann', 'read'), reaches(table, 'ann', 'read', record(false))]).toEqual([
      'all',
      true,
    ])
  })

  test('give nothing where nothing may be read', () => {
    const { table, give, hold } = world({ ann: ['guest', null] })
    hold('sales', 'ann')
    give('sales', 'update', all)
    expect([scopeOf(table, 'ann', 'update'), reaches(table, 'ann', 'update', record(true))]).toEqual([
      'none',
      false,
    ])
    expect(refusalOf(table, 'ann', 'update', record(true))).toBe('not_found')
  })

  test('restrict built-in roles, and what they leave out is as the kind has it', () => {
    const { table, give } = world({ ann: ['member', 'editor'], bob: ['member', 'viewer'] })
    give('editor', 'update', isDone)
    expect(refusalOf(table, 'ann', 'update', record(false))).toBe('rule_refused')
    expect(refusalOf(table, 'ann', 'update', record(true))).toBe(null)
    expect(refusalOf(table, 'ann', 'delete', record(false))).toBe(null)
    expect(refusalOf(table, 'bob', 'delete', record(false))).toBe('read_only')
  })
})

test('a guest sees the people of the bases that they share, and the owners', () => {
  const { workspace } = world({
    ann: ['owner', null],
    bob: ['guest', 'viewer'],
    cleo: ['member', 'editor'],
    dan: ['member', null],
    eve: ['guest', null],
  })
  expect([...fellowsOf(workspace, 'bob')].sort()).toEqual(['ann', 'bob', 'cleo'])
  expect([...fellowsOf(workspace, 'eve')]).toEqual(['eve'])
  expect(fellowsOf(workspace, 'dan').size).toBe(5)
  expect(fellowsOf(workspace, null).size).toBe(0)
})
