/** Who is nobody is told so by each call, before anything is looked up: by those of the app, and by the helpers behind them. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createFullTable,
  type Harness,
  type Person,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import type { Args } from './refusals.ts'

let h: Harness
let world: World
let table: TestTable
let nobody: Person
const record = uuidV7()
const comment = uuidV7()
const view = uuidV7()
const attachment = uuidV7()
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  table = await createFullTable(h, world)
  nobody = { ...world.anonymous, claims: { sub: null } }
  const insert = { id: uuidV7(), kind: 'insert', table: table.id, record, values: {} }
  const make = (call: string, args: Args) => h.rpc(world.editor, call, args)
  await make('apply_mutations', { batch: { mutations: [insert], atomic: true } })
  await make('add_comment', { table: table.id, record, comment, body: 'Hello' })
  await h.rpc(world.creator, 'create_view', {
    table: table.id,
    view,
    definition: { name: 'All', isShared: true, config: {} },
  })
  const file = { id: attachment, name: 'a.txt', mime: 'text/plain', bytes: 5, thumbnail: false }
  await make('begin_upload', { table: table.id, record, field: field('Files'), file })
})
afterAll(() => h.db.stop())

const field = (name: string) => table.fields.find((one) => one.name === name)!.id
const query = () => ({ table: table.id, sorts: [] })

const calls: [string, () => Args][] = [
  ['add_comment', () => ({ table: table.id, record, comment: uuidV7(), body: 'Hello' })],
  ['edit_comment', () => ({ comment, body: 'Hello' })],
  ['delete_comment', () => ({ comment })],
  [
    'begin_bulk',
    () => ({
      bulk: uuidV7(),
      query: query(),
      selection: { from: null, to: null, minus: [] },
      change: { kind: 'delete' },
      count: 1,
      slack: 0,
    }),
  ],
  ['bulk_step', () => ({ bulk: uuidV7(), pass: 0, part: 0 })],
  [
    'begin_import',
    () => ({
      import: uuidV7(),
      table: table.id,
      file_name: 'a.csv',
      fields: [field('Title')],
      mode: 'append',
      key: null,
    }),
  ],
  [
    'begin_upload',
    () => ({
      table: table.id,
      record,
      field: field('Files'),
      file: { id: uuidV7(), name: 'a.txt', mime: 'text/plain', bytes: 5, thumbnail: false },
    }),
  ],
  ['finish_upload', () => ({ attachment })],
  ['rename_attachment', () => ({ attachment, name: 'b.txt', was: null })],
  ['remove_attachment', () => ({ attachment })],
  ['order_attachments', () => ({ table: table.id, record, field: field('Files'), files: [], was: null })],
  [
    'create_base',
    () => ({
      base: uuidV7(),
      workspace: world.workspace,
      name: 'New',
      settings: { hue: 'blue', timeZone: 'UTC', locale: 'en', weekStart: 1 },
    }),
  ],
  [
    'create_invitation',
    () => ({ workspace: world.workspace, role: 'guest', base: world.base, base_role: 'viewer', email: null }),
  ],
  ['duplicate_view', () => ({ view, copy: uuidV7(), name: 'Copy', is_shared: false })],
  ['update_view', () => ({ view, changes: { name: 'Other' } })],
  ['delete_view', () => ({ view })],
  ['explain_access', () => ({ table: table.id, record, person: world.viewer.id, action: 'read' })],
  ['save_role', () => ({ base: world.base, role: uuidV7(), changes: { name: 'New' } })],
  [
    'transfer_ownership',
    () => ({ workspace: world.workspace, member: world.member.id, own_role: 'admin', confirm_name: 'Acme' }),
  ],
  ['set_workspace_creation', () => ({ setting: 'anyone' })],
  ['workspace_creators', () => ({})],
  ['apply_mutations', () => ({ batch: { mutations: [], atomic: false } })],
]

const helpers = [
  "claim_mutations('[]')",
  "keep_results('[]')",
  "hold_linked('[]')",
  'book_bulk(gen_random_uuid(), 0, 0, null)',
  'bulk_part_of(gen_random_uuid(), 0)',
  'keep_bulk_part(gen_random_uuid(), 0, null, true)',
  "keep_gone(gen_random_uuid(), '[]')",
  'take_bulk(gen_random_uuid(), 0, 0)',
]

const callHelper = (person: Person, call: string) =>
  h.as(person, (tx) => tx.unsafe(`select plinth_private.${call}`))

describe('without an account of their own', () => {
  test.each(calls)('nobody calls %s', async (call, args) => {
    expect(await refusalOf(h.rpc(world.anonymous, call, args()))).toBe('forbidden')
    expect(await refusalOf(h.rpc(nobody, call, args()))).toBe('not_signed_in')
  })

  test.each(helpers)('nobody calls %s', async (call) => {
    expect(await refusalOf(callHelper(world.anonymous, call))).toBe('forbidden')
    expect(await refusalOf(callHelper(nobody, call))).toBe('not_signed_in')
  })

  test('nobody makes a workspace where anyone may', async () => {
    await h.rpc(world.owner, 'set_workspace_creation', { setting: 'anyone' })
    for (const [person, code] of [
      [world.anonymous, 'forbidden'],
      [nobody, 'not_signed_in'],
    ] as const)
      expect(await refusalOf(h.rpc(person, 'create_workspace', { workspace: uuidV7(), name: 'Own' }))).toBe(
        code,
      )
    await h.rpc(world.owner, 'set_workspace_creation', { setting: 'listed' })
  })
})

describe('who does not read a table', () => {
  test.each([
    ['change_links', () => `change_links('${table.id}', '[]')`],
    ['write_plan', () => `bulk_plan('${table.id}', 'update', '{}')`],
    ['hold_bulk', () => `hold_bulk('${table.id}', 'update', '{}', '{}')`],
    ['view_indexes', () => `view_indexes('${table.id}')`],
    ['is_on_read', () => `is_on_read('${table.id}', '{"formula": {"call": "today", "args": []}}')`],
  ])('is told by %s that it is not there', async (_, call) => {
    expect(await refusalOf(callHelper(world.holder, call()))).toBe('not_found')
    expect(await refusalOf(callHelper(world.outsider, call()))).toBe('not_found')
  })
})

describe('who reads some records of a table', () => {
  test('holds those alone for a change of many', async () => {
    const rule = { call: '>', args: [{ field: field('Count') }, { number: 5 }] }
    for (const action of ['read', 'update'])
      await h.rpc(world.creator, 'set_grant', {
        role: world.role,
        table: table.id,
        action,
        scope: 'rules',
        rule,
      })
    const rows = await h.db.sql.unsafe(
      `insert into data.${table.relation} (count) values (1), (9) returning id, count`,
    )
    const ids = rows.map((row) => row['id'] as string)
    const call = `hold_bulk('${table.id}', 'update', '{${field('Count')}}', '{${ids.join(',')}}') as held`
    const [answer] = await callHelper(world.holder, call)
    expect(answer!['held']).toEqual({ [ids[1]!]: { [field('Count')]: 9 } })
  })
})
