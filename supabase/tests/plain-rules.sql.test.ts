/** Rules that only look at one field: policies look their values up, calls have them compiled. Both let the same through. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import { rolesOf } from './hidden-lab.ts'

let h: Harness
let world: World
let table: TestTable
const names = new Map<string, string>()
const levels = ['low', 'high'].map((id) => ({ id, label: id, hue: 'blue' }))

const field = (name: string): Json => ({ field: table.fields.find((one) => one.name === name)!.id })
const option = (id: string): Json => ({ ...(field('Level') as object), option: id })
const call = (name: string, ...args: Json[]): Json => ({ call: name, args })
const text = (value: string): Json => ({ text: value })
const number = (value: number): Json => ({ number: value })
const list = (...items: Json[]): Json => ({ list: items })
const me = call('me')

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const definition = {
    id: uuidV7(),
    name: 'Shapes',
    fields: [
      fieldOf('Title', 'text'),
      fieldOf('Mail', 'email'),
      fieldOf('Whole', 'integer'),
      fieldOf('Ratio', 'number'),
      fieldOf('Level', 'single_select', { options: levels }),
      fieldOf('Owner', 'person'),
    ],
  }
  table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  await add('a', { title: 'x', mail: 'a@b.org', whole: 7, ratio: 0.5, level: 'low', owner: world.holder.id })
  await add('b', { title: "it's", whole: -8, ratio: -0, level: 'high', owner: world.editor.id })
  await add('c', { title: 'X', whole: 1000, ratio: 1e300 })
  await add('d', {})
})
afterAll(() => h.db.stop())

async function add(name: string, values: Record<string, string | number>): Promise<void> {
  const id = uuidV7()
  names.set(id, name)
  const columns = ['id', ...Object.keys(values)]
  await h.db.sql.unsafe(
    `insert into data.${table.relation} (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')})`,
    [id, ...Object.values(values)],
  )
}

const grant = (rule: Json, action = 'read', role = world.role) =>
  h.rpc(world.creator, 'set_grant', { role, table: table.id, action, scope: rule ? 'rules' : null, rule })

/** The records that a person reads on the table's own route, and by a call. */
async function seenBy(person: Person): Promise<{ byPolicy: string; byCall: string }> {
  const rows = await h.as(person, (tx) => tx.unsafe(`select id from data.${table.relation} order by id`))
  const window = await h.rpc<{ rows: [string][] }>(person, 'rows_window', {
    query: { table: table.id, sorts: [] },
    anchor: null,
    direction: 'forward',
    skip: 0,
    take: 100,
  })
  return {
    byPolicy: rows.map((row) => names.get(row['id'] as string)).join(''),
    byCall: window.rows.map(([id]) => names.get(id)).join(''),
  }
}

const policy = async () =>
  (await h.db.sql`select qual from pg_policies where tablename = ${table.relation} and cmd = 'SELECT'`)[0]![
    'qual'
  ] as string

const plain: [string, () => Json, string][] = [
  ['a text', () => call('=', field('Title'), text('x')), 'a'],
  ['a text with a quote', () => call('=', field('Title'), text("it's")), 'b'],
  ['a text on the other side', () => call('=', text('X'), field('Title')), 'c'],
  ['an address', () => call('=', field('Mail'), text('a@b.org')), 'a'],
  ['a whole number', () => call('=', field('Whole'), number(7)), 'a'],
  ['a round number', () => call('=', field('Whole'), number(1e3)), 'c'],
  ['one of a list of numbers', () => call('in', field('Whole'), list(number(7), number(1000))), 'ac'],
  ['a fraction', () => call('=', field('Ratio'), number(0.5)), 'a'],
  ['zero, which -0 is', () => call('=', field('Ratio'), number(0)), 'b'],
  ['a huge number', () => call('in', field('Ratio'), list(number(1e300), number(1))), 'c'],
  ['an option', () => call('=', field('Level'), option('high')), 'b'],
  ['a list that has it', () => call('has', list(option('low'), option('high')), field('Level')), 'ab'],
  ['the caller', () => call('=', field('Owner'), me), 'a'],
  ['the caller, whom it has', () => call('has', field('Owner'), me), 'a'],
  ['the caller in a list', () => call('in', field('Owner'), list(me)), 'a'],
]
const others: [string, () => Json, string][] = [
  ['a negative number', () => call('=', field('Whole'), call('neg', number(8))), 'b'],
  ['a fraction of a whole number', () => call('=', field('Whole'), number(7.5)), ''],
  ['a list with a fraction', () => call('in', field('Whole'), list(number(7), number(7.5))), 'a'],
  ['an empty text', () => call('=', field('Title'), text('')), 'd'],
  ['a list with an empty text', () => call('in', field('Title'), list(text('x'), text(''))), 'a'],
  ['two fields', () => call('=', field('Title'), field('Mail')), 'd'],
  ['no equality', () => call('!=', field('Title'), text('x')), 'bcd'],
  ['a person whom the caller has', () => call('has', me, field('Owner')), 'a'],
  ['the caller without a field', () => call('=', me, me), 'abcd'],
  ['two literals', () => call('=', text('x'), text('x')), 'abcd'],
  [
    'more than one field',
    () => call('and', call('=', field('Title'), text('x')), call('=', field('Whole'), number(7))),
    'a',
  ],
]

describe('a rule that a record is reached by', () => {
  test.each(plain)('%s is looked up by the policy', async (_, rule, seen) => {
    await grant(rule())
    expect(await policy()).toContain('allowed_values')
    expect(await policy()).not.toContain('goes_by')
    expect(await seenBy(world.holder)).toEqual({ byPolicy: seen, byCall: seen })
  })

  test.each(others)('%s is compiled into the policy', async (_, rule, seen) => {
    await grant(rule())
    expect(await policy()).toContain('goes_by')
    expect(await policy()).not.toContain('allowed_values')
    expect(await seenBy(world.holder)).toEqual({ byPolicy: seen, byCall: seen })
  })

  test('adds up with those of other roles, in one comparison for each field', async () => {
    const second = uuidV7()
    await h.rpc(world.creator, 'save_role', { base: world.base, role: second, changes: { name: 'Second' } })
    await grant(call('=', field('Whole'), number(7)))
    await grant(call('=', field('Whole'), number(1000)), 'read', second)
    expect((await policy()).match(/allowed_values\(/g)).toHaveLength(1)
    expect((await seenBy(world.holder)).byPolicy).toBe('a')
    await h.rpc(world.creator, 'set_role_member', { role: second, member: world.holder.id, holds: true })
    expect(await seenBy(world.holder)).toEqual({ byPolicy: 'ac', byCall: 'ac' })
    await grant(call('=', field('Title'), text("it's")), 'read', second)
    expect((await policy()).match(/allowed_values\(/g)).toHaveLength(2)
    expect(await seenBy(world.holder)).toEqual({ byPolicy: 'ab', byCall: 'ab' })
    await h.rpc(world.creator, 'delete_role', { role: second })
    expect(await seenBy(world.holder)).toEqual({ byPolicy: 'a', byCall: 'a' })
  })

  test('leaves who reads all with all, also what is older than every clock', async () => {
    await grant(call('=', field('Whole'), number(7)))
    await h.db.admin.unsafe(`update data.${table.relation} set created_at = '-infinity' where whole = 7`)
    await h.db.admin.unsafe(`update data.${table.relation} set created_at = 'infinity' where whole = -8`)
    for (const person of [world.owner, world.creator, world.editor, world.viewer]) {
      expect(await seenBy(person)).toEqual({ byPolicy: 'abcd', byCall: 'abcd' })
    }
    for (const person of [world.outsider, world.member, world.anonymous]) {
      const rows = await h.as(person, (tx) => tx.unsafe(`select id from data.${table.relation}`))
      expect(rows).toHaveLength(0)
    }
  })
})

describe('who may change or delete all of a table', () => {
  test('does so with the records in sight only, though no column is named', async () => {
    await grant(call('=', field('Whole'), number(7)))
    for (const action of ['update', 'delete']) {
      const all = { role: world.role, table: table.id, action, scope: 'all', rule: null }
      await h.rpc(world.creator, 'set_grant', all)
    }
    const undone = new Error('undone')
    for (const sql of ['update $ set title = null where true', 'delete from $ where true']) {
      let count = -1
      await h
        .as(world.holder, async (tx) => {
          count = (await tx.unsafe(sql.replace('$', `data.${table.relation}`))).count
          throw undone
        })
        .catch((error: unknown) => {
          if (error !== undone) throw error
        })
      expect(count).toBe(1)
    }
    for (const action of ['update', 'delete']) await grant(null, action)
  })
})

const ask = async (person: Person | null, tableId: string | null, action: string | null) => {
  const [row] = await h.as(
    person,
    (tx) => tx`select plinth_private.allowed_values(${tableId}, ${action}, ${table.fields[2]!.id}) as values,
      plinth_private.goes_by(${tableId}, ${action}, ${world.role}) as goes,
      plinth_private.all_since(${tableId}, ${action})::text as since, plinth_private.all_from(${tableId}, ${action}) as first`,
  )
  return row
}

describe('what policies ask', () => {
  const nothing = { values: null, goes: false, since: null, first: null }

  test('is answered to those whom it is about', async () => {
    await grant(call('=', field('Whole'), number(7)))
    expect(await ask(world.holder, table.id, 'read')).toEqual({ ...nothing, values: ['7'], goes: true })
    const all = { since: '-infinity', first: '00000000-0000-0000-0000-000000000000' }
    expect(await ask(world.viewer, table.id, 'read')).toEqual({ ...nothing, ...all })
    expect(await ask(world.viewer, table.id, 'update')).toEqual(nothing)
  })

  test('is nothing to strangers, for strange tables and for actions that there are not', async () => {
    for (const person of [world.outsider, world.member, world.anonymous]) {
      expect(await ask(person, table.id, 'read')).toEqual(nothing)
    }
    for (const id of [null, uuidV7()]) expect(await ask(world.holder, id, 'read')).toEqual(nothing)
    for (const action of [null, '', "x' or true"])
      expect(await ask(world.creator, table.id, action)).toEqual(nothing)
    await expect(ask(null, table.id, 'read')).rejects.toThrow('permission denied')
  })

  test.each([
    null,
    1,
    'x',
    [],
    {},
    { call: '=' },
    { call: 'in', args: [{ field: 'x' }, { list: 3 }] },
  ] as Json[])('takes no rule for plain that is none: %j', async (rule) => {
    const [row] = await h.db
      .sql`select plinth_private.plain_rule(${JSON.stringify(rule)}::text::jsonb) as rule,
          (plinth_private.plain_field(${table.id}, ${JSON.stringify(rule)}::text::jsonb)).id as field`
    expect(row).toEqual({ rule: null, field: null })
  })
})

test('plain rules of all roles on a field are one comparison, and nothing else is asked for them', async () => {
  const made = await h.rpc<TestTable>(world.creator, 'create_table', {
    base: world.base,
    definition: { id: uuidV7(), name: 'Of two roles', fields: [fieldOf('Whole', 'integer')] },
  })
  const whole = { field: made.fields[0]!.id }
  const roles = await rolesOf(h, world)
  for (const [role, rule] of [
    [world.role, call('=', whole, number(7))],
    [roles.get('editor'), call('in', whole, list(number(1), number(2)))],
  ])
    await h.rpc(world.creator, 'set_grant', { role, table: made.id, action: 'read', scope: 'rules', rule })
  const [policy] = await h.db.sql`
    select qual from pg_policies where schemaname = 'data' and tablename = ${made.relation} and cmd = 'SELECT'`
  expect(String(policy!['qual']).match(/allowed_values\(/g)).toHaveLength(1)
  expect(policy!['qual']).not.toContain('goes_by')
})
