/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Hidden fields: where their values stand, who sees them, what cannot be hidden, and the way back. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBase, type Harness, type Json, Refusal, refusalOf, startWorld, type World } from './harness.ts'
import { type HiddenTable, hiddenTable, rolesOf } from './hidden-lab.ts'

let h: Harness
let world: World
let roles: Map<string, string>
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  roles = await rolesOf(h, world)
})
afterAll(() => h.db.stop())

const lab = (name: string): Promise<HiddenTable> => hiddenTable(h, world, roles, name)
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Refusal) => ({ code: error.code, ...(JSON.parse(error.details) as object) }),
  )

describe('a field that a role has hidden', () => {
  test('stands in a relation of its own with a row for every record', async () => {
    const t = await lab('Sides')
    const ids = [await t.add('Ada', 100), await t.add('Bob', null)]
    const before = await t.versions()
    await t.allow('editor', 'Salary', 'hidden')
    expect(await t.columns()).not.toContain('salary')
    expect(await t.side('Salary')).toBe(`${t.table.relation}__1`)
    expect(await t.aside('Salary')).toEqual({ [ids[0]!]: '100', [ids[1]!]: null })
    expect(await t.versions()).toEqual(before)
    const third = await t.add('Eve', null)
    expect(await t.aside('Salary')).toMatchObject({ [third]: null })
    await h.db.sql.unsafe(`delete from ${t.relation} where id = $1`, [third])
    expect(Object.keys(await t.aside('Salary')).toSorted()).toEqual(ids.toSorted())
  })

  test('takes no other field aside that is kept from somebody', async () => {
    const t = await lab('Others stay')
    await t.allow('editor', 'Salary', 'hidden')
    await t.allow('editor', 'Day', 'read')
    expect([await t.side('Salary'), await t.side('Day')]).toEqual([`${t.table.relation}__1`, null])
  })

  test('stands under a name that only a side can have', async () => {
    const t = await lab('Names of sides')
    for (const name of ['salary', `${t.table.relation}__0`, 'Tables__1', `${'x'.repeat(44)}__1`]) {
      const named = h.db
        .sql`update plinth.field set side = ${name} where table_id = ${t.table.id} and position = 1`
      await expect(named).rejects.toMatchObject({ code: '23514' })
    }
  })

  test('is nowhere for those who have it hidden in every role, and marked for the others', async () => {
    const t = await lab('Nowhere')
    await t.add('Ada', 100)
    await t.allow('editor', 'Salary', 'hidden')
    const names = async (person: Parameters<typeof t.fieldsOf>[0]) =>
      (await t.fieldsOf(person)).map(({ name, hidden, access }) => [name, hidden ?? false, access ?? 'write'])
    expect(await names(world.editor)).toEqual([
      ['Name', false, 'write'],
      ['Day', false, 'write'],
    ])
    for (const person of [world.owner, world.creator])
      expect(await names(person)).toContainEqual(['Salary', true, 'write'])
    expect(await names(world.viewer)).toContainEqual(['Salary', true, 'read'])
    const rest = (person: typeof world.editor) =>
      h.as(person, (tx) => tx`select name from plinth.field where table_id = ${t.table.id} order by position`)
    expect((await rest(world.editor)).map((row) => row['name'])).toEqual(['Name', 'Day'])
    expect((await rest(world.viewer)).map((row) => row['name'])).toEqual(['Name', 'Salary', 'Day'])
    await t.allow('editor', 'Salary', 'read')
    expect(await names(world.editor)).toContainEqual(['Salary', false, 'read'])
  })

  test('is read through the policies by those who see it, in the records that they read', async () => {
    const t = await lab('Policies')
    const ids = [await t.add('Ada', 100), await t.add('Bob', 200)]
    await t.allow('editor', 'Salary', 'hidden')
    const rule = { call: '=', args: [{ field: t.field('Name') }, { text: 'Ada' }] }
    await t.grant('read', 'rules', rule)
    await t.allow('Sellers', 'Salary', 'read')
    expect(await t.asideFor(world.creator, 'Salary')).toEqual({ [ids[0]!]: '100', [ids[1]!]: '200' })
    expect(await t.asideFor(world.viewer, 'Salary')).toEqual({ [ids[0]!]: '100', [ids[1]!]: '200' })
    expect(await t.asideFor(world.holder, 'Salary')).toEqual({ [ids[0]!]: '100' })
    for (const person of [world.editor, world.member, world.outsider, world.anonymous])
      expect(await t.asideFor(person, 'Salary')).toEqual({})
    expect(await refusalOf(t.asideFor(null, 'Salary'))).toMatch(/permission denied/)
  })

  test('is written by those who may write it, in the records that they may change', async () => {
    const t = await lab('Writers')
    const ids = [await t.add('Ada', 100), await t.add('Bob', 200)]
    await t.allow('viewer', 'Salary', 'hidden')
    const rule = { call: '=', args: [{ field: t.field('Name') }, { text: 'Ada' }] }
    await t.grant('read', 'all')
    await t.grant('update', 'rules', rule)
    const write = (person: typeof world.editor, id: string) => t.writeAside(person, 'Salary', id, 7)
    expect(await write(world.editor, ids[0]!)).toBe(1)
    expect(await write(world.holder, ids[0]!)).toBe(1)
    expect(await write(world.holder, ids[1]!)).toBe(0)
    await t.allow('Sellers', 'Salary', 'read')
    expect(await write(world.holder, ids[0]!)).toBe(0)
    await t.allow('editor', 'Salary', 'read')
    for (const person of [world.editor, world.viewer, world.member, world.outsider, world.anonymous])
      expect(await write(person, ids[0]!)).toBe(0)
    expect(await write(world.creator, ids[1]!)).toBe(1)
    const side = await t.side('Salary')
    for (const sql of [
      `insert into data.${side} (id) values ('${ids[0]}')`,
      `delete from data.${side} where id = '${ids[0]}'`,
      `update data.${side} set id = id where id = '${ids[0]}'`,
      `truncate data.${side}`,
    ])
      expect([sql, await refusalOf(h.as(world.creator, (tx) => tx.unsafe(sql)))]).toEqual([
        sql,
        `permission denied for table ${side}`,
      ])
  })

  test('is not changed in a record that is locked', async () => {
    const t = await lab('Locked')
    const ids = [await t.add('Ada', 100), await t.add('Bob', 200)]
    await t.allow('viewer', 'Salary', 'hidden')
    const rule = { call: '=', args: [{ field: t.field('Name') }, { text: 'Ada' }] }
    const definition = { name: 'Closed', rule, creators: true, roles: [] }
    await h.rpc(world.creator, 'save_record_lock', { table: t.table.id, lock: uuidV7(), definition })
    expect(await t.writeAside(world.editor, 'Salary', ids[0]!, 7)).toBe(0)
    expect(await t.writeAside(world.editor, 'Salary', ids[1]!, 7)).toBe(1)
    expect(await t.writeAside(world.creator, 'Salary', ids[0]!, 7)).toBe(1)
  })

  test('is filled in a record of one’s own making by who may create but not change', async () => {
    const t = await lab('Making')
    await t.allow('viewer', 'Salary', 'hidden')
    await t.grant('read', 'all')
    await t.grant('create', 'all')
    const id = uuidV7()
    const fill = `update data.${await t.side('Salary')} set salary = 5 where id = '${id}'`
    const count = await h.as(world.holder, async (tx) => {
      await tx.unsafe(`insert into ${t.relation} (id, name) values ('${id}', 'New')`)
      return (await tx.unsafe(fill)).count
    })
    expect(count).toBe(1)
    expect((await h.as(world.holder, (tx) => tx.unsafe(fill))).count).toBe(0)
    expect(await t.versions()).toEqual({ [id]: '1' })
  })

  test('makes another version of its record when it changes, once in a transaction, and tells nobody what', async () => {
    const t = await lab('Touches')
    const id = await t.add('Ada', 100)
    await t.allow('viewer', 'Salary', 'hidden')
    const side = await t.side('Salary')
    const [start] = await h.db.sql`select pg_snapshot_xmin(pg_current_snapshot())::text as seq`
    await t.writeAside(world.editor, 'Salary', id, 100)
    expect(await t.versions()).toEqual({ [id]: '1' })
    await t.writeAside(world.editor, 'Salary', id, 101)
    expect(await t.versions()).toEqual({ [id]: '2' })
    await h.as(world.editor, async (tx) => {
      await tx.unsafe(`update ${t.relation} set name = 'Eve' where id = '${id}'`)
      await tx.unsafe(`update data.${side} set salary = 102 where id = '${id}'`)
    })
    expect(await t.versions()).toEqual({ [id]: '3' })
    const [row] = await h.db.sql.unsafe(`select changed_by from ${t.relation}`)
    expect(row).toEqual({ changed_by: world.editor.id })
    const since = await h.rpc<{ events: { fields: Json }[] }>(world.viewer, 'changes_since', {
      table: t.table.id,
      seq: start!['seq'],
    })
    expect(since.events.length).toBeGreaterThan(0)
    expect(since.events.every(({ fields }) => fields === null)).toBe(true)
    const messages = await h.db.admin<{ payload: Record<string, string> }[]>`
      select payload from realtime.messages where topic like ${`table:${t.table.id}:%`}`
    const later = messages.filter(({ payload }) => BigInt(payload['seq']!) >= BigInt(start!['seq'] as string))
    const keys = later.map(({ payload }) =>
      Object.keys(payload)
        .filter((key) => key !== 'id')
        .toSorted()
        .join(),
    )
    expect(keys).toEqual(['op,seq', 'op,seq'])
  })

  test('takes its default, checks and indexes along, and brings them back', async () => {
    const t = await lab('Along')
    await h.rpc(world.creator, 'update_field', {
      field: t.field('Salary'),
      changes: { default: { kind: 'value', value: 40 } },
    })
    await h.rpc(world.creator, 'set_field_rules', {
      field: t.field('Salary'),
      rules: { min: 1, unique: true },
      keep: false,
    })
    await h.db.sql`select plinth_private.create_sort_index(${t.field('Salary')})`
    const parts = (relation: string) =>
      h.db.sql.unsafe(
        `select conname as name, pg_get_constraintdef(oid) as body from pg_constraint where conrelid = '${relation}'::regclass and contype = 'c' and conname ~ '^salary'
       union all select x.relname, substring(pg_get_indexdef(x.oid) from 'USING.*') from pg_index i join pg_class x on x.oid = i.indexrelid
         where i.indrelid = '${relation}'::regclass and not i.indisprimary and x.relname ~ '^(plinth|sort)_' and pg_get_indexdef(x.oid) ~ 'salary'
       union all select 'default', pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
         where d.adrelid = '${relation}'::regclass and a.attname = 'salary' order by 1`,
      )
    const bare = (list: readonly object[]) =>
      JSON.parse(JSON.stringify(list).replaceAll(' NOT VALID', '')) as Json
    const before = bare(await parts(t.relation))
    expect(before).toHaveLength(5)
    await t.allow('viewer', 'Salary', 'hidden')
    const side = `data.${await t.side('Salary')}`
    expect((await parts(side)).map((row) => row['name'] as string)).toEqual(
      (before as { name: string }[]).map(({ name }) => name),
    )
    const id = await t.add('Ada')
    expect(await t.aside('Salary')).toEqual({ [id]: '40' })
    await t.allow('viewer', 'Salary', null)
    expect(await t.side('Salary')).toBeNull()
    expect(bare(await parts(t.relation))).toEqual(before)
    expect((await h.db.sql.unsafe(`select salary from ${t.relation}`))[0]).toEqual({ salary: '40' })
    expect(
      await h.db.sql.unsafe(
        `select 1 from pg_trigger where tgrelid = '${t.relation}'::regclass and tgname ~ '^plinth_sides'`,
      ),
    ).toHaveLength(0)
    expect(
      (await h.as(world.editor, (tx) => tx.unsafe(`update ${t.relation} set salary = 41 where id = '${id}'`)))
        .count,
    ).toBe(1)
  })

  test('takes the topics of the base along: who lost it listens to none', async () => {
    const t = await lab('Epochs')
    const epoch = async () =>
      (await h.db.sql`select access_epoch from plinth.base where id = ${world.base}`)[0]![
        'access_epoch'
      ] as number
    const before = await epoch()
    await t.allow('editor', 'Salary', 'hidden')
    expect(await epoch()).toBe(before + 1)
    await t.allow('editor', 'Salary', null)
    expect(await epoch()).toBe(before + 1)
  })
})

describe('what cannot be hidden', () => {
  test('is the first field, a state, what must be filled, and what rules look at', async () => {
    const t = await lab('Needed')
    const hide = (label: string) => failure(t.allow('viewer', label, 'hidden'))
    const refused = (code: string, label: string, rule: string) => ({
      code,
      table: t.table.id,
      field: t.field(label),
      rule,
    })
    expect(await hide('Name')).toEqual(refused('field_unhideable', 'Name', 'primary'))
    const options = { options: [{ id: 'new', label: 'New', hue: 'blue' }] }
    const state = uuidV7()
    await h.rpc(world.creator, 'create_field', {
      table: t.table.id,
      definition: { id: state, name: 'State', type: 'status', options },
    })
    expect(
      await failure(
        h.rpc(world.creator, 'set_field_grant', {
          role: roles.get('viewer'),
          field: state,
          access: 'hidden',
        }),
      ),
    ).toMatchObject({ code: 'field_unhideable', rule: 'status' })
    await h.rpc(world.creator, 'set_field_rules', {
      field: t.field('Salary'),
      rules: { required: true },
      keep: true,
    })
    expect(await hide('Salary')).toEqual(refused('field_unhideable', 'Salary', 'required'))
    await h.rpc(world.creator, 'set_field_rules', { field: t.field('Salary'), rules: {}, keep: false })
    await t.grant('read', 'rules', { call: '>', args: [{ field: t.field('Salary') }, { number: 1 }] })
    expect(await hide('Salary')).toMatchObject({ code: 'used_by_rule', field: t.field('Salary') })
    await t.grant('read', null)
    await h.rpc(world.creator, 'change_type', { field: t.field('Day'), type: 'text', options: {} })
    expect(await hide('Day')).toBeNull()
    expect(await t.side('Salary')).toBeNull()
  })

  test('and what is hidden is nothing for rules, nor the first field', async () => {
    const t = await lab('Unneeded')
    await t.allow('viewer', 'Salary', 'hidden')
    const rule = { call: '>', args: [{ field: t.field('Salary') }, { number: 1 }] }
    const expected = { code: 'field_hidden', table: t.table.id, field: t.field('Salary'), rule: 'expression' }
    expect(await failure(t.grant('read', 'rules', rule))).toEqual(expected)
    expect(await failure(h.rpc(world.creator, 'count_matching', { table: t.table.id, rule }))).toEqual(
      expected,
    )
    expect(
      await failure(
        h.rpc(world.creator, 'save_table_rule', {
          table: t.table.id,
          rule: uuidV7(),
          definition: { message: 'm', rule },
          keep: true,
        }),
      ),
    ).toEqual(expected)
    expect(
      await failure(
        h.rpc(world.creator, 'save_record_lock', {
          table: t.table.id,
          lock: uuidV7(),
          definition: { name: 'l', rule, creators: true, roles: [] },
        }),
      ),
    ).toEqual(expected)
    const first = { code: 'field_hidden', table: t.table.id, field: t.field('Salary'), rule: 'primary' }
    expect(
      await failure(
        h.rpc(world.creator, 'update_field', { field: t.field('Salary'), changes: { position: 0 } }),
      ),
    ).toEqual(first)
    expect(
      await failure(
        h.rpc(world.creator, 'update_field', { field: t.field('Name'), changes: { position: 2 } }),
      ),
    ).toEqual(first)
    expect(await failure(h.rpc(world.creator, 'delete_field', { field: t.field('Name') }))).toEqual(first)
    expect(
      await failure(
        h.rpc(world.creator, 'update_field', { field: t.field('Day'), changes: { position: 0 } }),
      ),
    ).toBeNull()
  })

  test('is refused to everybody but creators, as everything about rights is', async () => {
    const t = await lab('Refused')
    await t.allow('editor', 'Salary', 'hidden')
    const ask = (person: typeof world.editor) =>
      refusalOf(h.rpc(person, 'bring_back_field', { field: t.field('Salary') }))
    expect(await ask(world.creator)).toBe('field_hidden')
    expect(await ask(world.viewer)).toBe('forbidden')
    for (const person of [world.editor, world.member, world.outsider])
      expect(await ask(person)).toBe('not_found')
    expect(await ask(world.anonymous)).toBe('forbidden')
    expect(await refusalOf(t.allow('editor', 'Salary', 'hidden', world.editor))).toBe('not_found')
    expect(await refusalOf(t.allow('editor', 'Salary', 'hidden', world.viewer))).toBe('forbidden')
    expect(await refusalOf(t.allow('editor', 'Salary', 'gone'))).toBe('invalid_input')
  })
})

describe('the way back', () => {
  test('of many records goes in steps, and what is written meanwhile counts', async () => {
    const t = await lab('Steps')
    await h.db.sql.unsafe(
      `insert into ${t.relation} (name, salary) select 'n', n from generate_series(1, 10500) as n`,
    )
    await t.allow('editor', 'Salary', 'hidden')
    await t.allow('editor', 'Salary', null)
    expect(await t.side('Salary')).not.toBeNull()
    expect(await t.fieldsOf(world.editor)).toContainEqual(
      expect.objectContaining({ name: 'Salary', aside: true }),
    )
    const step = () =>
      h.rpc<{ done: number; total: number }>(world.creator, 'bring_back_field', { field: t.field('Salary') })
    expect(await step()).toEqual({ done: 0, total: 10500 })
    expect(await step()).toEqual({ done: 10000, total: 10500 })
    const [first] = await h.db.sql.unsafe(`select id from data.${await t.side('Salary')} order by id limit 1`)
    await t.writeAside(world.editor, 'Salary', first!['id'] as string, 77)
    const added = await t.add('late')
    await t.writeAside(world.editor, 'Salary', added, 78)
    expect(await step()).toEqual({ done: 10500, total: 10500 })
    expect(await step()).toEqual({ done: 1, total: 1 })
    const rows = await h.db.sql.unsafe(
      `select id, salary from ${t.relation} where salary is null or id in ('${first!['id']}', '${added}') order by id`,
    )
    expect(rows.map((row) => row['salary'] as string)).toEqual(['77', '78'])
    expect(await t.columns()).toEqual(expect.arrayContaining(['salary']))
    expect(await t.columns()).not.toContain('salary__pending')
  })

  test('ends when a role has the field hidden again', async () => {
    const t = await lab('Again')
    await h.db.sql.unsafe(
      `insert into ${t.relation} (name, salary) select 'n', n from generate_series(1, 2100) as n`,
    )
    await t.allow('editor', 'Salary', 'hidden')
    await t.allow('editor', 'Salary', null)
    await h.rpc(world.creator, 'bring_back_field', { field: t.field('Salary') })
    expect(await t.columns()).toContain('salary__pending')
    await t.allow('viewer', 'Salary', 'hidden')
    expect(await t.columns()).not.toContain('salary__pending')
    expect(await t.asideFor(world.viewer, 'Salary')).toEqual({})
    expect(Object.keys(await t.asideFor(world.editor, 'Salary'))).toHaveLength(2100)
  })

  test('tables and bases go with their sides', async () => {
    const t = await lab('Gone')
    await t.allow('editor', 'Salary', 'hidden')
    const side = await t.side('Salary')
    await h.rpc(world.creator, 'delete_table', { table: t.table.id })
    await h.rpc(world.creator, 'empty_trash', { base: world.base, item: t.table.id, confirm_name: 'Gone' })
    expect(await h.db.sql`select 1 from pg_class where relname = ${side}`).toHaveLength(0)
  })

  test('a base goes with the sides of its tables, whatever brought them there', async () => {
    const base = await createBase(h, world.owner, world.workspace, 'Short-lived')
    const t = await hiddenTable(h, { ...world, base, creator: world.owner }, new Map(), 'Kept')
    const role = uuidV7()
    await h.rpc(world.owner, 'save_role', { base, role, changes: { name: 'Looking' } })
    await h.db.sql`insert into plinth.field_grant values (${role}, ${t.field('Salary')}, 'hidden')`
    const side = await t.side('Salary')
    expect(side).toBe(`${t.table.relation}__1`)
    await h.rpc(world.owner, 'delete_base', { base, confirm_name: 'Short-lived' })
    const left = await h.db.sql`select relname from pg_class where relname like ${`${t.table.relation}%`}`
    expect(left).toEqual([])
  })

  test('a role that goes takes its grants along, and records are counted once', async () => {
    const t = await lab('Counted')
    const role = uuidV7()
    await h.rpc(world.creator, 'save_role', { base: world.base, role, changes: { name: 'Passing' } })
    await t.allow(role, 'Salary', 'hidden')
    const ids = [await t.add('a', 1), await t.add('b', 2)]
    const counted = async () => {
      const [row] = await h.db
        .sql`select total::int from plinth_private.row_totals(${world.workspace}) where table_id = ${t.table.id}`
      return row!['total'] as number
    }
    expect(await counted()).toBe(2)
    await h.rpc(world.creator, 'delete_role', { role })
    expect(await t.side('Salary')).toBeNull()
    const rows = await h.db.sql.unsafe(`select id, salary from ${t.relation} order by id`)
    expect(rows.map((row) => [row['id'] as string, row['salary'] as string])).toEqual(
      ids.toSorted().map((id, n) => [id, String(n + 1)]),
    )
    expect(await counted()).toBe(2)
  })
})
