/** Files and pictures of other records, people and buckets change nothing here. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createFullTable,
  type Harness,
  type Json,
  fieldOf as newField,
  type Person,
  Refusal,
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

/** A record without values. */
async function blank(table: TestTable): Promise<string> {
  const record = uuidV7()
  await h.db.sql.unsafe(`insert into data.${table.relation} (id) values ('${record}')`)
  return record
}

const announce = async (table: TestTable, record: string, id: string = uuidV7(), name = 'Files') =>
  h.rpc<{ id: string; key: string }>(world.editor, 'begin_upload', {
    table: table.id,
    record,
    field: fieldOf(table, name),
    file: { id, name: 'a.txt', mime: 'text/plain', bytes: 1, thumbnail: false },
  })

/** Whether the storage service is let store an object. */
const storing = async (person: Person, bucket: string, name: string) =>
  h
    .as(person, async (tx) => {
      await tx`select set_config('storage.operation', 'storage.object.upload', true)`
      await tx`insert into storage.objects (bucket_id, name, metadata) values (${bucket}, ${name}, '{"size": 1}')`
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof Refusal && error.state === '42501') return false
      throw error
    })

describe('files and pictures', () => {
  test('of the same name in another bucket are no pictures of a person', async () => {
    await h.db.admin`insert into storage.buckets (id, name) values ('own', 'own')`
    for (let n = 0; n < 6; n++) {
      await h.db.admin`
        insert into storage.objects (bucket_id, name) values ('own', ${`u/${world.editor.id}/picture-${n}`})`
    }
    expect(await storing(world.editor, 'plinth-avatars', `u/${world.editor.id}/picture-1`)).toBe(true)
  })

  test('are no pictures of another person, nor is one removed that lies beside their folder', async () => {
    expect(await storing(world.member, 'plinth-avatars', `u/${world.editor.id}/${'z'.repeat(16)}`)).toBe(
      false,
    )
    const name = `x/${world.editor.id}/picture-2`
    await h.db.admin`insert into storage.objects (bucket_id, name) values ('plinth-avatars', ${name})`
    await h.as(world.editor, async (tx) => {
      await tx`select set_config('storage.operation', 'storage.object.delete', true),
        set_config('storage.allow_delete_query', 'true', true)`
      await tx`delete from storage.objects where bucket_id = 'plinth-avatars' and name = ${name}`
    })
    expect(await h.db.admin`select 1 from storage.objects where name = ${name}`).toHaveLength(1)
  })

  test('announced for one field are not announced again for another', async () => {
    const fields = [
      newField('Title', 'text'),
      newField('Files', 'attachment'),
      newField('More', 'attachment'),
    ]
    const definition = { id: uuidV7(), name: 'Two cells', fields }
    const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
    const record = await blank(table)
    const { id } = await announce(table, record)
    expect(await refusalOf(announce(table, record, id, 'More'))).toBe('invalid_input')
  })

  test('announced for one record are not announced again for another', async () => {
    const table = await createFullTable(h, world, 'Announced')
    const { id } = await announce(table, await blank(table))
    expect(await refusalOf(announce(table, await blank(table), id))).toBe('invalid_input')
  })

  test('that are gone stay noted until somebody says so who may clear them', async () => {
    const table = await createFullTable(h, world, 'Cleared')
    const { id, key } = await announce(table, await blank(table))
    expect(await storing(world.editor, 'plinth', key)).toBe(true)
    await h.rpc(world.editor, 'finish_upload', { attachment: id })
    await h.rpc(world.editor, 'remove_attachment', { attachment: id })
    await h.db.admin.begin(async (tx) => {
      await tx`select set_config('storage.allow_delete_query', 'true', true)`
      await tx`delete from storage.objects where name = ${key}`
    })
    const noted = async () => (await h.db.sql`select 1 from plinth.removed_key where key = ${key}`).length
    for (const who of ['viewer', 'member', 'outsider'] as const) {
      await h.rpc(world[who], 'removed_keys_done', { keys: [key] })
      expect([who, await noted()]).toEqual([who, 1])
    }
    await h.rpc(world.editor, 'removed_keys_done', { keys: [key] })
    expect(await noted()).toBe(0)
  })

  test('beside the folder of people’s pictures are deleted by nobody', async () => {
    const names = [`x/${world.editor.id}/picture1`, `u/${world.editor.id}/picture1`]
    for (const name of names)
      await h.db.admin`insert into storage.objects (bucket_id, name) values ('plinth-avatars', ${name})`
    await h.as(world.editor, async (tx) => {
      await tx`select set_config('storage.allow_delete_query', 'true', true)`
      // Without a condition, for which what they may read would be asked, too.
      await tx`delete from storage.objects`
    })
    const left = await h.db.admin`select name from storage.objects where name in ${h.db.admin(names)}`
    expect(left.map((row) => row['name'] as string)).toEqual([names[0]])
  })

  test('in a cell are those of this cell, whatever else its list names', async () => {
    const definition = {
      id: uuidV7(),
      name: 'A cell beside a cell',
      fields: [newField('Files', 'attachment'), newField('More', 'attachment')],
    }
    const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
    const record = await blank(table)
    const { id, key } = await announce(table, record)
    await storing(world.editor, 'plinth', key)
    await h.rpc(world.editor, 'finish_upload', { attachment: id })
    await h.db.sql.unsafe(`update data.${table.relation} set more = files`)
    const { rows } = await h.rpc<{ rows: [string, number, Json, Json][] }>(world.editor, 'rows_by_id', {
      query: { table: table.id, sorts: [] },
      ids: [record],
    })
    expect(rows[0]![2]).toHaveLength(1)
    expect(rows[0]![3] ?? []).toEqual([])
  })

  test('are cleared one by one, and not by what lies elsewhere', async () => {
    const table = await createFullTable(h, world, 'One by one')
    const keys: string[] = []
    for (let n = 0; n < 2; n++) {
      const { id, key } = await announce(table, await blank(table))
      await storing(world.editor, 'plinth', key)
      await h.rpc(world.editor, 'finish_upload', { attachment: id })
      await h.rpc(world.editor, 'remove_attachment', { attachment: id })
      keys.push(key)
    }
    await h.db.admin.begin(async (tx) => {
      await tx`select set_config('storage.allow_delete_query', 'true', true)`
      await tx`delete from storage.objects where name in ${tx(keys)}`
    })
    await h.db.admin`insert into storage.buckets (id, name) values ('own', 'own') on conflict do nothing`
    await h.db.admin`insert into storage.objects (bucket_id, name) values ('own', ${keys[0]!})`
    await h.rpc(world.editor, 'removed_keys_done', { keys: [keys[0]!] })
    const noted = await h.db.sql`select key from plinth.removed_key where key in ${h.db.sql(keys)}`
    expect(noted.map((row) => row['key'] as string)).toEqual([keys[1]])
  })

  test('that fill a cell meanwhile leave no room for another', async () => {
    const table = await createFullTable(h, world, 'Full cell')
    const record = await blank(table)
    const { id, key } = await announce(table, record)
    await storing(world.editor, 'plinth', key)
    await h.db.sql.unsafe(`update data.${table.relation} set files = array(
      select gen_random_uuid() from generate_series(1, ${limits.attachmentsPerCell})) where id = '${record}'`)
    expect(await refusalOf(h.rpc(world.editor, 'finish_upload', { attachment: id }))).toBe('limit_exceeded')
  })

  test('that are larger than files may be stay unattached, however they came', async () => {
    const table = await createFullTable(h, world, 'Large')
    const record = await blank(table)
    const { id, key } = await announce(table, record)
    const metadata = h.db.admin.json({ size: limits.attachmentBytes + 1 })
    await h.db
      .admin`insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${key}, ${metadata})`
    expect(await refusalOf(h.rpc(world.editor, 'finish_upload', { attachment: id }))).toBe('file_too_large')
  })

  test('of records that are gone are given up when their field comes back', async () => {
    const table = await createFullTable(h, world, 'Coming back')
    const record = await blank(table)
    const { id, key } = await announce(table, record)
    expect(await storing(world.editor, 'plinth', key)).toBe(true)
    await h.rpc(world.editor, 'finish_upload', { attachment: id })
    await h.rpc(world.creator, 'delete_field', { field: fieldOf(table, 'Files') })
    await h.db.sql.unsafe(`delete from data.${table.relation} where id = '${record}'`)
    const queued = async () => (await h.db.sql`select 1 from plinth.removed_key where key = ${key}`).length
    expect(await queued()).toBe(0)
    await h.rpc(world.creator, 'restore_field', { field: fieldOf(table, 'Files') })
    expect(await queued()).toBe(1)
  })

  test('beside the folder of people’s pictures are nobody’s', async () => {
    const name = `x/${world.editor.id}/picture-1`
    await h.db.admin`insert into storage.objects (bucket_id, name) values ('plinth-avatars', ${name})`
    const seen = await h.as(
      world.editor,
      (tx) => tx`select 1 from storage.objects where bucket_id = 'plinth-avatars' and name = ${name}`,
    )
    expect(seen).toHaveLength(0)
  })

  test('may be stored in a base: asked by strangers, nobody is told', async () => {
    const told = (person: Person) =>
      h
        .as(person, (tx) => tx`select plinth_private.may_store_file(${world.base}) as may`)
        .then(([row]) => row!['may'] as boolean)
    expect(await told(world.editor)).toBe(true)
    for (const who of ['member', 'outsider'] as const)
      expect([who, await told(world[who])]).toEqual([who, false])
  })

  test('of other buckets are seen by no reader of a base, whatever their name', async () => {
    const table = await createFullTable(h, world, 'With files')
    const { key } = await announce(table, await blank(table))
    const places = [
      ['own', key],
      ['plinth-avatars', key],
      ['plinth', `u/${world.editor.id}/picture-1`],
    ] as const
    for (const [bucket, name] of places)
      await h.db.admin`insert into storage.objects (bucket_id, name) values (${bucket}, ${name})
        on conflict do nothing`
    for (const [bucket, name] of places) {
      const seen = await h.as(world.editor, async (tx) => {
        await tx`select set_config('storage.operation', 'storage.object.get_authenticated', true)`
        return tx`select 1 from storage.objects where bucket_id = ${bucket} and name = ${name}`
      })
      expect([bucket, name, seen.length]).toEqual([bucket, name, 0])
    }
  })
})
