/** What a workspace holds: who is told what, and the quota of files. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildWorld,
  createBase,
  createFullTable,
  deleteForGood,
  type Harness,
  type Person,
  Refusal,
  refusalOf,
  startHarness,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
let table: TestTable
let record: string
let other: string
let otherTable: TestTable
beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  world = await buildWorld(h)
  table = await createFullTable(h, world)
  record = uuidV7()
  await h.db.sql.unsafe(`insert into data.${table.relation} (id, title) values ('${record}', 'x')`)
  other = await createBase(h, world.owner, world.workspace, 'Other')
  otherTable = await createFullTable(h, { ...world, base: other, creator: world.owner }, 'There')
})
afterAll(() => h.db.stop())

interface Amounts {
  tables: number
  rows: number
  fileBytes: number
  dataBytes: number
}
interface Usage {
  quota: { tables: number; rows: number; fileBytes: number }
  used: Amounts
  bases: ({ id: string | null; name: string | null } & Amounts)[]
}
const usage = (person: Person) => h.rpc<Usage>(person, 'workspace_usage', { workspace: world.workspace })
const fileBytes = async () => (await usage(world.owner)).used.fileBytes
const setFiles = (bytes: number) => h.db.sql`
  insert into plinth_private.quota (workspace_id, max_file_bytes) values (${world.workspace}, ${bytes})
  on conflict (workspace_id) do update set max_file_bytes = excluded.max_file_bytes`
interface Announced {
  id: string
  key: string
  thumbKey: string
}
const announce = (bytes: number, person = world.editor, id = uuidV7() as string) =>
  h.rpc<Announced>(person, 'begin_upload', {
    table: table.id,
    record,
    field: table.fields.find((f) => f.type === 'attachment')!.id,
    file: { id, name: 'a.bin', mime: 'application/octet-stream', bytes, thumbnail: true },
  })
const stored = (key: string, size: number, person = world.editor) =>
  h
    .as(person, async (tx) => {
      await tx`select set_config('storage.operation', 'storage.object.upload', true)`
      await tx`insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${key}, ${tx.json({ size })})`
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof Refusal && error.state === '42501') return false
      throw error
    })
const finish = (id: string) => h.rpc(world.editor, 'finish_upload', { attachment: id })
async function attach(bytes: number, thumbBytes = 1): Promise<Announced> {
  const file = await announce(bytes)
  await stored(file.key, bytes)
  await stored(file.thumbKey, thumbBytes)
  await finish(file.id)
  return file
}
async function drain(person: Person): Promise<void> {
  await h.as(person, async (tx) => {
    const keys = (await tx`select key from plinth.removed_key`).map((row) => row['key'] as string)
    await tx`select set_config('storage.operation', 'storage.object.delete_many', true),
      set_config('storage.allow_delete_query', 'true', true)`
    await tx`delete from storage.objects where name = any (${keys})`
    await tx`select plinth.removed_keys_done(${keys})`
  })
}

describe('the usage of a workspace', () => {
  test('tells its owners of every base, with what each holds', async () => {
    await h.db.sql.unsafe(
      `insert into data.${otherTable.relation} (title) select 'x' from generate_series(1, 5)`,
    )
    await attach(40, 2)
    const { used, bases, quota } = await usage(world.owner)
    expect(quota).toEqual({ tables: 1000, rows: 5_000_000, fileBytes: 10 * 2 ** 30 })
    expect(bases).toMatchObject([
      { id: world.base, name: 'Müller & Söhne', tables: 1, rows: 1, fileBytes: 42 },
      { id: other, name: 'Other', tables: 1, rows: 5, fileBytes: 0 },
    ])
    expect(used).toMatchObject({ tables: 2, rows: 6, fileBytes: 42 })
    const [size] = await h.db.sql.unsafe(`select pg_total_relation_size('data.${table.relation}')::int as n`)
    expect(bases[0]!.dataBytes).toBe(size!['n'])
    expect(used.dataBytes).toBe(bases[0]!.dataBytes + bases[1]!.dataBytes)
  })

  test('names no base that the caller may not see, and adds those up', async () => {
    const all = await usage(world.owner)
    for (const who of ['creator', 'editor', 'viewer'] as const) {
      const seen = await usage(world[who])
      expect(seen.used).toEqual(all.used)
      expect(seen.bases).toEqual([all.bases[0], { ...all.bases[1], id: null, name: null }])
    }
    const { bases } = await usage(world.member)
    expect(bases).toEqual([{ id: null, name: null, ...all.used }])
  })

  test('has no line for hidden bases that hold nothing', async () => {
    await deleteForGood(h, world.owner, { base: other, ...otherTable })
    expect((await usage(world.editor)).bases).toHaveLength(1)
  })

  test('is nobody’s business outside', async () => {
    for (const who of ['outsider', 'anonymous'] as const) {
      expect(await refusalOf(usage(world[who]))).toMatch(/not_found|forbidden/)
    }
    await expect(h.rpc(null, 'workspace_usage', { workspace: world.workspace })).rejects.toMatchObject({
      state: '42501',
    })
    await h.rpc(world.owner, 'remove_workspace_member', {
      workspace: world.workspace,
      member: world.viewer.id,
    })
    expect(await refusalOf(usage(world.viewer))).toBe('not_found')
  })

  test('of an empty workspace is nothing', async () => {
    await h.rpc(world.owner, 'delete_base', { base: other, confirm_name: 'Other' })
    await h.rpc(world.creator, 'delete_base', { base: world.base, confirm_name: 'Müller & Söhne' })
    expect(await usage(world.owner)).toMatchObject({
      used: { tables: 0, rows: 0, fileBytes: 0, dataBytes: 0 },
      bases: [],
    })
  })
})

describe('files', () => {
  test('are announced up to the quota and not over it', async () => {
    await setFiles(100)
    await attach(60, 0)
    const attempt = announce(41).catch((error: unknown) => error)
    expect(await attempt).toMatchObject({ code: 'limit_exceeded', state: 'PT422' })
    expect(JSON.parse(((await attempt) as Refusal).details)).toMatchObject({
      rule: 'workspace_file_bytes',
      limit: 100,
      table: table.id,
    })
    const id = uuidV7()
    await announce(40, world.editor, id)
    await announce(40, world.editor, id)
    expect(await refusalOf(announce(1, world.creator))).toBe('limit_exceeded')
    expect(await fileBytes()).toBe(100)
  })

  test('announced at once do not go over it together', async () => {
    await setFiles(100)
    const attempts = Array.from({ length: 8 }, () =>
      announce(30).then(
        () => true,
        () => false,
      ),
    )
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(3)
  })

  test('count as what came, where that is more than was announced', async () => {
    await setFiles(100)
    const file = await announce(1)
    await stored(file.key, 90)
    expect(await fileBytes()).toBe(90)
    expect(await refusalOf(announce(11))).toBe('limit_exceeded')
    await finish(file.id)
    expect(await fileBytes()).toBe(90)
    const large = await announce(1)
    await stored(large.key, 90)
    expect(await refusalOf(finish(large.id))).toBe('limit_exceeded')
  })

  test('announced small and sent large are stopped in storage', async () => {
    await setFiles(100)
    const megabytes = 2 ** 20
    const files = await Promise.all(Array.from({ length: 4 }, () => announce(1)))
    const sent = []
    for (const { key } of files) sent.push(await stored(key, 50 * megabytes))
    expect(sent).toEqual([true, true, false, false])
  })

  test('are counted with their thumbnails', async () => {
    await attach(10, 7)
    const pending = await announce(10)
    await stored(pending.thumbKey, 5)
    expect(await fileBytes()).toBe(32)
  })

  test('that are removed count until their objects are gone', async () => {
    await setFiles(100)
    const file = await attach(80, 5)
    await h.rpc(world.editor, 'remove_attachment', { attachment: file.id })
    expect(await fileBytes()).toBe(85)
    expect(await refusalOf(announce(50))).toBe('limit_exceeded')
    await drain(world.editor)
    expect(await fileBytes()).toBe(0)
    await announce(100)
  })

  test('whose record, field or table is deleted count the same', async () => {
    const { relation } = table
    await attach(10, 1)
    await h.db.sql.unsafe(`delete from data.${relation} where id = '${record}'`)
    expect(await fileBytes()).toBe(11)
    await deleteForGood(h, world.creator, { base: world.base, ...table })
    expect((await usage(world.editor)).bases[0]).toMatchObject({ fileBytes: 11, tables: 0, rows: 0 })
    // Who changes records of a table is nobody any more: those who shape the base are left.
    await drain(world.editor)
    expect(await fileBytes()).toBe(11)
    await drain(world.creator)
    expect(await fileBytes()).toBe(0)
  })

  test('of a deleted base stand in the line without a name, and the owners of the workspace may clear them', async () => {
    await attach(10, 1)
    const half = await announce(30)
    await h.rpc(world.creator, 'delete_base', { base: world.base, confirm_name: 'Müller & Söhne' })
    await h.db.admin`
      insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${half.key}, '{"size": 30}')`
    expect((await usage(world.owner)).bases).toMatchObject([
      { id: other },
      { id: null, name: null, tables: 0, rows: 0, fileBytes: 41 },
    ])
    await drain(world.editor)
    expect(await fileBytes()).toBe(41)
    await drain(world.owner)
    expect(await fileBytes()).toBe(0)
  })

  test('announced and never sent are given up after a day, whoever announced them', async () => {
    await setFiles(100)
    await announce(100, world.creator)
    expect(await refusalOf(announce(1))).toBe('limit_exceeded')
    await h.db
      .sql`update plinth.attachment set created_at = now() - interval '25 hours' where base_id = ${world.base}`
    await announce(100)
  })

  test('of another workspace do not count', async () => {
    await setFiles(10)
    await attach(10, 0)
    world = await buildWorld(h)
    table = await createFullTable(h, world)
    record = uuidV7()
    await h.db.sql.unsafe(`insert into data.${table.relation} (id) values ('${record}')`)
    await announce(1000)
    expect(await fileBytes()).toBe(1000)
  })
})
