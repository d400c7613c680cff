/** What shapes a base while somebody else holds the tables: it says so soon, and has changed nothing. */
import { uuidV7 } from '@plinth/domain'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createBase,
  createFullTable,
  fieldOf,
  type Harness,
  type Json,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
let count = 0
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

type Args = Record<string, unknown>
type Sql = postgres.TransactionSql
const make = <T = Json>(rpc: string, args: Args) => h.rpc<T>(world.creator, rpc, args)
const id = ({ fields }: TestTable, name: string) => fields.find((field) => field.name === name)!.id
const positive = (table: TestTable): Json => ({
  call: '>',
  args: [{ field: id(table, 'Count') }, { number: 0 }],
})
const fill = ({ relation }: TestTable) =>
  h.db.sql.unsafe(`insert into data.${relation} (count) select g from generate_series(1, 2100) as g`)
const hide = (table: TestTable, access: string | null) =>
  make('set_field_grant', { role: world.role, field: id(table, 'Count'), access })
const step = (from: string, to: string): Json => ({
  id: uuidV7(),
  name: `${from} to ${to}`,
  from,
  to,
  roles: null,
  guard: null,
  requires: [],
  fourEyes: false,
})

async function recordOf({ relation }: TestTable): Promise<string> {
  const [row] = await h.db.sql.unsafe(`insert into data.${relation} default values returning id`)
  return row!['id'] as string
}

async function commentOf(table: TestTable): Promise<string> {
  const comment = uuidV7()
  const record = await recordOf(table)
  await make('add_comment', { table: table.id, record, comment, body: 'Hello' })
  return comment
}

/** What has to be there before each call; answers its arguments. */
const calls: Record<string, (table: TestTable) => Promise<Args> | Args> = {
  create_field: (table) => ({ table: table.id, definition: fieldOf('New', 'text') }),
  update_field: (table) => ({
    field: id(table, 'Level'),
    changes: {
      options: { options: ['low', 'mid', 'high', 'top'].map((o) => ({ id: o, label: o, hue: 'red' })) },
    },
  }),
  add_option: (table) => ({ field: id(table, 'Level'), option: { id: 'top', label: 'Top', hue: 'red' } }),
  merge_options: (table) => ({ field: id(table, 'Level'), from: ['low'], into: 'mid' }),
  unmerge_options: async (table) => {
    const args = { field: id(table, 'Level'), from: ['low'], into: 'mid' }
    const { merge } = await make<{ merge: string }>('merge_options', args)
    return { merge }
  },
  delete_field: (table) => ({ field: id(table, 'Count') }),
  duplicate_field: (table) => ({
    field: id(table, 'Count'),
    copy: uuidV7(),
    name: 'Copy',
    with_values: true,
  }),
  restore_field: async (table) => {
    await make('delete_field', { field: id(table, 'Count') })
    return { field: id(table, 'Count') }
  },
  change_type: (table) => ({ field: id(table, 'Count'), type: 'text', options: {} }),
  change_formula: async (table) => {
    const formula = { call: '*', args: [{ field: id(table, 'Count') }, { number: 2 }] }
    const definition = { id: uuidV7(), name: 'Twice', formula }
    await make('create_field', { table: table.id, definition })
    return { field: definition.id, definition: { formula: { field: id(table, 'Count') } } }
  },
  cancel_type_change: async (table) => {
    await fill(table)
    await make('change_type', { field: id(table, 'Count'), type: 'text', options: {} })
    return { field: id(table, 'Count') }
  },
  set_field_rules: (table) => ({ field: id(table, 'Count'), rules: { unique: true }, keep: false }),
  validate_rules: async (table) => {
    await make('set_field_rules', { field: id(table, 'Count'), rules: { min: 0 }, keep: false })
    return { table: table.id }
  },
  set_field_grant: (table) => ({ role: world.role, field: id(table, 'Count'), access: 'hidden' }),
  bring_back_field: async (table) => {
    await fill(table)
    await hide(table, 'hidden')
    await hide(table, null)
    return { field: id(table, 'Count') }
  },
  save_table_rule: (table) => ({
    table: table.id,
    rule: uuidV7(),
    definition: { name: 'Positive', message: 'No', rule: positive(table) },
    keep: false,
  }),
  delete_table_rule: async (table) => {
    const args = await calls['save_table_rule']!(table)
    await make('save_table_rule', args)
    return { rule: args['rule'] }
  },
  save_record_lock: (table) => ({
    table: table.id,
    lock: uuidV7(),
    definition: { name: 'Positive', rule: positive(table), creators: true, roles: [] },
  }),
  delete_record_lock: async (table) => {
    const args = await calls['save_record_lock']!(table)
    await make('save_record_lock', args)
    return { lock: args['lock'] }
  },
  set_grant: (table) => ({
    role: world.role,
    table: table.id,
    action: 'read',
    scope: 'rules',
    rule: positive(table),
  }),
  delete_role: async (table) => {
    const role = uuidV7()
    await make('save_role', { base: world.base, role, changes: { name: `Role ${count}` } })
    await make('set_grant', { role, table: table.id, action: 'read', scope: 'rules', rule: positive(table) })
    return { role }
  },
  set_transitions: async (table) => {
    const args = { field: id(table, 'State'), transitions: [step('low', 'mid')] }
    await make('set_transitions', args)
    return args
  },
  add_comment: async (table) => ({
    table: table.id,
    record: await recordOf(table),
    comment: uuidV7(),
    body: 'Hello',
  }),
  edit_comment: async (table) => ({ comment: await commentOf(table), body: 'Hello again' }),
  delete_comment: async (table) => ({ comment: await commentOf(table) }),
  delete_table: (table) => ({ table: table.id }),
  duplicate_table: (table) => ({ table: table.id, copy: uuidV7(), name: 'Copy', with_records: true }),
  restore_table: async (table) => {
    await make('delete_table', { table: table.id })
    return { table: table.id }
  },
  empty_trash: async (table) => {
    await make('delete_table', { table: table.id })
    return { base: world.base, item: table.id, confirm_name: table.name }
  },
  base_trash: async (table) => {
    await make('delete_table', { table: table.id })
    await h.db
      .sql`update plinth_private.trash set trashed_at = now() - interval '31 days' where table_id = ${table.id}`
    return { base: world.base }
  },
  delete_base: async () => {
    const base = await createBase(h, world.owner, world.workspace, `Base ${count}`)
    await make('set_base_role', { base, member: world.creator.id, role: 'creator' }).catch(() => undefined)
    await h.rpc(world.owner, 'set_base_role', { base, member: world.creator.id, role: 'creator' })
    const definition = { id: uuidV7(), name: 'Only', fields: [fieldOf('Title', 'text')] }
    await make('create_table', { base, definition })
    return { base, confirm_name: `Base ${count}` }
  },
}

/** A view of one's own. */
async function viewOf(table: TestTable): Promise<string> {
  const view = uuidV7()
  await make('create_view', { table: table.id, view, definition: { name: 'V', isShared: false, config: {} } })
  return view
}

/** Calls that wait for what is known of a table or a base, not for its records. */
const metadata: typeof calls = {
  update_table: (table) => ({ table: table.id, changes: { name: `Renamed ${count}` } }),
  create_view: (table) => ({
    table: table.id,
    view: uuidV7(),
    definition: { name: 'V', isShared: true, config: {} },
  }),
  update_view: async (table) => ({ view: await viewOf(table), changes: { name: 'W' } }),
  move_view: async (table) => ({ view: await viewOf(table), position: 0 }),
  delete_view: async (table) => ({ view: await viewOf(table) }),
  restore_view: async (table) => {
    const view = await viewOf(table)
    await make('delete_view', { view })
    return { view }
  },
  move_records: async (table) => ({ view: await viewOf(table), records: [uuidV7()], before: null }),
  replace_places: async (table) => ({ view: await viewOf(table), moves: {} }),
  duplicate_view: async (table) => ({
    view: await viewOf(table),
    copy: uuidV7(),
    name: 'Copy',
    is_shared: false,
  }),
  set_record_layout: (table) => ({ table: table.id, layout: { sections: [], hidden: [] } }),
  update_base: () => ({ base: world.base, changes: { name: 'Renamed' } }),
  create_table: () => ({
    base: world.base,
    definition: { id: uuidV7(), name: 'New', fields: [fieldOf('Title', 'text')] },
  }),
  rename_field: (table) => ({ field: id(table, 'Count'), changes: { name: 'Renamed' } }),
  restore_table: calls['restore_table']!,
  delete_workspace: () => ({ workspace: world.workspace, confirm_name: 'Acme' }),
}
const callOf = (name: string) => (name === 'rename_field' ? 'update_field' : name)

const schema = async () => JSON.stringify(await make('base_schema', { base: world.base }))

/** Holds all relations of tables, those in the trash and all workflows, as somebody does who rewrites them. */
async function relations(tx: Sql): Promise<void> {
  await tx`select 1 from plinth.transition for update`
  const found = await tx<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('data', 'plinth_trash')`
  for (const { name } of found) await tx.unsafe(`lock table ${name} in access exclusive mode`)
}

/** Holds what is known of all bases and tables, as somebody does who changes them. */
async function rows(tx: Sql): Promise<void> {
  for (const name of [
    'plinth.workspace',
    'plinth.base',
    'plinth."table"',
    'plinth.field',
    'plinth_private.trash',
  ])
    await tx.unsafe(`select 1 from ${name} for update`)
}

/** Prepares all calls, one after the other, and makes them all at once while something is held: what each answers. */
async function answersOf(list: typeof calls, hold: (tx: Sql) => Promise<void>): Promise<Map<string, string>> {
  const prepared: [string, Args][] = []
  for (const [name, prepare] of Object.entries(list))
    prepared.push([name, await prepare(await createFullTable(h, world, `Busy ${(count += 1)}`))])
  const before = await schema()
  const answers = await h.db.admin.begin(async (tx) => {
    await hold(tx)
    const work = prepared.map(async ([name, args]): Promise<[string, string]> => {
      const who = name === 'delete_workspace' ? world.owner : world.creator
      return [name, await refusalOf(h.rpc(who, callOf(name), args)).catch(String)]
    })
    return Promise.all(work)
  })
  expect(await schema()).toBe(before)
  return new Map(answers)
}

describe('while somebody holds the records of tables', () => {
  let answers: Map<string, string>
  beforeAll(async () => {
    answers = await answersOf(calls, relations)
  })
  test.each(Object.keys(calls))('%s says that the table is busy', (name) => {
    expect(answers.get(name)).toBe('busy')
  })
})

describe('while somebody changes what is known of tables and bases', () => {
  let answers: Map<string, string>
  beforeAll(async () => {
    answers = await answersOf(metadata, rows)
  })
  test.each(Object.keys(metadata))('%s says that it is busy', (name) => {
    expect(answers.get(name)).toBe('busy')
  })
})
