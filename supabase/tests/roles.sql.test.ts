/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Roles of workspaces and bases: who gives them, who holds them, what they reach without row rules. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildWorld,
  createFullTable,
  type Harness,
  type Person,
  refusalOf,
  startHarness,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  world = await buildWorld(h)
})
afterAll(() => h.db.stop())

interface Role {
  id: string
  kind: string
  name: string
  description: string
  members: string[]
  grants: { table: string; action: string; scope: string; rule: unknown }[]
}

const list = () => h.rpc<Role[]>(world.creator, 'base_roles', { base: world.base })
const roleOf = async (name: string) => (await list()).find((role) => role.name === name)!
const save = (role: string, changes: Record<string, unknown>) =>
  h.rpc(world.creator, 'save_role', { base: world.base, role, changes })
const give = (person: Person, holds = true, role = world.role) =>
  h.rpc(world.creator, 'set_role_member', { role, member: person.id, holds })
const grant = async (role: string, table: TestTable, action: string, scope: string | null) =>
  h.rpc(world.creator, 'set_grant', { role, table: table.id, action, scope, rule: null })
const setWorkspaceRole = (by: Person, member: Person, role: string) =>
  h.rpc(by, 'set_workspace_role', { workspace: world.workspace, member: member.id, role })
const setBaseRole = (member: Person, role: string | null) =>
  h.rpc(world.creator, 'set_base_role', { base: world.base, member: member.id, role })
const epoch = async () =>
  (await h.db.sql`select access_epoch as e from plinth.base where id = ${world.base}`)[0]!['e'] as number

interface Schema {
  role: string | null
  tables: { id: string; access: Record<string, string> }[]
}
const schema = (person: Person) => h.rpc<Schema>(person, 'base_schema', { base: world.base })
const access = async (person: Person, table: TestTable) =>
  (await schema(person)).tables.find(({ id }) => id === table.id)?.access

const insert = (person: Person, table: TestTable) => {
  const mutation = { id: uuidV7(), kind: 'insert', table: table.id, record: uuidV7(), values: {} }
  return h
    .rpc<{ status: string; error?: { code: string } }[]>(person, 'apply_mutations', {
      batch: { atomic: false, mutations: [mutation] },
    })
    .then(([result]) => result!.error?.code ?? result!.status)
}

describe('a workspace', () => {
  const invite = (by: Person, role: string, base: string | null = null) =>
    h.rpc<{ token: string }>(by, 'create_invitation', {
      workspace: world.workspace,
      role,
      base,
      base_role: base === null ? null : 'viewer',
      email: null,
    })
  const makeBase = (by: Person) => {
    const settings = { hue: 'red', timeZone: 'UTC', locale: 'en', weekStart: 1 }
    return h.rpc(by, 'create_base', { base: uuidV7(), workspace: world.workspace, name: 'B', settings })
  }

  test('has admins, who manage people below owners and make bases, but are no creators by that', async () => {
    await setWorkspaceRole(world.owner, world.member, 'admin')
    await setWorkspaceRole(world.member, world.viewer, 'guest')
    await setWorkspaceRole(world.member, world.viewer, 'admin')
    expect(await refusalOf(setWorkspaceRole(world.member, world.viewer, 'owner'))).toBe('forbidden')
    expect(await refusalOf(setWorkspaceRole(world.member, world.owner, 'member'))).toBe('forbidden')
    expect(
      await refusalOf(
        h.rpc(world.member, 'remove_workspace_member', {
          workspace: world.workspace,
          member: world.owner.id,
        }),
      ),
    ).toBe('forbidden')
    await h.rpc(world.member, 'remove_workspace_member', {
      workspace: world.workspace,
      member: world.viewer.id,
    })
    await makeBase(world.member)
    expect(await refusalOf(schema(world.member))).toBe('not_found')
    expect(
      await refusalOf(h.rpc(world.member, 'rename_workspace', { workspace: world.workspace, name: 'Mine' })),
    ).toBe('forbidden')
  })

  test('lets nobody invite above themselves', async () => {
    await setWorkspaceRole(world.owner, world.member, 'admin')
    await setWorkspaceRole(world.owner, world.editor, 'guest')
    await setBaseRole(world.editor, 'creator')
    for (const role of ['admin', 'member', 'guest']) await invite(world.member, role)
    expect(await refusalOf(invite(world.member, 'owner'))).toBe('forbidden')
    for (const role of ['member', 'guest']) await invite(world.creator, role, world.base)
    expect(await refusalOf(invite(world.creator, 'admin', world.base))).toBe('forbidden')
    expect(await refusalOf(invite(world.creator, 'guest'))).toBe('forbidden')
    // A guest who shapes a base brings guests to it.
    await invite(world.editor, 'guest', world.base)
    expect(await refusalOf(invite(world.editor, 'member', world.base))).toBe('forbidden')
    // Admins give roles in the bases that they shape only.
    expect(await refusalOf(invite(world.member, 'guest', world.base))).toBe('not_found')
  })

  test('raises a role by an invitation and never lowers it', async () => {
    const accept = async (role: string) => {
      const { token } = await invite(world.owner, role)
      await h.rpc(world.holder, 'accept_invitation', { token })
      const [row] = await h.db.sql`select role from plinth.workspace_member
        where workspace_id = ${world.workspace} and user_id = ${world.holder.id}`
      return row!['role'] as string
    }
    expect(await accept('member')).toBe('member')
    expect(await accept('guest')).toBe('member')
    expect(await accept('admin')).toBe('admin')
  })

  test('shows its guests those people alone who share a base with them, owners included', async () => {
    const seen = async (person: Person, sql: string) =>
      (await h.as(person, (tx) => tx.unsafe<{ id: string }[]>(sql))).map(({ id }) => id).toSorted()
    const inBase = [world.owner, world.creator, world.editor, world.viewer, world.holder]
      .map(({ id }) => id)
      .toSorted()
    const ids = (people: { id: string }[]) => people.map(({ id }) => id).toSorted()
    const members = (person: Person) =>
      h.rpc<{ id: string }[]>(person, 'workspace_members', { workspace: world.workspace })
    expect(ids(await members(world.holder))).toEqual(inBase)
    expect(await seen(world.holder, 'select id from plinth.profile')).toEqual(inBase)
    expect(await seen(world.holder, 'select user_id as id from plinth.workspace_member')).toEqual(inBase)
    const everybody = [...inBase, world.member.id].toSorted()
    expect(ids(await members(world.viewer))).toEqual(everybody)
    expect(await seen(world.viewer, 'select user_id as id from plinth.workspace_member')).toEqual(everybody)
    await setBaseRole(world.holder, null)
    await give(world.holder, false)
    expect(ids(await members(world.holder))).toEqual([world.holder.id])
    expect(await refusalOf(makeBase(world.holder))).toBe('forbidden')
  })

  test('whose last owner is deleted goes to an admin, else a member, and never to a guest', async () => {
    await setWorkspaceRole(world.owner, world.member, 'admin')
    await setWorkspaceRole(world.owner, world.creator, 'guest')
    const owners = async () =>
      (
        await h.db.sql`select user_id as id from plinth.workspace_member
          where workspace_id = ${world.workspace} and role = 'owner'`
      ).map((row) => row['id'] as string)
    await h.db.admin`delete from auth.users where id = ${world.owner.id}`
    expect(await owners()).toEqual([world.member.id])
    await h.db.admin`delete from auth.users where id = ${world.member.id}`
    expect(await owners()).toEqual([world.editor.id])
    for (const { id } of [world.editor, world.viewer])
      await h.db.admin`delete from auth.users where id = ${id}`
    expect(await owners()).toEqual([])
  })
})

describe('roles of a base', () => {
  test('are three from its beginning, and its own ones behind them', async () => {
    const role = uuidV7()
    await save(role, { name: ' Night shift ', description: 'After ten' })
    expect((await list()).map(({ kind, name, members }) => [kind, name, members])).toEqual([
      ['editor', 'editor', [world.editor.id]],
      ['commenter', 'commenter', []],
      ['viewer', 'viewer', [world.viewer.id]],
      ['custom', 'Sellers', [world.holder.id]],
      ['custom', 'Night shift', []],
    ])
    await save(role, { description: 'After eleven' })
    expect(await roleOf('Night shift')).toMatchObject({ id: role, description: 'After eleven' })
  })

  test('have names of their own, at most fifty', async () => {
    const role = uuidV7()
    for (const name of ['sellers', 'SELLERS', 'Creator', 'editor', 'Viewer', 'commenter']) {
      expect([name, await refusalOf(save(uuidV7(), { name }))]).toEqual([name, 'name_taken'])
    }
    expect(await refusalOf(save(role, { name: ' ' }))).toBe('name_required')
    expect(await refusalOf(save(role, { name: 'A', description: 'x'.repeat(501) }))).toBe('invalid_input')
    expect(await refusalOf(save((await roleOf('editor')).id, { name: 'Writers' }))).toBe('invalid_input')
    await save((await roleOf('editor')).id, { description: 'They write.' })
    for (let n = 1; n < 50; n++) await save(uuidV7(), { name: `Role ${n}` })
    expect(await refusalOf(save(uuidV7(), { name: 'One more' }))).toBe('limit_exceeded')
    await save(world.role, { name: 'Buyers' })
  })

  test('built-in ones stay, and are given by the member’s role alone', async () => {
    const { id } = await roleOf('viewer')
    expect(await refusalOf(h.rpc(world.creator, 'delete_role', { role: id }))).toBe('invalid_input')
    expect(await refusalOf(give(world.member, true, id))).toBe('invalid_input')
    expect(await refusalOf(give(world.owner))).toBe('invalid_input')
    expect(await refusalOf(give(world.outsider))).toBe('not_found')
  })

  test('custom ones bring a person into the base and, with the last one, out of it', async () => {
    expect(await schema(world.holder)).toMatchObject({ role: null, tables: [] })
    const members = await h.rpc<{ id: string; role: string | null; customRoles: unknown[] }[]>(
      world.viewer,
      'base_members',
      { base: world.base },
    )
    expect(members.find(({ id }) => id === world.holder.id)).toMatchObject({
      role: null,
      customRoles: [{ id: world.role, name: 'Sellers' }],
    })
    await give(world.member)
    expect(await schema(world.member)).toMatchObject({ role: null })
    await setBaseRole(world.member, 'viewer')
    await setBaseRole(world.member, null)
    expect(await schema(world.member)).toMatchObject({ role: null })
    await give(world.member, false)
    expect(await refusalOf(schema(world.member))).toBe('not_found')
    await h.rpc(world.creator, 'delete_role', { role: world.role })
    expect(await refusalOf(schema(world.holder))).toBe('not_found')
  })

  test('come by invitations too, beside a built-in role or alone, of that base only', async () => {
    const args = { workspace: world.workspace, role: 'guest', base: world.base, email: null }
    const { token } = await h.rpc<{ token: string }>(world.creator, 'create_invitation', {
      ...args,
      base_role: 'viewer',
      custom_role: world.role,
    })
    await h.rpc(world.outsider, 'accept_invitation', { token })
    expect(await schema(world.outsider)).toMatchObject({ role: 'viewer' })
    expect((await roleOf('Sellers')).members).toContain(world.outsider.id)
    const other = await buildWorld(h)
    const foreign = { ...args, base_role: null, custom_role: other.role }
    expect(await refusalOf(h.rpc(world.creator, 'create_invitation', foreign))).toBe('not_found')
    const builtIn = { ...args, base_role: null, custom_role: (await roleOf('viewer')).id }
    expect(await refusalOf(h.rpc(world.creator, 'create_invitation', builtIn))).toBe('not_found')
    const nothing = { ...args, base_role: null, custom_role: null }
    expect(await refusalOf(h.rpc(world.creator, 'create_invitation', nothing))).toBe('invalid_input')
  })

  test('know nothing of another base', async () => {
    const other = await buildWorld(h)
    const table = await createFullTable(h, other)
    expect(await refusalOf(grant(world.role, table, 'read', 'all'))).toBe('not_found')
    const mine = await createFullTable(h, world)
    expect(await refusalOf(grant(other.role, mine, 'read', 'all'))).toBe('not_found')
    expect(await refusalOf(save(other.role, { name: 'Stolen' }))).toBe('invalid_input')
    expect(await refusalOf(give(world.member, true, other.role))).toBe('not_found')
  })
})

describe('grants', () => {
  const all = { read: 'all', create: 'all', update: 'all', delete: 'all' }
  const readOnly = { read: 'all', create: 'none', update: 'none', delete: 'none' }
  let table: TestTable
  beforeEach(async () => {
    table = await createFullTable(h, world)
  })

  test('without a row are those of the role’s kind', async () => {
    await setBaseRole(world.member, 'commenter')
    expect(await access(world.creator, table)).toEqual(all)
    expect(await access(world.editor, table)).toEqual(all)
    expect(await access(world.member, table)).toEqual(readOnly)
    expect(await access(world.viewer, table)).toEqual(readOnly)
    expect(await access(world.holder, table)).toBeUndefined()
  })

  test('widen and narrow every role but the creator’s, and add up', async () => {
    const [editor, viewer] = [(await roleOf('editor')).id, (await roleOf('viewer')).id]
    await grant(viewer, table, 'create', 'all')
    await grant(editor, table, 'delete', 'none')
    expect(await access(world.viewer, table)).toEqual({ ...readOnly, create: 'all' })
    expect(await insert(world.viewer, table)).toBe('ok')
    expect(await access(world.editor, table)).toEqual({ ...all, delete: 'none' })
    await grant(world.role, table, 'delete', 'all')
    await give(world.editor)
    expect(await access(world.editor, table)).toEqual(all)
    await grant(editor, table, 'delete', null)
    await give(world.editor, false)
    expect(await access(world.editor, table)).toEqual(all)
    await grant(world.role, table, 'read', 'all')
    expect(await access(world.holder, table)).toEqual({ ...readOnly, delete: 'all' })
    expect(await access(world.owner, table)).toEqual(all)
  })

  test('are refused in shapes that mean nothing', async () => {
    const rule = { boolean: true }
    const set = (args: Record<string, unknown>) =>
      refusalOf(
        h.rpc(world.creator, 'set_grant', {
          role: world.role,
          table: table.id,
          action: 'read',
          scope: 'all',
          rule: null,
          ...args,
        }),
      )
    expect(await set({ scope: 'rules' })).toBe('invalid_input')
    expect(await set({ rule })).toBe('invalid_input')
    expect(await set({ scope: null, rule })).toBe('invalid_input')
    expect(await set({ scope: 'some' })).toBe('invalid_input')
    expect(await set({ action: 'erase' })).toBe('invalid_input')
    expect(await set({ role: uuidV7() })).toBe('not_found')
    expect(await set({ scope: 'rules', rule: { text: 'EU' } })).toBe('expression_invalid')
    expect(await set({ scope: 'rules', rule: { call: 'drop', args: [] } })).toBe('expression_invalid')
  })

  test('of scope none hide the table from every surface', async () => {
    const other = await createFullTable(h, world, 'Other')
    expect(await insert(world.editor, table)).toBe('ok')
    await grant((await roleOf('viewer')).id, table, 'read', 'none')
    expect((await schema(world.viewer)).tables.map(({ id }) => id)).toEqual([other.id])
    const session = await h.rpc<unknown>(world.viewer, 'my_session')
    expect(JSON.stringify(session)).not.toContain(table.id)
    expect(JSON.stringify(session)).toContain(other.id)
    for (const sql of [
      `select 1 from plinth."table" where id = '${table.id}'`,
      `select 1 from plinth.field where table_id = '${table.id}'`,
      `select 1 from data.${table.relation}`,
      `select 1 where plinth_private.may_hear_table('table:${table.id}:${await epoch()}')`,
    ]) {
      expect([sql, await h.as(world.viewer, (tx) => tx.unsafe(sql))]).toHaveProperty('1.length', 0)
      expect([sql, await h.as(world.editor, (tx) => tx.unsafe(sql))]).not.toHaveProperty('1.length', 0)
    }
    const query = { table: table.id, sorts: [] }
    const title = table.fields[0]!.id
    const calls: [string, Record<string, unknown>][] = [
      ['rows_window', { query, anchor: null, direction: 'forward', skip: 0, take: 5 }],
      ['rows_by_id', { query, ids: [uuidV7()] }],
      ['view_stats', { query, exact: false }],
      ['view_anchors', { query, step: 100 }],
      [
        'view_groups',
        { query: { ...query, groups: [{ field: title, direction: 'asc' }] }, figures: {}, skip: 0, take: 5 },
      ],
      ['view_summary', { query, figures: {} }],
      [
        'view_chart',
        { query, chart: { figure: 'count', field: null, units: [], by: 'key', take: 1, totals: true } },
      ],
      ['row_rank', { query, record: uuidV7(), near: null }],
      ['find_in_view', { query, text: 'a', after: null, direction: 'forward', take: 5 }],
      ['changes_since', { table: table.id, seq: '3' }],
      ['explain_access', { table: table.id, record: null, person: world.viewer.id, action: 'read' }],
      [
        'begin_import',
        { import: uuidV7(), table: table.id, file_name: 'x', fields: [title], mode: 'append', key: null },
      ],
    ]
    for (const [name, args] of calls) {
      expect([name, await refusalOf(h.rpc(world.viewer, name, args))]).toEqual([name, 'not_found'])
    }
    expect(await insert(world.viewer, table)).toBe('not_found')
  })

  test('of other actions need that of reading, in this very table', async () => {
    await grant(world.role, await createFullTable(h, world, 'Read'), 'read', 'all')
    await grant(world.role, table, 'create', 'all')
    await grant(world.role, table, 'update', 'all')
    expect(await access(world.holder, table)).toBeUndefined()
    expect(await insert(world.holder, table)).toBe('not_found')
    const failure = h.as(world.holder, (tx) => tx.unsafe(`insert into data.${table.relation} default values`))
    await expect(failure).rejects.toMatchObject({ state: '42501' })
  })

  test('are shown to creators only', async () => {
    await grant(world.role, table, 'read', 'all')
    const rows = (person: Person) => h.as(person, (tx) => tx`select role_id from plinth.role_grant`)
    expect(await rows(world.creator)).toHaveLength(1)
    expect(await rows(world.editor)).toHaveLength(0)
    expect((await roleOf('Sellers')).grants).toEqual([
      { table: table.id, action: 'read', scope: 'all', rule: null, handOver: false },
    ])
  })
})

describe('the topics of a base get a new name', () => {
  let table: TestTable
  beforeEach(async () => {
    table = await createFullTable(h, world)
  })
  const bumps = async (work: () => Promise<unknown>) => {
    const before = await epoch()
    await work()
    return (await epoch()) - before
  }

  test('when a grant is lowered, by whatever way, and not when it is raised', async () => {
    const viewer = (await roleOf('viewer')).id
    expect(await bumps(() => grant(viewer, table, 'update', 'all'))).toBe(0)
    expect(await bumps(() => grant(viewer, table, 'update', 'all'))).toBe(0)
    expect(await bumps(() => grant(viewer, table, 'update', 'none'))).toBe(1)
    expect(await bumps(() => grant(viewer, table, 'read', 'none'))).toBe(1)
    expect(await bumps(() => grant(viewer, table, 'read', null))).toBe(0)
    await grant(viewer, table, 'delete', 'all')
    expect(await bumps(() => h.db.sql`delete from plinth.role_grant where role_id = ${viewer}`)).toBe(1)
    await grant(viewer, table, 'delete', 'all')
    expect(
      await bumps(() => h.db.sql`update plinth.role_grant set scope = 'none' where role_id = ${viewer}`),
    ).toBe(1)
  })

  test('when a custom role is taken away or deleted, and not when it is given', async () => {
    expect(await bumps(() => give(world.member))).toBe(0)
    expect(await bumps(() => give(world.member, false))).toBe(1)
    expect(await bumps(() => give(world.viewer))).toBe(0)
    expect(await bumps(() => give(world.viewer, false))).toBe(1)
    expect(
      await bumps(() => h.db.sql`delete from plinth.role_member where user_id = ${world.holder.id}`),
    ).toBe(1)
    await give(world.member)
    expect(await bumps(() => h.rpc(world.creator, 'delete_role', { role: world.role }))).toBe(1)
    expect(await bumps(() => save(uuidV7(), { name: 'Empty' }))).toBe(0)
  })

  test('when a role is lowered by psql, or raised to one that is restricted', async () => {
    const setRole = (role: string) =>
      h.db.sql`update plinth.base_member set role = ${role}
        where base_id = ${world.base} and user_id = ${world.viewer.id}`
    expect(await bumps(() => setRole('editor'))).toBe(0)
    expect(await bumps(() => setRole('commenter'))).toBe(1)
    await grant((await roleOf('editor')).id, table, 'read', 'none')
    expect(await bumps(() => setRole('editor'))).toBe(1)
    expect(await bumps(() => setRole('creator'))).toBe(0)
    await setWorkspaceRole(world.owner, world.member, 'owner')
    expect(
      await bumps(
        () => h.db.sql`update plinth.workspace_member set role = 'guest'
          where workspace_id = ${world.workspace} and user_id = ${world.member.id}`,
      ),
    ).toBe(1)
  })

  test('when a role that rules may name is renamed', async () => {
    expect(await bumps(() => save(world.role, { name: 'Buyers' }))).toBe(1)
    expect(await bumps(() => save(world.role, { name: 'Buyers', description: 'x' }))).toBe(0)
  })
})
