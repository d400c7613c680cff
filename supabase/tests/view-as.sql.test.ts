/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Viewing a base as somebody else: exactly what they would see, read-only, and no way to anything more. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildWorld,
  createBase,
  createFullTable,
  fieldOf,
  type Harness,
  type Json,
  type Person,
  Refusal,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
let table: TestTable
/** A table that only editors and creators read. */
let hidden: TestTable
const roleIds: Record<string, string> = {}
const records: string[] = []

const field = (name: string) => table.fields.find((one) => one.name === name)!.id
const levelIs = (id: string): Json => ({
  call: '=',
  args: [{ field: field('Level') }, { option: id, field: field('Level') }],
})
const has = (name: string): Json => ({ call: 'has_role', args: [{ text: name }] })
const grant = (role: string, action: string, scope: string | null, rule: Json = null, of = table) =>
  h.rpc(world.creator, 'set_grant', { role, table: of.id, action, scope, rule })

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  table = await createFullTable(h, world)
  hidden = await createFullTable(h, world, 'Hidden')
  for (const level of ['low', 'mid', 'high', null]) {
    const id = uuidV7() as string
    records.push(id)
    await h.as(world.editor, (tx) =>
      tx.unsafe(`insert into data.${table.relation} (id, title, level) values ($1, $2, $3)`, [
        id,
        `${level}`,
        level,
      ]),
    )
  }
  const roles = await h.rpc<{ id: string; name: string }[]>(world.creator, 'base_roles', { base: world.base })
  for (const { id, name } of roles) roleIds[name] = id
  await grant(world.role, 'read', 'rules', levelIs('high'))
  await grant(world.role, 'update', 'rules', levelIs('high'))
  await grant(roleIds['viewer']!, 'read', 'none', null, hidden)
  await grant(roleIds['commenter']!, 'read', 'none', null, hidden)
})
afterAll(() => h.db.stop())

const query = (of = table) => ({ table: of.id, sorts: [] })
const windowArgs = (of = table) => ({
  query: query(of),
  anchor: null,
  direction: 'forward',
  skip: 0,
  take: 100,
})
type Who = { person: string } | { role: string }
const view = <T = { rows: [string][] }>(by: Person | null, who: Json | Who, call: string, args: unknown) =>
  h.rpc<T>(by, 'view_as', { base: world.base, who, call, args })
const viewed = async (who: Who) =>
  (await view(world.creator, who, 'rows_window', windowArgs())).rows.map(([id]) => id)
const own = async (person: Person) =>
  (await h.rpc<{ rows: [string][] }>(person, 'rows_window', windowArgs())).rows.map(([id]) => id)
const schemaArgs = () => ({ base: world.base })

/** The reading calls with arguments that work. */
const reading = (): [string, unknown][] => [
  ['base_schema', schemaArgs()],
  ['rows_window', windowArgs()],
  ['rows_by_id', { query: query(), ids: records }],
  ['view_stats', { query: query(), exact: true }],
  ['view_anchors', { query: query(), step: 100 }],
  [
    'view_groups',
    {
      query: { ...query(), groups: [{ field: table.fields[0]!.id, direction: 'asc' }] },
      figures: {},
      skip: 0,
      take: 9,
    },
  ],
  ['view_summary', { query: query(), figures: { [table.fields[0]!.id]: 'filled' } }],
  [
    'view_chart',
    {
      query: { ...query(), groups: [{ field: table.fields[0]!.id, direction: 'asc' }] },
      chart: { figure: 'count', field: null, units: [null], by: 'key', take: 9, totals: true },
    },
  ],
  ['row_rank', { query: query(), record: records[0], near: null }],
  ['find_in_view', { query: query(), text: 'a', after: null, direction: 'forward', take: 9 }],
]
const withoutSeq = (answer: unknown) => JSON.stringify(answer).replaceAll(/"atSeq": ?"\d+"/g, '')

describe('as a person', () => {
  test('every reading call answers what it answers to them', async () => {
    for (const person of [world.owner, world.creator, world.editor, world.viewer, world.holder]) {
      for (const [call, args] of reading()) {
        const theirs = await h.rpc(person, call, args as Record<string, unknown>)
        const seen = await view(world.creator, { person: person.id }, call, args)
        expect([call, withoutSeq(seen)]).toEqual([call, withoutSeq(theirs)])
      }
    }
    expect(await viewed({ person: world.holder.id })).toEqual([records[2]])
  })

  test('what they may not read is refused as it is to them', async () => {
    const refused = (who: Who) => refusalOf(view(world.creator, who, 'rows_window', windowArgs(hidden)))
    expect(await refused({ person: world.viewer.id })).toBe('not_found')
    expect(await refused({ person: world.holder.id })).toBe('not_found')
    expect(await refused({ role: roleIds['viewer']! })).toBe('not_found')
    await view(world.creator, { person: world.editor.id }, 'rows_window', windowArgs(hidden))
  })

  test('a rule that asks for roles is asked of that person', async () => {
    await grant(roleIds['editor']!, 'read', 'rules', has('Sellers'))
    try {
      expect(await viewed({ person: world.editor.id })).toEqual([])
      await h.rpc(world.creator, 'set_role_member', {
        role: world.role,
        member: world.editor.id,
        holds: true,
      })
      expect(await viewed({ person: world.editor.id })).toEqual(records)
      expect(await viewed({ role: roleIds['editor']! })).toEqual([])
    } finally {
      await h.rpc(world.creator, 'set_role_member', {
        role: world.role,
        member: world.editor.id,
        holds: false,
      })
      await grant(roleIds['editor']!, 'read', null)
    }
  })

  test('me() is that person, and as a bare role nobody who is named in a record', async () => {
    const who = fieldOf('Who', 'person')
    const definition = { id: uuidV7(), name: 'Shifts', fields: [who] }
    const shifts = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
    for (const id of [world.editor.id, world.viewer.id, null]) {
      await h.db.sql.unsafe(`insert into data.${shifts.relation} (${shifts.fields[0]!.column}) values ($1)`, [
        id,
      ])
    }
    const mine: Json = { call: '=', args: [{ field: who.id }, { call: 'me', args: [] }] }
    for (const name of ['editor', 'viewer']) await grant(roleIds[name]!, 'read', 'rules', mine, shifts)
    const count = async (seenBy: Who) =>
      (await view(world.creator, seenBy, 'rows_window', windowArgs(shifts))).rows.length
    expect(await count({ person: world.editor.id })).toBe(1)
    expect(await count({ person: world.viewer.id })).toBe(1)
    expect(await count({ person: world.creator.id })).toBe(3)
    expect(await count({ role: roleIds['editor']! })).toBe(0)
  })

  test('who is not in the base is not there', async () => {
    for (const id of [world.member.id, world.outsider.id, world.anonymous.id, uuidV7()]) {
      expect(await refusalOf(view(world.creator, { person: id }, 'base_schema', schemaArgs()))).toBe(
        'not_found',
      )
    }
  })
})

describe('as a bare role', () => {
  test('shows what the role reaches by itself', async () => {
    expect(await viewed({ role: roleIds['viewer']! })).toEqual(records)
    expect(await viewed({ role: world.role })).toEqual([records[2]])
    const schema = await view<{ role: string | null; tables: { id: string; access: unknown }[] }>(
      world.creator,
      { role: world.role },
      'base_schema',
      schemaArgs(),
    )
    expect(schema.role).toBe(null)
    expect(schema.tables.map(({ id }) => id)).toEqual([table.id])
    expect(schema.tables[0]!.access).toEqual({
      read: 'rules',
      create: 'none',
      update: 'rules',
      delete: 'none',
    })
  })

  test('answers as to a person who holds that role alone', async () => {
    const single: [string, Person][] = [
      ['editor', world.editor],
      ['viewer', world.viewer],
      ['Sellers', world.holder],
    ]
    for (const [name, person] of single) {
      for (const [call, args] of reading()) {
        const seen = await view(world.creator, { role: roleIds[name]! }, call, args)
        expect([name, call, withoutSeq(seen)]).toEqual([
          name,
          call,
          withoutSeq(await h.rpc(person, call, args as Record<string, unknown>)),
        ])
      }
    }
  })

  test('me() is somebody whom nobody is, and has_role() knows that role alone', async () => {
    try {
      for (const [rule, seen] of [
        [has('Sellers'), 4],
        [has('viewer'), 0],
        [has('creator'), 0],
        [{ call: 'is_filled', args: [{ call: 'me', args: [] }] }, 4],
      ] as [Json, number][]) {
        await grant(world.role, 'read', 'rules', rule)
        expect([rule, (await viewed({ role: world.role })).length]).toEqual([rule, seen])
      }
    } finally {
      await grant(world.role, 'read', 'rules', levelIs('high'))
    }
  })

  test('never shows a record or table that the viewing person may not read', async () => {
    const all = new Set(await own(world.creator))
    for (const role of Object.values(roleIds)) {
      for (const id of await viewed({ role })) expect(all.has(id)).toBe(true)
    }
  })

  test('roles of other bases are not there, and people are no roles', async () => {
    const other = await buildWorld(h)
    for (const who of [
      { role: other.role },
      { role: uuidV7() },
      { role: world.viewer.id },
      { person: world.role },
    ]) {
      expect([who, await refusalOf(view(world.creator, who, 'base_schema', schemaArgs()))]).toEqual([
        who,
        'not_found',
      ])
    }
  })

  test('no role takes the id of a person', async () => {
    const save = h.rpc(world.creator, 'save_role', {
      base: world.base,
      role: world.outsider.id,
      changes: { name: 'Twin' },
    })
    expect(await refusalOf(save)).toBe('invalid_input')
  })
})

describe('is refused', () => {
  test('to everybody but the creators of the base', async () => {
    const who = { person: world.viewer.id }
    const attempts: [Person | null, string][] = [
      [world.editor, 'forbidden'],
      [world.viewer, 'forbidden'],
      [world.holder, 'forbidden'],
      [world.member, 'not_found'],
      [world.outsider, 'not_found'],
      [world.anonymous, 'forbidden'],
    ]
    for (const [person, code] of attempts) {
      for (const [call, args] of reading()) {
        expect([call, await refusalOf(view(person, who, call, args))]).toEqual([call, code])
      }
    }
    await expect(view(null, who, 'base_schema', schemaArgs())).rejects.toMatchObject({ state: '42501' })
    await view(world.owner, who, 'base_schema', schemaArgs())
  })

  test('for anything but the reading calls', async () => {
    const who = { person: world.owner.id }
    for (const call of [
      'apply_mutations',
      'view_as',
      'my_session',
      'base_members',
      'begin_upload',
      'delete_base',
      '',
      'base_schema; ',
    ]) {
      expect([
        call,
        await refusalOf(view(world.creator, who, call, { base: world.base, query: query() })),
      ]).toEqual([call, 'invalid_input'])
    }
    expect(await refusalOf(view(world.creator, who, null as unknown as string, schemaArgs()))).toBe(
      'invalid_input',
    )
  })

  test('for another base of that person, by whatever argument', async () => {
    const secret = await createBase(h, world.owner, world.workspace, 'Secret')
    const definition = { id: uuidV7(), name: 'Pay', fields: [fieldOf('Sum', 'integer')] }
    const pay = await h.rpc<TestTable>(world.owner, 'create_table', { base: secret, definition })
    const who = { person: world.owner.id }
    expect(await refusalOf(view(world.creator, who, 'base_schema', { base: secret }))).toBe('invalid_input')
    for (const [call, args] of reading().slice(1)) {
      const foreign = { ...(args as object), query: query(pay) }
      expect([call, await refusalOf(view(world.creator, who, call, foreign))]).toEqual([call, 'not_found'])
    }
    // Two keys of one name: the last one counts everywhere.
    const doubled = `{"query": {"table": "${table.id}", "table": "${pay.id}", "sorts": []}, "exact": true}`
    const attempt = h.as(world.creator, (tx) =>
      tx.unsafe('select plinth.view_as($1::text::uuid, $2::text::jsonb, $3, $4::text::jsonb)', [
        world.base,
        JSON.stringify(who),
        'view_stats',
        doubled,
      ]),
    )
    expect(await refusalOf(attempt)).toBe('not_found')
  })

  test('in shapes that mean nothing', async () => {
    const person = world.viewer.id
    for (const who of [
      null,
      {},
      [],
      'viewer',
      { person, role: world.role },
      { person: 'x' },
      { role: null },
      { sub: person },
    ]) {
      expect([who, await refusalOf(view(world.creator, who as Json, 'base_schema', schemaArgs()))]).toEqual([
        who,
        'invalid_input',
      ])
    }
    for (const [call, args] of [
      ['rows_window', { ...windowArgs(), skip: 'many' }],
      ['rows_by_id', { query: query(), ids: ['x'] }],
      ['rows_by_id', { query: query(), ids: {} }],
      ['view_stats', { query: query(), exact: 'perhaps' }],
    ] as [string, unknown][]) {
      expect([call, await refusalOf(view(world.creator, { person }, call, args))]).toEqual([
        call,
        'invalid_input',
      ])
    }
  })
})

describe('leaves nothing behind', () => {
  const who = () => ({ person: world.viewer.id })
  const claims = `select current_setting('request.jwt.claims', true) as claims, plinth_private.caller() as me`

  test('the caller is themselves again after it, also when it fails in a savepoint', async () => {
    await h.as(world.creator, async (tx) => {
      const before = await tx.unsafe(claims)
      await h.rpcIn(tx, 'view_as', { base: world.base, who: who(), call: 'base_schema', args: schemaArgs() })
      expect([...(await tx.unsafe(claims))]).toEqual([...before])
    })
    await h.as(world.creator, async (tx) => {
      const before = await tx.unsafe(claims)
      const failing = tx.savepoint((inner) =>
        h.rpcIn(inner, 'view_as', {
          base: world.base,
          who: who(),
          call: 'rows_window',
          args: windowArgs(hidden),
        }),
      )
      await expect(failing).rejects.toThrow('not_found')
      expect([...(await tx.unsafe(claims))]).toEqual([...before])
    })
    expect(await own(world.creator)).toEqual(records)
  })

  test('nothing is written in the same transaction any more', async () => {
    const attempt = h.as(world.creator, async (tx) => {
      await h.rpcIn(tx, 'view_as', { base: world.base, who: who(), call: 'base_schema', args: schemaArgs() })
      await tx.unsafe(`update data.${table.relation} set title = 'x' where id = '${records[0]}'`)
    })
    await expect(attempt).rejects.toMatchObject({ state: '25006' })
    const reopened = h.as(world.creator, async (tx) => {
      await h.rpcIn(tx, 'view_as', { base: world.base, who: who(), call: 'base_schema', args: schemaArgs() })
      await tx.unsafe('set transaction read write')
    })
    await expect(reopened).rejects.toMatchObject({ state: '25001' })
  })

  test('no setting of a session gives anybody more than they have', async () => {
    for (const person of [world.holder, world.viewer]) {
      const before = await own(person)
      for (const setting of ['plinth.view_role', 'plinth.view_as', 'plinth.role', 'request.view_as']) {
        for (const text of [...Object.values(roleIds), world.owner.id, '{}', 'creator', '']) {
          const seen = await h.as(person, async (tx) => {
            await tx`select set_config(${setting}, ${text}, true)`
            return tx.unsafe<{ id: string }[]>(`select id from data.${table.relation} order by id`)
          })
          expect([setting, text, seen.map(({ id }) => id)]).toEqual([setting, text, before])
        }
      }
    }
  })

  test('its parts called directly give nobody else’s sight', async () => {
    for (const person of [world.editor, world.viewer, world.outsider]) {
      const direct = h.as(person, (tx) =>
        tx.unsafe(
          `select plinth_private.claims_of($1::text::uuid, $2::text::jsonb, 'base_schema', $3::text::jsonb)`,
          [world.base, JSON.stringify({ person: world.owner.id }), JSON.stringify(schemaArgs())],
        ),
      )
      await expect(direct).rejects.toBeInstanceOf(Refusal)
    }
    const answer = await h.as(world.holder, (tx) =>
      tx.unsafe<{ a: { rows: [string][] } }[]>(
        `select plinth_private.answer_call('rows_window', $1::text::jsonb) as a`,
        [JSON.stringify(windowArgs())],
      ),
    )
    expect(answer[0]!.a.rows.map(([id]) => id)).toEqual(await own(world.holder))
  })
})

test('keys of files come with those records alone that are seen', async () => {
  const attach = async (record: string) => {
    const id = uuidV7()
    const file = { id, name: 'a.txt', mime: 'text/plain', bytes: 3, thumbnail: false }
    const { key } = await h.rpc<{ key: string }>(world.editor, 'begin_upload', {
      table: table.id,
      record,
      field: field('Files'),
      file,
    })
    await h.db.admin`insert into storage.objects (bucket_id, name, owner_id, metadata)
      values ('plinth', ${key}, ${world.editor.id}, '{"size": 3}')`
    await h.rpc(world.editor, 'finish_upload', { attachment: id })
    return key
  }
  const [low, high] = [await attach(records[0]!), await attach(records[2]!)]
  for (const who of [{ role: world.role }, { person: world.holder.id }]) {
    const text = JSON.stringify(
      await view(world.creator, who, 'rows_by_id', { query: query(), ids: records }),
    )
    expect([text.includes(high), text.includes(low)]).toEqual([true, false])
  }
})

test('rights on fields and locks are those of the role too', async () => {
  const notes = field('Notes')
  const roleSchema = async (role: string) => {
    const schema = await view<{
      tables: { id: string; fields: { id: string; access?: string }[]; locks: { binds: boolean }[] }[]
    }>(world.creator, { role }, 'base_schema', schemaArgs())
    const seen = schema.tables.find(({ id }) => id === table.id)!
    return [seen.fields.find(({ id }) => id === notes)!.access, seen.locks[0]?.binds]
  }
  const editor = roleIds['editor']!
  await h.rpc(world.creator, 'set_field_grant', { role: editor, field: notes, access: 'read' })
  await h.rpc(world.creator, 'save_record_lock', {
    table: table.id,
    lock: uuidV7(),
    definition: { name: 'Closed', rule: levelIs('low'), creators: false, roles: [world.role] },
  })
  expect(await roleSchema(editor)).toEqual(['read', true])
  await h.rpc(world.creator, 'set_field_grant', { role: world.role, field: notes, access: 'write' })
  expect(await roleSchema(world.role)).toEqual([undefined, false])
})

test('a role that is explained to a creator answers for itself', async () => {
  const explain = (action: string) =>
    h.rpc<{ allowed: boolean; because: { reason: string; role: { name: string } }[] }>(
      world.creator,
      'explain_access',
      { table: table.id, record: records[0], person: world.role, action },
    )
  expect(await explain('read')).toMatchObject({
    allowed: false,
    because: [{ reason: 'rule_does_not_match', role: { name: 'Sellers' } }],
  })
  expect(await explain('delete')).toMatchObject({ allowed: false })
})
