/** Files of records: whose upload it is, how much room there is, and that none takes its record out of its owner's reach. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createFullTable,
  deleteForGood,
  type Harness,
  type Json,
  type Person,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import { type Args, toldTo } from './refusals.ts'

let h: Harness
let world: World
let table: TestTable
let other: TestTable
/** Made by the holder of the role, who may change what others changed last. */
let record: string
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  table = await createFullTable(h, world)
  other = await createFullTable(h, world, 'Other')
  record = await insert(table)
})
afterAll(() => h.db.stop())

const field = (name: string, of = table) => of.fields.find((one) => one.name === name)!.id
const told = (who: Person, call: string, args: Args) => toldTo(h, who, call, args)

async function insert(of: TestTable): Promise<string> {
  const [row] = await h.db.sql.unsafe(`insert into data.${of.relation} (title) values ('x') returning id`)
  return row!['id'] as string
}

const announced = (bytes = 5, id: string = uuidV7()) => ({
  table: table.id,
  record,
  field: field('Files'),
  file: { id, name: 'a.txt', mime: 'text/plain', bytes, thumbnail: false },
})

/** Announced and stored, by this person. */
async function stored(who: Person, size = 5, bytes = 5): Promise<string> {
  const args = announced(bytes)
  const { key } = await h.rpc<{ key: string }>(who, 'begin_upload', args)
  await h.db
    .admin`insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${key}, ${h.db.admin.json({ size })})`
  return args.file.id
}
const quota = (fileBytes: number | null) =>
  h.rpc(world.owner, 'set_workspace_quota', { workspace: world.workspace, quota: { fileBytes } })

describe('an upload', () => {
  test('keeps its id for the cell that it was announced for', async () => {
    const args = announced()
    await h.rpc(world.editor, 'begin_upload', args)
    expect(await told(world.editor, 'begin_upload', args)).toEqual(['taken', undefined])
    const id = ['invalid_input', 'id']
    expect(await told(world.editor, 'begin_upload', { ...args, record: await insert(table) })).toEqual(id)
    const elsewhere = { table: other.id, record: await insert(other), field: field('Files', other) }
    expect(await told(world.editor, 'begin_upload', { ...args, ...elsewhere })).toEqual(id)
    const second = await h.rpc<{ id: string }>(world.creator, 'create_field', {
      table: table.id,
      definition: { id: uuidV7(), name: 'More files', type: 'attachment', options: {} },
    })
    expect(await told(world.editor, 'begin_upload', { ...args, field: second.id })).toEqual(id)
    expect(await told(world.creator, 'begin_upload', args)).toEqual(id)
  })

  test('takes room that its workspace has, when it is announced and when more came', async () => {
    const [held] = await h.db.sql`select coalesce(sum(bytes), 0)::int as n from plinth.attachment`
    await quota(Number(held!['n']) + 10)
    const over = ['limit_exceeded', 'workspace_file_bytes']
    expect(await told(world.editor, 'begin_upload', announced(11))).toEqual(over)
    const more = await stored(world.editor, 500, 10)
    await quota(5)
    expect(await told(world.editor, 'finish_upload', { attachment: more })).toEqual(over)
    await quota(null)
    expect(await told(world.editor, 'finish_upload', { attachment: more })).toEqual(['taken', undefined])
  })
})

describe('a cell of files', () => {
  test('is written by uploads alone', async () => {
    for (const value of [[uuidV7()], 'x', null]) {
      const values = { [field('Files')]: value }
      const insert = { id: uuidV7(), kind: 'insert', table: table.id, record: uuidV7(), values }
      const [result] = await h.rpc<[{ status: string; error?: { code: string } }]>(
        world.editor,
        'apply_mutations',
        {
          batch: { mutations: [insert], atomic: false },
        },
      )
      expect(result.error?.code).toBe('value_invalid')
    }
  })
})

describe('the id of a file', () => {
  test('in the cell of another record, or of another field, tells nothing of it', async () => {
    const file = await stored(world.editor)
    await h.rpc(world.editor, 'finish_upload', { attachment: file })
    const second = await insert(table)
    const { column } = table.fields.find(({ name }) => name === 'Files')!
    await h.db.admin.unsafe(
      `update data.${table.relation} set ${column} = '{${file}}' where id = '${second}'`,
    )
    const query = { table: table.id, sorts: [], fields: [field('Files')] }
    const { rows } = await h.rpc<{ rows: Json[][] }>(world.viewer, 'rows_by_id', {
      query,
      ids: [record, second],
    })
    const cells = Object.fromEntries(rows.map(([id, , cell]) => [id, cell]))
    expect(JSON.stringify(cells[record])).toContain(file)
    expect(cells[second] ?? []).toEqual([])
  })
})

describe('the files of a table', () => {
  test('are to be removed when it goes for good', async () => {
    const going = await createFullTable(h, world, 'Going')
    const target = { table: going.id, record: await insert(going), field: field('Files', going) }
    const { key } = await h.rpc<{ key: string }>(world.editor, 'begin_upload', { ...announced(), ...target })
    await deleteForGood(h, world.creator, { base: world.base, id: going.id, name: going.name })
    expect(await h.db.admin`select key from plinth.removed_key where key = ${key}`).toHaveLength(1)
  })
})

describe('what is done to a file', () => {
  test('leaves its record within the reach of who does it', async () => {
    const byMe: Json = { call: '=', args: [{ field: field('Changed by') }, { call: 'me', args: [] }] }
    const byOthers: Json = { call: 'not', args: [byMe] }
    const grant = (action: string, scope: string, rule: Json) =>
      h.rpc(world.creator, 'set_grant', { role: world.role, table: table.id, action, scope, rule })
    await grant('read', 'all', null)
    await grant('update', 'all', null)
    const file = await stored(world.holder)
    const second = await stored(world.holder)
    await h.rpc(world.holder, 'finish_upload', { attachment: file })
    await grant('update', 'rules', byOthers)
    await h.as(world.editor, (tx) =>
      tx.unsafe(`update data.${table.relation} set title = 'y' where id = '${record}'`),
    )
    const left = ['rule_left', undefined]
    expect(await told(world.holder, 'finish_upload', { attachment: second })).toEqual(left)
    expect(
      await told(world.holder, 'rename_attachment', { attachment: file, name: 'b.txt', was: null }),
    ).toEqual(left)
    const order = { table: table.id, record, field: field('Files'), files: [file], was: null }
    expect(await told(world.holder, 'order_attachments', order)).toEqual(left)
    expect(await told(world.holder, 'remove_attachment', { attachment: file })).toEqual(left)
    // Others, whom no rule binds, do it.
    expect(await told(world.editor, 'remove_attachment', { attachment: file })).toEqual(['taken', undefined])
  })
})
