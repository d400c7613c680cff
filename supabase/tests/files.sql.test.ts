/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Attachments, avatars and the policies of storage. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createBase,
  createFullTable,
  deleteForGood,
  type Harness,
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
let record: string
let count = 0
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
beforeEach(async () => {
  table = await createFullTable(h, world, `Files ${++count}`)
  record = uuidV7()
  await h.db.sql.unsafe(`insert into data.${table.relation} (id, title) values ('${record}', 'x')`)
})
afterAll(() => h.db.stop())

const field = (name = 'Files') => table.fields.find((f) => f.name === name)!.id
interface Announced {
  id: string
  key: string
  thumbKey: string | null
}
const announce = (person: Person, file: object = {}, target: object = {}) =>
  h.rpc<Announced>(person, 'begin_upload', {
    table: table.id,
    record,
    field: field(),
    file: { id: uuidV7(), name: 'Größe.pdf', mime: 'application/pdf', bytes: 5, thumbnail: true, ...file },
    ...target,
  })

/** Acts on storage.objects as the storage service does: as the person, with the operation set. */
const bucketOf = (name: string) => (name.startsWith('u/') ? 'plinth-avatars' : 'plinth')
async function store(
  person: Person | null,
  name: string,
  size = 5,
  bucket = bucketOf(name),
  metadata: object = { size },
): Promise<boolean> {
  return h
    .as(person, async (tx) => {
      await tx`select set_config('storage.operation', 'storage.object.upload', true)`
      await tx`insert into storage.objects (bucket_id, name, metadata) values (${bucket}, ${name}, ${tx.json({ ...metadata })})`
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof Refusal && error.state === '42501') return false
      throw error
    })
}
/** As storage asks before the first byte of an upload whose length it was told. */
const storeKnown = (name: string, contentLength: number) =>
  store(world.editor, name, 5, 'plinth', { contentLength })
const sees = (person: Person | null, name: string, operation = 'storage.object.get_authenticated') =>
  h.as(person, async (tx) => {
    await tx`select set_config('storage.operation', ${operation}, true)`
    return (
      (await tx`select 1 from storage.objects where bucket_id = ${bucketOf(name)} and name = ${name}`)
        .length === 1
    )
  })
const erase = (person: Person, names: string[]) =>
  h.as(person, async (tx) => {
    await tx`select set_config('storage.operation', 'storage.object.delete_many', true),
      set_config('storage.allow_delete_query', 'true', true)`
    return (await tx`delete from storage.objects where name = any (${names})`).count
  })
async function attached(person = world.editor): Promise<Announced> {
  const file = await announce(person)
  await store(person, file.key)
  await store(person, file.thumbKey!)
  await h.rpc(person, 'finish_upload', { attachment: file.id })
  return file
}
const cell = async () => {
  const answer = await h.rpc<{ rows: unknown[][] }>(world.viewer, 'rows_by_id', {
    query: { table: table.id, sorts: [], fields: [field()] },
    ids: [record],
  })
  return answer.rows[0]![2]
}

describe('an upload', () => {
  test('is announced, stored under its key alone, and then stands in its cell', async () => {
    const file = await announce(world.editor)
    expect(file.key).toMatch(new RegExp(`^a/${world.base}/${file.id}/[0-9a-f]{32}$`))
    expect(file.thumbKey).toBe(`${file.key}.t`)
    expect(await cell()).toBeNull()
    expect(await store(world.editor, file.key, 1234)).toBe(true)
    expect(await store(world.editor, file.thumbKey!)).toBe(true)
    const attachment = {
      id: file.id,
      name: 'Größe.pdf',
      mime: 'application/pdf',
      bytes: 1234,
      key: file.key,
      thumbKey: file.thumbKey,
    }
    const answer = await h.rpc(world.editor, 'finish_upload', { attachment: file.id })
    expect(answer).toEqual({ attachment, ver: 2 })
    expect(await cell()).toEqual([attachment])
    expect(await h.rpc(world.editor, 'finish_upload', { attachment: file.id })).toMatchObject({ attachment })
    expect(await cell()).toEqual([attachment])
  })

  test('is shown in its own cell alone, whatever stands in others', async () => {
    const file = await attached()
    const other = uuidV7()
    const { column } = table.fields.find((one) => one.id === field())!
    await h.db.admin.unsafe(`insert into data.${table.relation} (id, ${column}) values ($1, $2)`, [
      other,
      [file.id],
    ])
    const answer = await h.rpc<{ rows: unknown[][] }>(world.viewer, 'rows_by_id', {
      query: { table: table.id, sorts: [], fields: [field()] },
      ids: [other],
    })
    expect(answer.rows.map((row) => row[2])).toEqual([null])
  })

  test('is not begun when storage knows that more is to come than was announced', async () => {
    const file = await announce(world.editor, { bytes: 100 })
    expect(await storeKnown(file.key, 101)).toBe(false)
    expect(await storeKnown(file.key, 100)).toBe(true)
    expect(await storeKnown(file.thumbKey!, limits.thumbnailBytes + 1)).toBe(false)
    expect(await storeKnown(file.thumbKey!, limits.thumbnailBytes)).toBe(true)
  })

  test('may have as many bytes as the bucket takes', async () => {
    const setLimit = (bytes: number | null) =>
      h.db.admin`update storage.buckets set file_size_limit = ${bytes} where id = 'plinth'`
    const fileBytes = async () =>
      (await h.rpc<{ installation: { fileBytes: number } }>(world.editor, 'my_session', {})).installation
        .fileBytes
    const bytes = 1024 ** 3
    expect(await refusalOf(announce(world.editor, { bytes }))).toBe('file_too_large')
    await setLimit(bytes)
    expect(await fileBytes()).toBe(bytes)
    const file = await announce(world.editor, { bytes })
    await store(world.editor, file.key, bytes)
    expect(await h.rpc(world.editor, 'finish_upload', { attachment: file.id })).toMatchObject({
      attachment: { bytes },
    })
    expect(await refusalOf(announce(world.editor, { bytes: bytes + 1 }))).toBe('file_too_large')
    await setLimit(null)
    expect(await fileBytes()).toBe(limits.attachmentBytes)
    await setLimit(limits.attachmentBytes)
  })

  test('announced again answers the same key', async () => {
    const id = uuidV7()
    expect(await announce(world.editor, { id })).toEqual(await announce(world.editor, { id }))
    expect(await refusalOf(announce(world.creator, { id }))).toBe('invalid_input')
  })

  test('goes nowhere but to the announced key, and only by who announced it', async () => {
    const file = await announce(world.editor)
    for (const [person, name] of [
      [world.creator, file.key],
      [world.viewer, file.key],
      [world.outsider, file.key],
      [null, file.key],
      [world.editor, `${file.key}x`],
      [world.editor, `${file.key}.t.t`],
      [world.editor, `a/${world.base}/${uuidV7()}/${'0'.repeat(32)}`],
      [world.editor, 'x'],
    ] as const) {
      expect([name, await store(person, name)]).toEqual([name, false])
    }
    const plain = await announce(world.editor, { thumbnail: false })
    expect(plain.thumbKey).toBeNull()
    expect(await store(world.editor, `${plain.key}.t`)).toBe(false)
  })

  test('cannot be replaced after it is attached', async () => {
    const file = await attached()
    await h.db.admin.begin(async (tx) => {
      await tx`select set_config('storage.allow_delete_query', 'true', true)`
      await tx`delete from storage.objects where name = ${file.key}`
    })
    expect(await store(world.editor, file.key)).toBe(false)
    const changed = await h.as(
      world.owner,
      (tx) => tx`update storage.objects set name = 'x' where bucket_id = 'plinth'`,
    )
    expect(changed.count).toBe(0)
  })

  test('of somebody who lost the right stops', async () => {
    const file = await announce(world.editor)
    const role = (name: string) =>
      h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.editor.id, role: name })
    await role('viewer')
    expect(await store(world.editor, file.key)).toBe(false)
    await role('editor')
    expect(await store(world.editor, file.key)).toBe(true)
    await role('viewer')
    expect(await refusalOf(h.rpc(world.editor, 'finish_upload', { attachment: file.id }))).toBe('read_only')
    await role('editor')
  })

  test.each([
    [{ bytes: 52428801 }, 'file_too_large'],
    [{ bytes: -1 }, 'file_refused'],
    [{ mime: 'text' }, 'file_refused'],
    [{ id: 'x' }, 'file_refused'],
    [{ name: '' }, 'name_required'],
  ])('described as %j is refused with %s', async (part, code) => {
    expect(await refusalOf(announce(world.editor, part))).toBe(code)
  })

  test('without its object, for a missing record or into another field is refused', async () => {
    const file = await announce(world.editor)
    expect(await refusalOf(h.rpc(world.editor, 'finish_upload', { attachment: file.id }))).toBe(
      'file_missing',
    )
    expect(await refusalOf(announce(world.editor, {}, { record: uuidV7() }))).toBe('not_found')
    expect(await refusalOf(announce(world.editor, {}, { field: field('Title') }))).toBe('not_found')
    expect(await refusalOf(announce(world.viewer))).toBe('read_only')
    expect(await refusalOf(announce(world.outsider))).toBe('not_found')
  })

  test('beyond the limit of a cell is refused', async () => {
    const ids = Array.from({ length: 50 }, () => uuidV7())
    await h.db.sql.unsafe(
      `update data.${table.relation} set files = '{${ids.join(',')}}' where id = '${record}'`,
    )
    expect(await refusalOf(announce(world.editor))).toBe('limit_exceeded')
  })

  test('counts against the limit of its cell while it is not finished', async () => {
    const files = []
    for (let n = 0; n < 50; n++) files.push(await announce(world.editor, { thumbnail: false }))
    expect(await refusalOf(announce(world.editor))).toBe('limit_exceeded')
    const { id, key } = files[0]!
    expect(await announce(world.editor, { id, thumbnail: false })).toMatchObject({ key })
    await announce(world.creator)
    await h.rpc(world.editor, 'remove_attachment', { attachment: id })
    await announce(world.editor)
    await h.db.sql`update plinth.attachment set created_at = now() - interval '2 days'
      where record_id = ${record} and created_by = ${world.editor.id}`
    await announce(world.editor)
    const [left] = await h.db.sql`
      select count(*)::int as n from plinth.attachment where record_id = ${record} and created_by = ${world.editor.id}`
    expect(left!['n']).toBe(1)
  })

  test('loses marks in its name that nobody sees', async () => {
    const { id } = await announce(world.editor, { name: '\u200eIMG\u202e-1.jpg\ufeff' })
    const [row] = await h.db.sql`select name from plinth.attachment where id = ${id}`
    expect(row!['name']).toBe('IMG -1.jpg')
  })
})

describe('the files of a cell', () => {
  const rename = (person: Person, attachment: string, name: string, was: string | null = null) =>
    h.rpc<{ attachment: { name: string }; ver: number }>(person, 'rename_attachment', {
      attachment,
      name,
      was,
    })
  const order = (person: Person, files: string[], was: string[] | null = null, target: object = {}) =>
    h.rpc<{ ver: number }>(person, 'order_attachments', {
      table: table.id,
      record,
      field: field(),
      files,
      was,
      ...target,
    })
  const inCell = async () =>
    ((await cell()) as { id: string; name: string }[]).map(({ id, name }) => [id, name])
  const logged = async () => {
    const [last] = await h.db.sql`select fields from plinth_private.change_log where table_id = ${table.id}
      order by id desc limit 1`
    return (last!['fields'] as string[]).toSorted()
  }
  /** When and by whom the record was changed is another with any change. */
  const touched = () => ['Files', 'Changed at', 'Changed by'].map(field).toSorted()

  test('get other names, and the record another version, which is told', async () => {
    const { id } = await attached()
    expect(await rename(world.editor, id, ' Rechnung \u200e7.pdf ')).toMatchObject({
      attachment: { id, name: 'Rechnung 7.pdf' },
      ver: 3,
    })
    expect(await inCell()).toEqual([[id, 'Rechnung 7.pdf']])
    expect(await logged()).toEqual(touched())
    expect(await refusalOf(rename(world.editor, id, ' '))).toBe('name_required')
    expect(await refusalOf(rename(world.editor, id, 'x'.repeat(256)))).toBe('invalid_input')
    expect(await refusalOf(rename(world.viewer, id, 'x'))).toBe('read_only')
    expect(await refusalOf(rename(world.outsider, id, 'x'))).toBe('not_found')
    expect(await refusalOf(rename(world.editor, (await announce(world.editor)).id, 'x'))).toBe('not_found')
  })

  test('are renamed only from the name that the caller knows', async () => {
    const { id } = await attached()
    await rename(world.creator, id, 'b.pdf', 'Größe.pdf')
    expect(await refusalOf(rename(world.editor, id, 'c.pdf', 'Größe.pdf'))).toBe('conflict')
    await rename(world.editor, id, 'c.pdf', 'b.pdf')
    expect(await inCell()).toEqual([[id, 'c.pdf']])
  })

  test('are put in an order; who is not named stays behind, and who is not there does nothing', async () => {
    const [a, b, c] = [(await attached()).id, (await attached()).id, (await attached()).id]
    expect(await order(world.editor, [c, uuidV7(), a, c])).toEqual({ ver: 5 })
    const ids = async () => (await inCell()).map(([id]) => id)
    expect(await ids()).toEqual([c, a, b])
    expect(await logged()).toEqual(touched())
    expect(await refusalOf(order(world.editor, [a], [a, b, c]))).toBe('conflict')
    await order(world.editor, [a, b, c], [c, a, b])
    expect(await ids()).toEqual([a, b, c])
    await order(world.editor, [], null)
    expect(await ids()).toEqual([a, b, c])
    expect(await refusalOf(order(world.viewer, [c]))).toBe('read_only')
    expect(await refusalOf(order(world.outsider, [c]))).toBe('not_found')
    expect(await refusalOf(order(world.editor, [c], null, { field: field('Title') }))).toBe('not_found')
    expect(await refusalOf(order(world.editor, [c], null, { record: uuidV7() }))).toBe('not_found')
    expect(await ids()).toEqual([a, b, c])
  })

  test('of an empty cell are in order', async () => {
    expect(await order(world.editor, [uuidV7()])).toEqual({ ver: 2 })
    expect(await cell()).toBeNull()
  })
})

describe('an attached file', () => {
  test('is readable by readers of the base, listed by nobody', async () => {
    const file = await attached()
    for (const who of ['owner', 'creator', 'editor', 'viewer'] as const) {
      expect([who, await sees(world[who], file.key), await sees(world[who], file.thumbKey!)]).toEqual([
        who,
        true,
        true,
      ])
    }
    for (const who of ['member', 'outsider', 'anonymous'] as const) {
      expect([who, await sees(world[who], file.key)]).toEqual([who, false])
    }
    expect(await sees(null, file.key)).toBe(false)
    for (const operation of [
      'storage.object.list',
      'storage.object.list_v2',
      'object.list',
      'storage.s3.object.list',
    ]) {
      expect([operation, await sees(world.owner, file.key, operation)]).toEqual([operation, false])
    }
  })

  test('is removed from its cell, then from storage by who may change the base, then forgotten', async () => {
    const file = await attached()
    expect(await erase(world.editor, [file.key])).toBe(0)
    expect(await refusalOf(h.rpc(world.viewer, 'remove_attachment', { attachment: file.id }))).toBe(
      'read_only',
    )
    expect(await refusalOf(h.rpc(world.outsider, 'remove_attachment', { attachment: file.id }))).toBe(
      'not_found',
    )
    const { keys, ver } = await h.rpc<{ keys: string[]; ver: number }>(world.editor, 'remove_attachment', {
      attachment: file.id,
    })
    expect([keys.toSorted(), ver]).toEqual([[file.key, file.thumbKey], 3])
    expect(await cell()).toBeNull()
    expect(await sees(world.viewer, file.key)).toBe(false)
    expect(await erase(world.viewer, keys)).toBe(0)
    await h.rpc(world.editor, 'removed_keys_done', { keys })
    const queued = async () =>
      (await h.db.sql`select 1 from plinth.removed_key where key = any (${keys})`).length
    expect(await queued()).toBe(2)
    expect(await erase(world.creator, keys)).toBe(2)
    await h.rpc(world.creator, 'removed_keys_done', { keys })
    expect(await queued()).toBe(0)
  })

  test.each(['record', 'field', 'table', 'base'])(
    'is queued for removal when its %s is deleted',
    async (what) => {
      const base = await createBase(h, world.creator, world.workspace, 'Own')
      table = await createFullTable(h, { ...world, base }, 'In its own base')
      await h.db.sql.unsafe(`insert into data.${table.relation} (id) values ('${record}')`)
      const file = await attached(world.creator)
      if (what === 'record') {
        await h.as(world.creator, (tx) =>
          tx.unsafe(`delete from data.${table.relation} where id = '${record}'`),
        )
      } else if (what === 'field') {
        await deleteForGood(h, world.creator, { base, id: field(), name: 'Files' }, 'field')
      } else if (what === 'table') await deleteForGood(h, world.creator, { base, ...table })
      else await h.rpc(world.creator, 'delete_base', { base, confirm_name: 'Own' })
      const queued = await h.as(
        world.creator,
        (tx) => tx`select key from plinth.removed_key where key in (${file.key}, ${file.thumbKey})`,
      )
      expect(queued).toHaveLength(2)
      expect(await h.db.sql`select 1 from plinth.attachment where id = ${file.id}`).toHaveLength(0)
      expect(await erase(world.creator, [file.key, file.thumbKey!])).toBe(2)
    },
  )
})

describe('the queue of removed files', () => {
  const queuedFor = (person: Person, key: string) =>
    h
      .as(person, (tx) => tx`select 1 from plinth.removed_key where key = ${key}`)
      .then((rows) => rows.length === 1)

  test('shows nothing to who lost the right, not even what they removed themselves', async () => {
    const { key, id } = await attached()
    await h.rpc(world.editor, 'remove_attachment', { attachment: id })
    const role = (name: string | null) =>
      h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.editor.id, role: name })
    expect([await queuedFor(world.editor, key), await sees(world.editor, key)]).toEqual([true, true])
    for (const name of ['viewer', null]) {
      await role(name)
      expect([await queuedFor(world.editor, key), await sees(world.editor, key)]).toEqual([false, false])
      expect(await erase(world.editor, [key])).toBe(0)
      await h.rpc(world.editor, 'removed_keys_done', { keys: [key] })
    }
    expect(await queuedFor(world.creator, key)).toBe(true)
    await role('editor')
  })

  test('of a deleted base is drained by who deleted it, and by nobody else', async () => {
    const base = await createBase(h, world.creator, world.workspace, 'Gone')
    await h.rpc(world.creator, 'set_base_role', { base, member: world.editor.id, role: 'editor' })
    table = await createFullTable(h, { ...world, base }, 'In a base to go')
    await h.db.sql.unsafe(`insert into data.${table.relation} (id) values ('${record}')`)
    const { key, id } = await attached()
    await h.rpc(world.editor, 'remove_attachment', { attachment: id })
    await h.rpc(world.creator, 'delete_base', { base, confirm_name: 'Gone' })
    expect([await queuedFor(world.editor, key), await sees(world.editor, key)]).toEqual([false, false])
    expect(await erase(world.creator, [key])).toBe(1)
    await h.rpc(world.creator, 'removed_keys_done', { keys: [key] })
    expect(await h.db.sql`select 1 from plinth.removed_key where key = ${key}`).toHaveLength(0)
  })
})

describe('avatars', () => {
  const key = (person: Person) => `u/${person.id}/${'k'.repeat(16)}`

  test('have a bucket of their own that is private, small, and holds pictures alone', async () => {
    expect(
      await h.db.sql`select public, file_size_limit::int as bytes, allowed_mime_types as types
        from storage.buckets where id = 'plinth-avatars'`,
    ).toEqual([
      {
        public: false,
        bytes: limits.avatarBytes,
        types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'],
      },
    ])
    expect(await store(world.editor, key(world.editor), 5, 'plinth')).toBe(false)
    const file = await announce(world.editor)
    expect(await store(world.editor, file.key, 5, 'plinth-avatars')).toBe(false)
  })

  test('of one person are five at most, and none of who has no account any more', async () => {
    const name = (n: number) => `u/${world.viewer.id}/picture-${n}`
    for (let n = 1; n <= limits.avatarsPerPerson; n++) expect(await store(world.viewer, name(n))).toBe(true)
    expect(await store(world.viewer, name(6))).toBe(false)
    expect(await erase(world.viewer, [name(1)])).toBe(1)
    expect(await store(world.viewer, name(6))).toBe(true)
    const stranger = await h.person('stranger')
    expect(await store(stranger, key(stranger))).toBe(false)
    await h.rpc(stranger, 'my_session')
    expect(await store(stranger, key(stranger))).toBe(true)
    await h.db.admin`delete from auth.users where id = ${stranger.id}`
    expect(await store(stranger, `u/${stranger.id}/another-picture`)).toBe(false)
  })

  test('are stored by their owner, seen by people who share a workspace, removed by their owner', async () => {
    expect(await store(world.editor, key(world.editor))).toBe(true)
    // Who has room for their own.
    expect(await store(world.creator, `u/${world.editor.id}/${'z'.repeat(16)}`)).toBe(false)
    expect(await store(world.anonymous, key(world.anonymous))).toBe(false)
    expect(await store(world.editor, `u/${world.editor.id}/../x`)).toBe(false)
    expect(await sees(world.member, key(world.editor))).toBe(true)
    expect(await sees(world.editor, key(world.editor))).toBe(true)
    expect(await sees(world.outsider, key(world.editor))).toBe(false)
    expect(await sees(world.editor, key(world.editor), 'storage.object.list')).toBe(true)
    expect(await sees(world.member, key(world.editor), 'storage.object.list')).toBe(false)
    expect(await erase(world.member, [key(world.editor)])).toBe(0)
    expect(await erase(world.editor, [key(world.editor)])).toBe(1)
  })
})
