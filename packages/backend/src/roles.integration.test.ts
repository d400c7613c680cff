import { err, type Field, type LockId, type RoleId, type RuleTree, type Table } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addRecord,
  fieldOf,
  makeTable,
  newId,
  refusal,
  startWorld,
  value,
  type World,
} from './integration-world.ts'
import type { Person } from './testing.ts'

let world: World
let table: Table
let region: Field
const role = newId<RoleId>()

beforeAll(async () => {
  world = await startWorld()
  const options = [
    { id: 'eu' as never, label: 'EU', hue: 'blue' as const },
    { id: 'us' as never, label: 'US', hue: 'red' as const },
  ]
  const fields = [fieldOf('Title', 'text'), fieldOf('Region', 'single_select', { options })]
  table = await makeTable(world, 'Deals', fields)
  region = table.fields[1]!
  value(await world.owner.backend.roles.save(world.base, role, { name: 'Europe', description: 'One region' }))
})
afterAll(() => world?.stop())

const inEurope = (): RuleTree => ({
  call: '=',
  args: [{ field: region.id }, { option: 'eu', field: region.id }],
})
const join = async (who: Person) => {
  const { owner, workspace, base } = world
  const invitation = {
    workspace,
    role: 'guest',
    base,
    baseRole: null,
    customRole: role,
    email: null,
  } as const
  const { token } = value(await owner.backend.workspaces.invite(invitation))
  return value(await who.backend.workspaces.acceptInvitation(token))
}

describe('roles', () => {
  test('are kept by creators, with their grants and members', async () => {
    const { roles } = world.owner.backend
    value(await roles.setGrant(role, table.id, 'read', { scope: 'rules', rule: inEurope() }))
    value(await roles.setGrant(role, table.id, 'update', { scope: 'all', handOver: true }))
    await join(world.outsider)
    const europe = value(await roles.list(world.base)).find(({ id }) => id === role)
    expect(europe).toEqual({
      id: role,
      kind: 'custom',
      name: 'Europe',
      description: 'One region',
      members: [world.outsider.userId],
      grants: [
        { table: table.id, action: 'read', scope: 'rules', rule: inEurope(), handOver: false },
        { table: table.id, action: 'update', scope: 'all', rule: null, handOver: true },
      ],
      fieldGrants: [],
    })
    expect(refusal(await world.editor.backend.roles.list(world.base))).toBe('forbidden')
    expect(refusal(await roles.save(world.base, newId<RoleId>(), { name: 'viewer' }))).toBe('name_taken')
    const told = value(await roles.explain(table.id, null, world.outsider.userId, 'update'))
    expect([told.handOver, told.because.map(({ handOver }) => handOver)]).toEqual([true, [true]])
    const { cells } = value(await roles.proof(world.base)).tables[0]!
    expect(cells.filter(({ handOver }) => handOver).map((cell) => [cell.role, cell.action])).toEqual([
      [role, 'update'],
    ])
    value(await roles.setGrant(role, table.id, 'update', null))
  })

  test('show their holder the tables and records that they reach', async () => {
    const { backend } = world.outsider
    const hidden = await makeTable(world, 'Hidden', [fieldOf('Title', 'text')])
    const schema = value(await backend.bases.schema(world.base))
    expect(schema.role).toBeNull()
    expect(schema.tables.map(({ id, access }) => [id, access])).toEqual([
      [table.id, { read: 'rules', create: 'none', update: 'none', delete: 'none' }],
    ])
    expect(refusal(await backend.rows.stats({ table: hidden.id, sorts: [] }, 'exact'))).toBe('not_found')
    const members = value(await world.viewer.backend.bases.members(world.base))
    expect(members.find(({ id }) => id === world.outsider.userId)).toMatchObject({
      role: null,
      customRoles: [{ id: role, name: 'Europe' }],
    })
    const near = await addRecord(world.editor, table, { [region.id]: 'eu' })
    await addRecord(world.editor, table, { [region.id]: 'us' })
    const window = value(
      await backend.rows.window({
        query: { table: table.id, sorts: [] },
        anchor: null,
        direction: 'forward',
        skip: 0,
        take: 10,
      }),
    )
    expect(window.rows.map(({ id }) => id)).toEqual([near])
    const { roles } = world.owner.backend
    expect(value(await roles.countMatching(table.id, inEurope()))).toEqual({ total: 2, matching: 1 })
    expect(value(await roles.explain(table.id, near, world.outsider.userId, 'read'))).toEqual({
      allowed: true,
      because: [
        { role: { id: role, kind: 'custom', name: 'Europe' }, reason: 'rule_matches', scope: 'rules' },
      ],
    })
  })

  test('refuse in the words of the catalogue, with what is meant', async () => {
    const { roles, bases } = world.owner.backend
    const answer = await bases.deleteField(region.id)
    expect(answer).toMatchObject(
      err({
        code: 'used_by_rule',
        message: 'A rule or a workflow needs this. Change that first.',
        details: { table: table.id, field: region.id, role, action: 'read' },
      }),
    )
    value(await roles.setGrant(role, table.id, 'create', { scope: 'all' }))
    const { backend } = world.outsider
    const mutation = { id: newId(), kind: 'insert', table: table.id, record: newId(), values: {} } as never
    const [result] = value(await backend.rows.apply({ mutations: [mutation], atomic: false }))
    expect(result).toMatchObject({
      status: 'error',
      error: { code: 'rule_refused', details: { table: table.id, action: 'create' } },
    })
  })

  test('lock records and keep fields from being changed', async () => {
    const { roles, bases, rows } = world.owner.backend
    const lock = newId<LockId>()
    const definition = { name: 'In Europe', rule: inEurope(), creators: false, roles: [role] }
    value(await roles.saveLock(table.id, lock, definition))
    value(await roles.setFieldGrant(role, region.id, 'read'))
    const seen = value(await bases.schema(world.base)).tables.find(({ id }) => id === table.id)!
    const holders = [{ id: role, kind: 'custom', name: 'Europe' }]
    expect(seen.locks).toEqual([{ ...definition, id: lock, roles: holders, binds: true }])
    const listed = value(await roles.list(world.base)).find(({ id }) => id === role)
    expect(listed?.fieldGrants).toEqual([{ field: region.id, access: 'read' }])
    const near = await addRecord(world.editor, table, { [region.id]: 'eu' })
    const change = {
      id: newId(),
      kind: 'update',
      table: table.id,
      record: near,
      values: { [region.id]: null },
      base: { [region.id]: 'eu' },
    } as never
    const [refused] = value(await rows.apply({ mutations: [change], atomic: false }))
    expect(refused).toMatchObject({
      error: { code: 'record_locked', details: { table: table.id, rule: lock, action: 'update' } },
    })
    const why = value(await roles.explain(table.id, near, world.owner.userId, 'update'))
    expect(why.because.at(-1)).toEqual({
      role: null,
      reason: 'locked',
      scope: 'none',
      lock: { id: lock, name: 'In Europe' },
    })
    const outside = value(await world.outsider.backend.bases.schema(world.base)).tables[0]!
    expect(outside.locks[0]?.binds).toBe(false)
    expect(outside.fields.map(({ access }) => access)).toEqual([undefined, 'read'])
    value(await roles.deleteLock(lock))
    value(await roles.setFieldGrant(role, region.id, null))
    expect(value(await bases.schema(world.base)).tables.find(({ id }) => id === table.id)!.locks).toEqual([])
  })

  test('end with what they gave', async () => {
    const { roles } = world.owner.backend
    value(await roles.setMember(role, world.viewer.userId, true))
    value(await roles.setMember(role, world.viewer.userId, false))
    value(await roles.delete(role))
    expect(refusal(await world.outsider.backend.bases.schema(world.base))).toBe('not_found')
    expect(refusal(await roles.delete(role))).toBe('not_found')
  })
})
