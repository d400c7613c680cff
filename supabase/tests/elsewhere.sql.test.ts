/** What stands elsewhere (in other workspaces, bases, tables, buckets, for other people) changes nothing here. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createBase,
  createFullTable,
  type Harness,
  type Json,
  type Person,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

const fieldOf = (table: TestTable, name: string) => table.fields.find((one) => one.name === name)!.id
const grant = (table: TestTable, action: string, scope: string, rule: Json = null) =>
  h.rpc(world.creator, 'set_grant', { role: world.role, table: table.id, action, scope, rule })

describe('usage', () => {
  test('of a base is told though fields of another base are hidden', async () => {
    const base = await createBase(h, world.owner, world.workspace, 'Secrets')
    const table = await createFullTable(h, { ...world, base, creator: world.owner }, 'Secrets')
    await h.rpc(world.owner, 'set_base_role', { base, member: world.viewer.id, role: 'viewer' })
    const roles = await h.db.sql`select id from plinth.role where base_id = ${base} and kind = 'viewer'`
    await h.rpc(world.owner, 'set_field_grant', {
      role: roles[0]!['id'],
      field: fieldOf(table, 'Count'),
      access: 'hidden',
    })
    const { bases } = await h.rpc<{ bases: { id: string | null }[] }>(world.viewer, 'workspace_usage', {
      workspace: world.workspace,
    })
    expect(bases.map(({ id }) => id)).toEqual([world.base, null])
    // Hidden from viewers is not hidden from editors.
    await h.rpc(world.owner, 'set_base_role', { base, member: world.editor.id, role: 'editor' })
    const seen = await h.rpc<{ bases: { id: string | null }[] }>(world.editor, 'workspace_usage', {
      workspace: world.workspace,
    })
    expect(seen.bases.map(({ id }) => id)).toEqual([world.base, base])
  })
})

test('of two fields the one that is hidden from a role is hidden, and not the other', async () => {
  const table = await createFullTable(h, world, 'One hidden')
  const [hidden, open] = ['Count', 'Ratio'].map((name) => fieldOf(table, name))
  await h.rpc(world.creator, 'set_field_grant', { role: world.role, field: hidden, access: 'hidden' })
  const rows = await h.db.admin`
    select f.id, plinth_private.is_hidden(f.id) as hidden from plinth.field as f where f.id in ${h.db.admin([hidden!, open!])}`
  expect(new Map(rows.map((row) => [row['id'], row['hidden']]))).toEqual(
    new Map([
      [hidden, true],
      [open, false],
    ]),
  )
})

const has = (name: string, person = world.holder) =>
  h
    .as(person, (tx) => tx`select plinth_private.has_role(${world.base}, ${name}) as has`)
    .then(([row]) => row!['has'] as boolean)

describe('roles', () => {
  test('of another base grant nothing in this one, named instead of a person', async () => {
    const table = await createFullTable(h, world, 'Roles')
    const granted = async (holder: string) => {
      const [row] = await h.db
        .admin`select plinth_private.granted_scope(${holder}, ${world.base}, ${table.id}, 'read') as scope`
      return row!['scope'] as string
    }
    const [viewer] = await h.db
      .admin`select id from plinth.role where base_id = ${world.base} and kind = 'viewer'`
    const [stranger] = await h.db
      .admin`select id from plinth.role where base_id = ${world.elsewhere[1]!} and kind = 'viewer'`
    expect(await granted(viewer!['id'] as string)).toBe('all')
    expect(await granted(stranger!['id'] as string)).toBe('none')
  })

  test('are held by their name, not whatever role it is', async () => {
    for (const [name, held] of [
      ['Sellers', true],
      ['Others', false],
      ['editor', false],
      ['custom', false],
    ] as const)
      expect([name, await has(name)]).toEqual([name, held])
  })

  test('that somebody looks through are those of this base, by their own name', async () => {
    const [sellers, stranger]: Person[] = [world.role, world.elsewhere[2]!].map((id) => ({
      id,
      email: 'x@example.org',
    }))
    expect([await has('Sellers', sellers), await has('Others', sellers)]).toEqual([true, false])
    expect(await has('Elsewhere', stranger)).toBe(false)
    const standing = async (id: string) =>
      (await h.db.admin`select plinth_private.standing(${id}, ${world.base}) as standing`)[0]![
        'standing'
      ] as string
    expect([await standing(sellers!.id), await standing(stranger!.id)]).toEqual(['custom', null])
    const [viewers] = await h.db
      .sql`select id from plinth.role where base_id = ${world.base} and kind = 'viewer'`
    const [row] = await h.db.admin`
      select plinth_private.scope_of(${viewers!['id'] as string}, ${world.elsewhere[3]!}, 'read') as scope`
    expect(row!['scope']).toBe('none')
  })

  test('that others hold show nobody else a table', async () => {
    const table = await createFullTable(h, world, 'Not for viewers')
    const [viewers] = await h.db
      .sql`select id from plinth.role where base_id = ${world.base} and kind = 'viewer'`
    const none = { role: viewers!['id'], table: table.id, action: 'read', scope: 'none', rule: null }
    await h.rpc(world.creator, 'set_grant', none)
    await grant(table, 'read', 'all')
    const seen = (person: Person) =>
      h.as(person, (tx) => tx`select 1 from plinth."table" where id = ${table.id}`)
    expect([(await seen(world.viewer)).length, (await seen(world.holder)).length]).toEqual([0, 1])
    await h.db.sql.unsafe(`insert into data.${table.relation} (title) values ('x')`)
    const rows = (person: Person) => h.as(person, (tx) => tx.unsafe(`select 1 from data.${table.relation}`))
    expect([(await rows(world.viewer)).length, (await rows(world.holder)).length]).toEqual([0, 1])
    // What one may change and not read is not there.
    await grant(table, 'read', 'none')
    await grant(table, 'update', 'all')
    expect(await seen(world.holder)).toHaveLength(0)
    const [row] = await h.db
      .admin`select plinth_private.scope_of(${world.creator.id}, ${table.id}, 'own') as scope`
    expect(row!['scope']).toBe('none')
  })

  test('are explained by what was granted in this table, not in another', async () => {
    const [table, other] = [
      await createFullTable(h, world, 'Asked'),
      await createFullTable(h, world, 'Not asked'),
    ]
    await grant(other, 'read', 'all')
    const ask = { table: table.id, record: null, person: world.holder.id, action: 'read' }
    const { because } = await h.rpc<{ because: { reason: string }[] }>(world.creator, 'explain_access', ask)
    expect(because.map(({ reason }) => reason)).toEqual(['default'])
  })

  test('that a lock does not name open it to nobody', async () => {
    const table = await createFullTable(h, world, 'Locked')
    for (const action of ['read', 'update']) await grant(table, action, 'all')
    const other = uuidV7()
    await h.rpc(world.creator, 'save_role', { base: world.base, role: other, changes: { name: 'Openers' } })
    const rule = { call: '>', args: [{ field: fieldOf(table, 'Count') }, { number: 1 }] }
    const lock = {
      table: table.id,
      lock: uuidV7(),
      definition: { name: 'Big', rule, creators: false, roles: [other] },
    }
    await h.rpc(world.creator, 'save_record_lock', lock)
    await h.db.sql.unsafe(`insert into data.${table.relation} (count) values (2)`)
    const touched = async () =>
      (await h.as(world.holder, (tx) => tx.unsafe(`update data.${table.relation} set title = 'x'`))).count
    expect(await touched()).toBe(0)
    await h.rpc(world.creator, 'set_role_member', { role: other, member: world.holder.id, holds: true })
    expect(await touched()).toBe(1)
    await h.rpc(world.creator, 'delete_role', { role: other })
  })

  test('that make records and change none import none by their key', async () => {
    const table = await createFullTable(h, world, 'Made only')
    for (const action of ['read', 'create']) await grant(table, action, 'all')
    const begin = (mode: string, key: string | null) =>
      h.rpc(world.holder, 'begin_import', {
        import: uuidV7(),
        table: table.id,
        file_name: 'a.csv',
        fields: [fieldOf(table, 'Title')],
        mode,
        key,
      })
    await begin('append', null)
    expect(await refusalOf(begin('upsert', fieldOf(table, 'Title')))).toBe('read_only')
  })

  test('let nothing be changed by what they let be read', async () => {
    const table = await createFullTable(h, world, 'By action')
    const mail = (...texts: string[]): Json => ({
      call: 'in',
      args: [{ field: fieldOf(table, 'Mail') }, { list: texts.map((text) => ({ text })) }],
    })
    await grant(table, 'read', 'rules', mail('a@example.org', 'b@example.org'))
    for (const action of ['update', 'delete']) await grant(table, action, 'rules', mail('a@example.org'))
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (mail) values ('a@example.org'), ('b@example.org')`,
    )
    const reached = (statement: string) =>
      h.as(world.holder, (tx) => tx.unsafe(statement)).then(({ count }) => count)
    expect(await reached(`select 1 from data.${table.relation}`)).toBe(2)
    expect(await reached(`update data.${table.relation} set title = 'x'`)).toBe(1)
    expect(await reached(`delete from data.${table.relation}`)).toBe(1)
  })

  test('that may read nothing write nothing by their other rules, however they write', async () => {
    const table = await createFullTable(h, world, 'Unread')
    const rule = { call: '=', args: [{ field: fieldOf(table, 'Mail') }, { text: 'a@example.org' }] }
    const insert = () =>
      h.as(world.holder, (tx) =>
        tx.unsafe(`insert into data.${table.relation} (mail) values ('a@example.org')`),
      )
    await grant(table, 'read', 'all')
    for (const action of ['create', 'update', 'delete']) await grant(table, action, 'rules', rule)
    await insert()
    await grant(table, 'read', 'none')
    await expect(insert()).rejects.toMatchObject({ state: '42501' })
    // Without a condition a statement reads nothing, so that no policy of reading is asked.
    for (const statement of [
      `update data.${table.relation} set title = 'x'`,
      `delete from data.${table.relation}`,
    ]) {
      const { count } = await h.as(world.holder, (tx) => tx.unsafe(statement))
      expect([statement, count]).toEqual([statement, 0])
    }
  })
})

describe('mutations', () => {
  test('of the same id and content answer each person what became of their own', async () => {
    const table = await createFullTable(h, world, 'Same ids')
    const [id, record] = [uuidV7(), uuidV7()]
    const insert = { id, kind: 'insert', table: table.id, record, values: {} }
    const send = async (person: Person) => {
      const batch = { mutations: [insert], atomic: false }
      const [answer] = await h.rpc<[{ status: string; error?: { code: string } }]>(
        person,
        'apply_mutations',
        { batch },
      )
      return answer.error?.code ?? answer.status
    }
    const first = [await send(world.viewer), await send(world.editor), await send(world.creator)]
    expect(first).toEqual(['read_only', 'ok', 'not_unique'])
    expect([await send(world.viewer), await send(world.editor), await send(world.creator)]).toEqual(first)
  })
})

const invite = async (email: string | null) => {
  const args = { workspace: world.workspace, role: 'guest', base: world.base, base_role: 'viewer', email }
  return (await h.rpc<{ token: string }>(world.creator, 'create_invitation', args)).token
}
const answersTo = async (person: Person, token: string) => [
  await refusalOf(h.rpc(person, 'accept_invitation', { token })),
  await refusalOf(h.rpc(person, 'invitation_info', { token })),
]

describe('invitations', () => {
  test('whose maker lost the right say nothing of addresses to those whom they are for', async () => {
    const token = await invite(world.outsider.email)
    // As it stands for the moment before withdrawing reaches it.
    const open = await invite(null)
    await h.db.admin`alter table plinth.base_member disable trigger user`
    await h.db.admin`
      update plinth.base_member set role = 'viewer' where base_id = ${world.base} and user_id = ${world.creator.id}`
    await h.db.admin`alter table plinth.base_member enable trigger user`
    for (const one of [token, open])
      expect(await answersTo(world.outsider, one)).toEqual(['invitation_invalid', 'invitation_invalid'])
    await h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.creator.id, role: 'creator' })
  })

  test('are told by their own token alone', async () => {
    await invite(world.outsider.email)
    expect(await answersTo(world.member, 'x'.repeat(43))).toEqual([
      'invitation_invalid',
      'invitation_invalid',
    ])
  })

  test('that were used are not taken back any more', async () => {
    const args = {
      workspace: world.workspace,
      role: 'guest',
      base: world.base,
      base_role: 'viewer',
      email: null,
    }
    const { id, token } = await h.rpc<{ id: string; token: string }>(world.creator, 'create_invitation', args)
    await h.rpc(world.member, 'accept_invitation', { token })
    expect(await refusalOf(h.rpc(world.creator, 'revoke_invitation', { invitation: id }))).toBe('not_found')
    await h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.member.id, role: null })
  })

  test('that were used or are over say nothing of addresses to others', async () => {
    const [used, over] = [await invite(world.outsider.email), await invite(world.outsider.email)]
    await h.rpc(world.outsider, 'accept_invitation', { token: used })
    await h.db
      .sql`update plinth_private.invitation set expires_at = now() - interval '1 minute' where used_at is null`
    const listed = await h.rpc<unknown[]>(world.owner, 'invitations', { workspace: world.workspace })
    expect(listed).toEqual([])
    for (const token of [used, over]) {
      expect(await answersTo(world.member, token)).toEqual(['invitation_invalid', 'invitation_invalid'])
    }
  })
})

describe('the trash', () => {
  test('of one base is not emptied by way of another', async () => {
    const base = await createBase(h, world.owner, world.workspace, 'Other trash')
    const table = await createFullTable(h, { ...world, base, creator: world.owner }, 'Thrown away')
    await h.rpc(world.owner, 'delete_table', { table: table.id })
    const emptied = h.rpc(world.owner, 'empty_trash', {
      base: world.base,
      item: table.id,
      confirm_name: table.name,
    })
    expect(await refusalOf(emptied)).toBe('not_found')
    await h.rpc(world.owner, 'restore_table', { table: table.id })
  })

  test.each(['Count', 'Ratio'])(
    'gives no field back to a table that is full, nor does that take a copy: %s',
    async (name) => {
      const table = await createFullTable(h, world, `Full of fields ${name}`)
      // One that stands aside, and one that does not.
      if (name === 'Ratio')
        await h.rpc(world.creator, 'set_field_grant', {
          role: world.role,
          field: fieldOf(table, name),
          access: 'hidden',
        })
      await h.rpc(world.creator, 'delete_field', { field: fieldOf(table, name) })
      await h.db.sql`
      insert into plinth.field (id, table_id, name, type, column_name, position)
      select gen_random_uuid(), ${table.id}, 'Field ' || n, 'text', 'full_' || n, 100 + n
      from generate_series(1, ${limits.fieldsPerTable - table.fields.length + 1}) as n`
      expect(await refusalOf(h.rpc(world.creator, 'restore_field', { field: fieldOf(table, name) }))).toBe(
        'limit_exceeded',
      )
      const copy = { field: fieldOf(table, 'Title'), copy: uuidV7(), name: 'Copy', with_values: true }
      expect(await refusalOf(h.rpc(world.creator, 'duplicate_field', copy))).toBe('limit_exceeded')
    },
  )

  test('gives a field back as it was, though another stands aside', async () => {
    const table = await createFullTable(h, world, 'One aside')
    await h.rpc(world.creator, 'set_field_grant', {
      role: world.role,
      field: fieldOf(table, 'Ratio'),
      access: 'hidden',
    })
    await h.db.sql.unsafe(`insert into data.${table.relation} (count) values (7)`)
    await h.rpc(world.creator, 'delete_field', { field: fieldOf(table, 'Count') })
    await h.rpc(world.creator, 'restore_field', { field: fieldOf(table, 'Count') })
    const [row] = await h.db.sql.unsafe(`select count from data.${table.relation}`)
    expect(Number(row!['count'])).toBe(7)
  })

  test('gives no table back to a base that is full', async () => {
    const base = await createBase(h, world.owner, world.workspace, 'Full')
    const table = await createFullTable(h, { ...world, base, creator: world.owner }, 'One too many')
    await h.rpc(world.owner, 'delete_table', { table: table.id })
    await h.db.sql`
      insert into plinth."table" (id, base_id, name, relation, position, created_by)
      select gen_random_uuid(), ${base}, 'Table ' || n, 'full_' || n, n, ${world.owner.id}
      from generate_series(1, ${limits.tablesPerBase}) as n`
    expect(await refusalOf(h.rpc(world.owner, 'restore_table', { table: table.id }))).toBe('limit_exceeded')
    const more = createFullTable(h, { ...world, base, creator: world.owner }, 'One more')
    expect(await refusalOf(more)).toBe('limit_exceeded')
  })
})

test('members of the workspace are no members of a base where they have no role', async () => {
  const members = await h.rpc<{ id: string }[]>(world.owner, 'base_members', { base: world.base })
  expect(members.map(({ id }) => id)).not.toContain(world.member.id)
  expect(members.map(({ id }) => id)).toContain(world.viewer.id)
})

describe('places of workspace creators', () => {
  test('kept for an address are nobody else’s', async () => {
    const [expected, other] = [await h.person('expected'), await h.person('other')]
    await h.db
      .sql`insert into plinth_private.expected_creator (id, email) values (${uuidV7()}, ${expected.email})`
    const creators = async () =>
      (
        await h.db.sql`
        select user_id from plinth_private.workspace_creator where user_id in ${h.db.sql([expected.id, other.id])}`
      ).map((row) => row['user_id'] as string)
    await h.rpc(other, 'my_session')
    expect(await creators()).toEqual([])
    await h.rpc(expected, 'my_session')
    expect(await creators()).toEqual([expected.id])
  })

  test('nobody is the colleague of who has no account', async () => {
    const rows = await h.as(world.anonymous, (tx) => tx`select * from plinth_private.my_colleagues()`)
    expect(rows).toHaveLength(0)
  })
})

describe('records', () => {
  test('keep the time and the person they were made by, whatever a client sends', async () => {
    const table = await createFullTable(h, world, 'Stamped')
    const [made] = await h.as(world.editor, (tx) =>
      tx.unsafe(
        `insert into data.${table.relation} (title) values ('a') returning id, created_at, created_by`,
      ),
    )
    // Past the rights on columns, which keep everybody else from naming them.
    await h.db.sql.unsafe(`update data.${table.relation} set created_at = now() - interval '1 year',
      created_by = '${world.viewer.id}', id = gen_random_uuid(), ver = 99 where id = '${made!['id']}'`)
    const [kept] = await h.db.sql.unsafe(`select id, created_at, created_by, ver from data.${table.relation}`)
    expect(kept).toEqual({ ...made, ver: expect.anything() })
    expect(Number(kept!['ver'])).toBe(2)
  })
})

test('nobody is removed who is not there', async () => {
  const stranger = await h.person('stranger')
  await h.rpc(stranger, 'my_session')
  for (const member of [stranger.id, uuidV7()]) {
    const removed = h.rpc(world.owner, 'remove_workspace_member', { workspace: world.workspace, member })
    expect(await refusalOf(removed)).toBe('not_found')
  }
})
