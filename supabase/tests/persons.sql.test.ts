/** Person fields hold people of the base alone, whatever way a value comes. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from './expression-trees.ts'
import {
  createBase,
  fieldOf,
  type Harness,
  type Json,
  type Person,
  Refusal,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
let table: TestTable
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const fields = [fieldOf('Title', 'text'), fieldOf('Assignee', 'person')]
  const definition = { id: uuidV7(), name: 'Tasks', fields }
  table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
})
afterAll(() => h.db.stop())

const idOf = (name: string) => table.fields.find((field) => field.name === name)!.id

async function apply(person: Person, ...mutations: object[]) {
  const list = mutations.map((mutation) => ({ id: uuidV7(), table: table.id, ...mutation }))
  return h.rpc<{ status: string; error?: { code: string; details: object } }[]>(person, 'apply_mutations', {
    batch: { mutations: list, atomic: false },
  })
}

async function makeTask(assignee: string | null, by = world.editor): Promise<string> {
  const record = uuidV7()
  const values = { [idOf('Title')]: 'A', [idOf('Assignee')]: assignee }
  const [result] = await apply(by, { kind: 'insert', record, values })
  if (result!.error) throw new Refusal(result!.error.code, '', '')
  return record
}

const assigneeOf = async (record: string) => {
  const rows = await h.rpc<{ rows: { values: unknown[] }[] }>(world.editor, 'rows_by_id', {
    query: { table: table.id, sorts: [], fields: [idOf('Assignee')] },
    ids: [record],
  })
  return JSON.stringify(rows.rows[0])
}

/** Every way to write a cell, as somebody who may. */
const paths: Record<string, (person: string) => Promise<unknown>> = {
  'a mutation that inserts': async (person) => {
    const values = { [idOf('Assignee')]: person }
    const [result] = await apply(world.editor, { kind: 'insert', record: uuidV7(), values })
    if (result!.error) throw new Refusal(result!.error.code, '', JSON.stringify(result!.error.details))
  },
  'a mutation that updates': async (person) => {
    const record = await makeTask(null)
    const [result] = await apply(world.editor, {
      kind: 'update',
      record,
      values: { [idOf('Assignee')]: person },
      base: { [idOf('Assignee')]: null },
    })
    if (result!.error) throw new Refusal(result!.error.code, '', JSON.stringify(result!.error.details))
  },
  'a batch': async (person) => {
    const results = await apply(
      world.editor,
      ...[world.editor.id, person].map((id) => ({
        kind: 'insert',
        record: uuidV7(),
        values: { [idOf('Assignee')]: id },
      })),
    )
    const { error } = results[1]!
    expect(results[0]!.status).toBe('ok')
    if (error) throw new Refusal(error.code, '', JSON.stringify(error.details))
  },
  'an insert by REST': (person) =>
    h.as(world.editor, (tx) =>
      tx.unsafe(`insert into data.${table.relation} (assignee) values ('${person}')`),
    ),
  'an update by REST': async (person) => {
    const record = await makeTask(null)
    return h.as(world.editor, (tx) =>
      tx.unsafe(`update data.${table.relation} set assignee = '${person}' where id = '${record}'`),
    )
  },
  'an upsert by REST': async (person) => {
    const record = await makeTask(null)
    return h.as(world.editor, (tx) =>
      tx.unsafe(`insert into data.${table.relation} (id, assignee) values ('${record}', '${person}')
                 on conflict (id) do update set assignee = excluded.assignee`),
    )
  },
  'an import': async (person) => {
    const id = uuidV7()
    await h.rpc(world.editor, 'begin_import', {
      import: id,
      table: table.id,
      file_name: 'a.csv',
      fields: [idOf('Assignee')],
      mode: 'append',
      key: null,
    })
    const { refused = [] } = await h.rpc<{ refused?: { code: string; field: string }[] }>(
      world.editor,
      'import_rows',
      { import: id, chunk: 0, rows: [[uuidV7(), person]], misfits: [] },
    )
    for (const { code, field } of refused) {
      throw new Refusal(code, '', JSON.stringify({ table: table.id, field }))
    }
  },
  'the owner of the database': (person) =>
    h.db.sql
      .unsafe(`insert into data.${table.relation} (assignee) values ('${person}')`)
      .catch((error: Error & { code: string; detail: string }) => {
        throw new Refusal(error.message, error.code, error.detail)
      }),
}

describe('a person field', () => {
  for (const [name, write] of Object.entries(paths)) {
    test(`takes people of the base, and nobody else, from ${name}`, async () => {
      for (const who of ['owner', 'creator', 'editor', 'viewer', 'holder'] as const) {
        await write(world[who].id)
      }
      // Of the workspace only, of elsewhere, an anonymous sign-in, nobody at all: one and the same answer.
      for (const id of [world.member.id, world.outsider.id, world.anonymous.id, uuidV7()]) {
        const refusal = await write(id).then(
          () => null,
          (error: unknown) => error as Refusal,
        )
        expect(refusal?.code).toBe('value_invalid')
        expect(JSON.parse(refusal!.details)).toEqual({ table: table.id, field: idOf('Assignee') })
      }
    })
  }

  test('takes ids in capitals as what they are, and no other text', async () => {
    const record = await makeTask(world.editor.id.toUpperCase())
    expect(await assigneeOf(record)).toContain(world.editor.id)
    const values = { [idOf('Assignee')]: 'editor' }
    const [result] = await apply(world.editor, { kind: 'insert', record: uuidV7(), values })
    expect(result!.error).toMatchObject({ code: 'value_invalid' })
  })

  test('sees no conflict in the same person written otherwise', async () => {
    const record = await makeTask(world.editor.id)
    const [result] = await apply(world.editor, {
      kind: 'update',
      record,
      values: { [idOf('Assignee')]: world.viewer.id },
      base: { [idOf('Assignee')]: world.editor.id.toUpperCase() },
    })
    expect(result).toMatchObject({ status: 'ok' })
  })

  test('keeps who has left, lets the rest of the record change, and takes them back into no other cell', async () => {
    const leaver = await h.person('leaver')
    await h.rpc(leaver, 'my_session')
    const { token } = await h.rpc<{ token: string }>(world.owner, 'create_invitation', {
      workspace: world.workspace,
      role: 'member',
      base: world.base,
      base_role: 'editor',
      email: null,
    })
    await h.rpc(leaver, 'accept_invitation', { token })
    const record = await makeTask(leaver.id)
    await h.rpc(world.owner, 'remove_workspace_member', { workspace: world.workspace, member: leaver.id })
    expect(await assigneeOf(record)).toContain(leaver.id)
    const retitle = { values: { [idOf('Title')]: 'B' }, base: { [idOf('Title')]: 'A' } }
    expect(await apply(world.editor, { kind: 'update', record, ...retitle })).toMatchObject([
      { status: 'ok' },
    ])
    await h.as(world.editor, (tx) =>
      tx.unsafe(`update data.${table.relation} set title = 'C', assignee = assignee where id = '${record}'`),
    )
    await expect(makeTask(leaver.id)).rejects.toThrow('value_invalid')
    const clear = { values: { [idOf('Assignee')]: null }, base: { [idOf('Assignee')]: leaver.id } }
    expect(await apply(world.editor, { kind: 'update', record, ...clear })).toMatchObject([{ status: 'ok' }])
  })

  test('is ordered and found by the names of people of the base alone', async () => {
    const leaver = await h.person('aaron')
    await h.rpc(leaver, 'my_session')
    const second = await createBase(h, world.owner, world.workspace, 'Second')
    const away = { id: uuidV7(), name: 'Away', fields: [fieldOf('Title', 'text')] }
    await h.rpc(world.owner, 'create_table', { base: second, definition: away })
    for (const base of [world.base, second]) {
      const invitation = {
        workspace: world.workspace,
        role: 'member',
        base,
        base_role: 'editor',
        email: null,
      }
      const { token } = await h.rpc<{ token: string }>(world.owner, 'create_invitation', invitation)
      await h.rpc(leaver, 'accept_invitation', { token })
    }
    const fields = [fieldOf('Title', 'text'), fieldOf('Assignee', 'person')]
    const definition = { id: uuidV7(), name: 'Named', fields }
    const named = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
    const [title, assignee] = named.fields.map(({ id }) => id) as [string, string]
    const values = { [leaver.id]: 'Theirs', [world.viewer.id]: 'Viewer' }
    for (const [person, text] of Object.entries(values))
      await apply(world.editor, {
        kind: 'insert',
        table: named.id,
        record: uuidV7(),
        values: { [title]: text, [assignee]: person },
      })
    const titles = async (more: Record<string, Json>) => {
      const { rows } = await h.rpc<{ rows: Json[][] }>(world.editor, 'rows_window', {
        query: { table: named.id, sorts: [], fields: [title], ...more },
        anchor: null,
        direction: 'forward',
        skip: 0,
        take: 10,
      })
      return rows.map((row) => row.find((cell) => ['Theirs', 'Viewer'].includes(String(cell))))
    }
    const sorts = [{ field: assignee, direction: 'asc' }]
    expect(await titles({ sorts })).toEqual(['Theirs', 'Viewer'])
    expect(await titles({ search: 'aar' })).toEqual(['Theirs'])
    const leave = { base: world.base, member: leaver.id, role: null }
    await h.rpc(world.owner, 'set_base_role', leave)
    expect(await titles({ sorts })).toEqual(['Viewer', 'Theirs'])
    expect(await titles({ search: 'aar' })).toEqual([])
  })

  test('is guarded where it is added later, too, and served by an index', async () => {
    const definition = { id: uuidV7(), name: 'Later', fields: [fieldOf('Title', 'text')] }
    const later = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
    for (const name of ['First', 'Second']) {
      await h.rpc(world.creator, 'create_field', { table: later.id, definition: fieldOf(name, 'person') })
    }
    for (const column of ['first', 'second']) {
      const work = h.as(world.editor, (tx) =>
        tx.unsafe(`insert into data.${later.relation} (${column}) values ('${world.outsider.id}')`),
      )
      await expect(work).rejects.toMatchObject({ code: 'value_invalid' })
    }
    const indexes = await h.db.sql`
      select count(*)::int as n from pg_indexes where tablename = ${later.relation} and indexname like 'person\_%'`
    expect(indexes[0]!['n']).toBe(2)
  })

  test('lets itself be deleted', async () => {
    const definition = {
      id: uuidV7(),
      name: 'Short',
      fields: [fieldOf('Title', 'text'), fieldOf('Who', 'person')],
    }
    const short = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
    await h.rpc(world.creator, 'delete_field', { field: short.fields[1]!.id })
    const rows = await h.as(world.editor, (tx) =>
      tx.unsafe(`insert into data.${short.relation} (title) values ('x') returning title`),
    )
    expect(rows).toHaveLength(1)
  })

  test.each(['asc', 'desc'] as const)('is sorted by name, empty ones last: %s', async (direction) => {
    const definition = {
      id: uuidV7(),
      name: `Sorted ${direction}`,
      fields: [fieldOf('Title', 'text'), fieldOf('Who', 'person')],
    }
    const made = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
    const people = [world.editor, world.viewer, world.creator]
    const who = made.fields[1]!
    for (const person of [...people, null])
      await h.db
        .sql`insert into data.${h.db.sql(made.relation)} ${h.db.sql({ [who.column]: person?.id ?? null })}`
    const profiles = await h.db.admin<{ id: string }[]>`
      select id from plinth.profile where id = any (${people.map(({ id }) => id)})
      order by name collate plinth.natural, id`
    const inOrder = profiles.map(({ id }) => id)
    const expected = [...(direction === 'asc' ? inOrder : inOrder.toReversed()), null]
    const query = { table: made.id, sorts: [{ field: who.id, direction }], fields: [who.id] }
    const page = async (anchor: Json, take: number) =>
      await h.rpc<{ rows: Json[][]; lastKey: Json }>(world.viewer, 'rows_window', {
        query,
        anchor,
        direction: 'forward',
        skip: 0,
        take,
      })
    expect((await page(null, 10)).rows.map((row) => row[2])).toEqual(expected)
    const first = await page(null, 2)
    expect((await page(first.lastKey, 10)).rows.map((row) => row[2])).toEqual(expected.slice(2))
  })

  test('carries the rule that a role reaches the records of who holds it', async () => {
    const rule = call('=', { field: idOf('Assignee') }, call('me'))
    await h.rpc(world.creator, 'set_grant', {
      role: world.role,
      table: table.id,
      action: 'read',
      scope: 'rules',
      rule,
    })
    const mine = await makeTask(world.holder.id)
    await makeTask(world.viewer.id)
    const seen = await h.as(world.holder, (tx) =>
      tx.unsafe(`select distinct assignee from data.${table.relation}`),
    )
    expect(seen.map((row) => row['assignee'] as string)).toEqual([world.holder.id])
    const window = await h.rpc<{ rows: { id: string }[] }>(world.holder, 'rows_window', {
      query: { table: table.id, sorts: [] },
      anchor: null,
      direction: 'backward',
      skip: 0,
      take: 1,
    })
    expect(JSON.stringify(window.rows)).toContain(mine)
  })
})
