/** Files in hidden fields: names, sizes, ids, keys and objects are for those alone who see the field. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  deleteForGood,
  type Harness,
  type Person,
  Refusal,
  refusalOf,
  startWorld,
  type World,
} from './harness.ts'
import { type FullLab, fullLab } from './hidden-full-lab.ts'

let h: Harness
let world: World
let lab: FullLab
let record: string
let count = 0
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
beforeEach(async () => {
  lab = await fullLab(h, world, `Files ${(count += 1)}`)
  record = await lab.put()
})
afterAll(() => h.db.stop())

interface Announced {
  id: string
  key: string
}
const announce = (who: Person, file: object = {}) =>
  lab.call<Announced>(who, 'begin_upload', {
    table: lab.table.id,
    record,
    field: lab.field('Files').id,
    file: {
      id: uuidV7(),
      name: 'secret plans.pdf',
      mime: 'application/pdf',
      bytes: 5,
      thumbnail: false,
      ...file,
    },
  })
const finish = (who: Person, { id }: Announced) =>
  lab.call<{ ver: number }>(who, 'finish_upload', { attachment: id })
const remove = (who: Person, { id }: Announced) =>
  lab.call<{ keys: string[]; ver: number }>(who, 'remove_attachment', { attachment: id })
/** Acts on storage.objects as the storage service does. */
const store = (who: Person, name: string) =>
  h
    .as(who, async (tx) => {
      await tx`select set_config('storage.operation', 'storage.object.upload', true)`
      await tx`insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${name}, '{"size": 5}')`
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof Refusal && error.state === '42501') return false
      throw error
    })
const reads = (who: Person | null, { id, key }: Announced) =>
  h.as(who, async (tx) => {
    await tx`select set_config('storage.operation', 'storage.object.get_authenticated', true)`
    const objects = await tx`select 1 from storage.objects where name = ${key}`
    const rows = who ? await tx`select 1 from plinth.attachment where id = ${id}` : []
    const queued = who ? await tx`select 1 from plinth.removed_key where key = ${key}` : []
    return [objects.length, rows.length, queued.length]
  })
const attached = async (who: Person = world.holder) => {
  const file = await announce(who)
  expect(await store(who, file.key)).toBe(true)
  await finish(who, file)
  return file
}
const unseeing = () => [world.editor, world.viewer, world.member, world.outsider, world.anonymous]

describe('a file in a hidden field', () => {
  test('is announced, stored, read and removed by who sees the field', async () => {
    await lab.hide('Files')
    const file = await announce(world.holder)
    expect(await store(world.holder, file.key)).toBe(true)
    expect(await finish(world.holder, file)).toMatchObject({ ver: 2 })
    expect(await lab.value('Files', record)).toEqual([file.id])
    for (const who of [world.holder, world.creator, world.owner]) {
      expect([who.email, await reads(who, file)]).toEqual([who.email, [1, 1, 0]])
    }
    expect(await remove(world.creator, file)).toEqual({ keys: [file.key], ver: 3 })
    expect(await lab.value('Files', record)).toEqual([])
  })

  test('is nowhere for everybody else, on no way', async () => {
    await lab.hide('Files')
    const [there, pending] = [await attached(), await announce(world.holder)]
    for (const who of unseeing()) {
      expect([who.email, await reads(who, there), await reads(who, pending)]).toEqual([
        who.email,
        [0, 0, 0],
        [0, 0, 0],
      ])
      expect(await store(who, pending.key)).toBe(false)
    }
    expect(await reads(null, there)).toEqual([0, 0, 0])
    const target = (field: string) => ({
      table: lab.table.id,
      record,
      field,
      file: { id: uuidV7(), name: 'a', mime: 'a/b', bytes: 1 },
    })
    await lab.expectNowhere('begin_upload', target, 'Files')
    const order = (field: string) => ({ table: lab.table.id, record, field, files: [], was: null })
    await lab.expectNowhere('order_attachments', order, 'Files')
    for (const who of [world.editor, world.viewer]) {
      for (const call of ['finish_upload', 'remove_attachment', 'rename_attachment']) {
        const more = call === 'rename_attachment' ? { name: 'b', was: null } : {}
        const asked = [there.id, uuidV7()].map((attachment) =>
          lab.call(who, call, { attachment, ...more }).catch((error: Refusal) => [error.code, error.details]),
        )
        const [here, nowhere] = await Promise.all(asked)
        expect([call, here]).toEqual([call, nowhere])
      }
    }
    expect(await lab.value('Files', record)).toEqual([there.id])
  })

  test('is not touched by who may only read the field', async () => {
    await lab.hide('Files')
    const [there, pending] = [await attached(), await announce(world.holder)]
    await lab.allow('Sellers', 'Files', 'read')
    expect(await reads(world.holder, there)).toEqual([1, 1, 0])
    expect(await refusalOf(announce(world.holder))).toBe('field_read_only')
    expect(await refusalOf(remove(world.holder, there))).toBe('field_read_only')
    await h.db
      .admin`insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${pending.key}, '{"size": 5}')`
    expect(await refusalOf(finish(world.holder, pending))).toBe('field_read_only')
    expect(await lab.value('Files', record)).toEqual([there.id])
  })

  test('that was announced before stops when the field is hidden', async () => {
    const file = await announce(world.editor)
    const other = await announce(world.editor)
    expect(await store(world.editor, other.key)).toBe(true)
    await lab.hide('Files')
    expect(await store(world.editor, file.key)).toBe(false)
    expect(await refusalOf(finish(world.editor, other))).toBe('not_found')
    expect(await lab.value('Files', record)).toEqual([])
    expect(await reads(world.editor, other)).toEqual([0, 0, 0])
  })

  test('moves aside and back with its field', async () => {
    const file = await attached(world.editor)
    await lab.hide('Files')
    expect(await reads(world.editor, file)).toEqual([0, 0, 0])
    expect(await lab.value('Files', record)).toEqual([file.id])
    await lab.allow('editor', 'Files', null)
    await lab.allow('viewer', 'Files', null)
    expect(await lab.home('Files')).toBe(lab.relation)
    expect(await reads(world.editor, file)).toEqual([1, 1, 0])
    expect(await remove(world.editor, file)).toMatchObject({ keys: [file.key] })
  })
})

describe('the queue of removed files', () => {
  test('is not shown to who deleted the record without seeing the field', async () => {
    await lab.hide('Files')
    const file = await attached()
    const { count: gone } = await h.as(
      world.editor,
      (tx) => tx`delete from ${h.db.sql(lab.relation)} where id = ${record}`,
    )
    expect(gone).toBe(1)
    for (const who of unseeing()) expect([who.email, await reads(who, file)]).toEqual([who.email, [0, 0, 0]])
    await lab.call(world.editor, 'removed_keys_done', { keys: [file.key] })
    expect(await reads(world.creator, file)).toEqual([1, 0, 1])
    expect(await reads(world.holder, file)).toEqual([1, 0, 1])
  })

  test('is closed to those from whom the field is hidden since, also when it is gone for good', async () => {
    const file = await attached(world.editor)
    await remove(world.editor, file)
    expect(await reads(world.editor, file)).toEqual([1, 0, 1])
    await lab.hide('Files')
    expect(await reads(world.editor, file)).toEqual([0, 0, 0])
    await deleteForGood(
      h,
      world.creator,
      { base: world.base, id: lab.field('Files').id, name: 'Files' },
      'field',
    )
    expect(await reads(world.editor, file)).toEqual([0, 0, 0])
    expect(await reads(world.holder, file)).toEqual([0, 0, 0])
    expect(await reads(world.creator, file)).toEqual([1, 0, 1])
  })
})

const asked = (who: Person, field: string) =>
  h.as(
    who,
    async (tx) => (await tx`select plinth_private.may_see_field(${field}) as sees`)[0]!['sees'] as boolean,
  )

test('the question that the policy of files asks tells nobody what is hidden', async () => {
  await lab.hide('Files')
  for (const who of unseeing()) {
    expect([who.email, await asked(who, lab.field('Files').id), await asked(who, uuidV7())]).toEqual([
      who.email,
      false,
      false,
    ])
  }
  for (const who of [world.outsider, world.member])
    expect(await asked(who, lab.field('Title').id)).toBe(false)
  expect(await asked(world.holder, lab.field('Files').id)).toBe(true)
  expect(await asked(world.editor, lab.field('Title').id)).toBe(true)
})

test('bytes of files in hidden fields count against the quota like others', async () => {
  await lab.hide('Files')
  const used = async () =>
    (
      await lab.call<{ used: { fileBytes: number } }>(world.owner, 'workspace_usage', {
        workspace: world.workspace,
      })
    ).used.fileBytes
  const before = await used()
  await attached()
  expect(await used()).toBe(before + 5)
})
