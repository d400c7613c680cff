/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Sweeping files that belong to no record: what is found, what is left, by whom, and while somebody uploads. */
import { randomBytes } from 'node:crypto'
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildWorld,
  createBase,
  createFullTable,
  type Harness,
  refusalOf,
  startHarness,
  type TestTable,
  type World,
} from './harness.ts'
import { openSession } from './sessions.ts'

let h: Harness
let world: World
let table: TestTable
let record: string
beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  world = await buildWorld(h)
  table = await createFullTable(h, world)
  record = uuidV7()
  await h.db.sql.unsafe(`insert into data.${table.relation} (id, title) values ('${record}', 'x')`)
})
afterAll(() => h.db.stop())

interface Announced {
  id: string
  key: string
  thumbKey: string
}
const files = () => table.fields.find(({ name }) => name === 'Files')!
const announce = (person = world.editor, target = record) =>
  h.rpc<Announced>(person, 'begin_upload', {
    table: table.id,
    record: target,
    field: files().id,
    file: { id: uuidV7(), name: 'a.bin', mime: 'application/octet-stream', bytes: 5, thumbnail: true },
  })
/** An object as a service writes it, whatever the policies say. */
const put = (name: string, size = 5) =>
  h.db
    .admin`insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${name}, ${h.db.admin.json({ size })})`
async function attached(): Promise<Announced> {
  const file = await announce()
  await put(file.key)
  await put(file.thumbKey, 1)
  await h.rpc(world.editor, 'finish_upload', { attachment: file.id })
  return file
}
/** Two days go by. */
const age = async () => {
  await h.db
    .admin`update storage.objects set created_at = created_at - interval '2 days' where bucket_id = 'plinth'`
  await h.db
    .admin`update plinth.attachment set created_at = created_at - interval '2 days' where id is not null`
}
const keyIn = (base: string) => `a/${base}/${uuidV7()}/${randomBytes(16).toString('hex')}`

interface Unused {
  files: number
  bytes: number
  missing: number
}
const workspace = () => ({ workspace: world.workspace })
const unused = (person = world.creator) => h.rpc<Unused>(person, 'unused_files', workspace())
const sweep = (person = world.creator, take = 1_000) =>
  h.rpc<{ queued: number; left: boolean }>(person, 'sweep_files', { ...workspace(), take })
const missing = (person = world.creator, after: string | null = null) =>
  h.rpc<string[]>(person, 'missing_files', { ...workspace(), after })
const none = { files: 0, bytes: 0, missing: 0 }

/** As the app does it, by the storage service. */
const drain = (person = world.creator) =>
  h.as(person, async (tx) => {
    const keys = (await tx`select key from plinth.removed_key`).map((row) => row['key'] as string)
    await tx`select set_config('storage.operation', 'storage.object.delete_many', true),
      set_config('storage.allow_delete_query', 'true', true)`
    await tx`delete from storage.objects where name = any (${keys})`
    await tx`select plinth.removed_keys_done(${keys})`
  })
const isStored = async (key: string) =>
  (await h.db.admin`select 1 from storage.objects where bucket_id = 'plinth' and name = ${key}`).length === 1
const cell = async () => {
  const [row] = await h.db.sql.unsafe(
    `select ${files().column} as held from data.${table.relation} where id = '${record}'`,
  )
  return row!['held'] as string[] | null
}

describe('an object that no row names', () => {
  test('is told, queued and removed, with its thumbnail', async () => {
    const key = keyIn(world.base)
    await put(key, 40)
    await put(`${key}.t`, 2)
    await age()
    expect(await unused()).toEqual({ files: 1, bytes: 42, missing: 0 })
    expect(await sweep()).toEqual({ queued: 2, left: false })
    expect(await unused()).toEqual({ files: 1, bytes: 42, missing: 0 })
    await drain()
    expect([await isStored(key), await isStored(`${key}.t`)]).toEqual([false, false])
    expect(await unused()).toEqual(none)
    expect(await sweep()).toEqual({ queued: 0, left: false })
  })

  test('is left where it came within the last day', async () => {
    await age()
    const key = keyIn(world.base)
    await put(key)
    expect(await unused()).toEqual(none)
    expect(await sweep()).toEqual({ queued: 0, left: false })
  })

  test('goes step by step, the rest being told', async () => {
    for (let count = 0; count < 3; count += 1) await put(keyIn(world.base))
    await age()
    expect(await sweep(world.creator, 2)).toEqual({ queued: 2, left: true })
    expect(await sweep(world.creator, 2)).toEqual({ queued: 1, left: false })
    for (const take of [0, -1, 1_001, null as never]) {
      expect(await refusalOf(sweep(world.creator, take))).toBe('invalid_input')
    }
  })

  test('is left where its name is none of ours, or of a base that is nowhere', async () => {
    for (const name of ['x', `a/${world.base}/x`, `b/${world.base}/y`, keyIn(uuidV7())]) await put(name)
    await age()
    expect(await unused(world.owner)).toEqual(none)
    expect(await sweep(world.owner)).toEqual({ queued: 0, left: false })
  })

  test('of a base is found by those who shape it, of no other workspace by anybody', async () => {
    const other = await createBase(h, world.owner, world.workspace, 'Other')
    await put(keyIn(other))
    await put(keyIn(world.elsewhere[1]!))
    await age()
    expect(await unused(world.creator)).toEqual(none)
    expect(await sweep(world.creator)).toEqual({ queued: 0, left: false })
    expect(await unused(world.owner)).toMatchObject({ files: 1 })
    expect(await sweep(world.owner)).toEqual({ queued: 1, left: false })
  })
})

describe('what a row names', () => {
  test('is left: attached files, and uploads that may still come to their end', async () => {
    const file = await attached()
    await age()
    const pending = await announce()
    await put(pending.key)
    expect(await unused()).toEqual(none)
    expect(await sweep()).toEqual({ queued: 0, left: false })
    await drain()
    expect([await isStored(file.key), await isStored(file.thumbKey)]).toEqual([true, true])
    await h.rpc(world.editor, 'finish_upload', { attachment: pending.id })
    expect(await cell()).toEqual([file.id, pending.id])
  })

  test.each(['table', 'field'] as const)(
    'is left in the trash, where its %s is, and comes back',
    async (what) => {
      const file = await attached()
      await age()
      const id = what === 'table' ? table.id : files().id
      await h.rpc(world.creator, `delete_${what}`, { [what]: id })
      expect(await unused()).toEqual(none)
      expect(await sweep()).toEqual({ queued: 0, left: false })
      await drain()
      expect(await isStored(file.key)).toBe(true)
      await h.rpc(world.creator, `restore_${what}`, { [what]: id })
      expect(await cell()).toEqual([file.id])
    },
  )

  test('is given up where it is an upload that was begun a day ago', async () => {
    const pending = await announce()
    await put(pending.key, 7)
    await age()
    expect(await unused()).toEqual({ files: 1, bytes: 7, missing: 0 })
    await sweep()
    expect(await refusalOf(h.rpc(world.editor, 'finish_upload', { attachment: pending.id }))).toBe(
      'not_found',
    )
    await drain()
    expect(await isStored(pending.key)).toBe(false)
    expect(await unused()).toEqual(none)
  })

  test('is told while it waits to be removed', async () => {
    const file = await attached()
    await h.rpc(world.editor, 'remove_attachment', { attachment: file.id })
    expect(await unused()).toEqual({ files: 1, bytes: 6, missing: 0 })
    await drain()
    expect(await unused()).toEqual(none)
  })
})

describe('an upload that ends while files are swept', () => {
  const old = async () => {
    const pending = await announce()
    await put(pending.key)
    await age()
    return pending
  }

  test('is in its cell where its end came first', async () => {
    const pending = await old()
    const uploader = await openSession(h, world.editor)
    await uploader.call('finish_upload', { attachment: pending.id })
    expect(await sweep()).toEqual({ queued: 0, left: false })
    await uploader.commit()
    await drain()
    expect(await cell()).toEqual([pending.id])
    expect(await isStored(pending.key)).toBe(true)
    expect(await unused()).toEqual(none)
  })

  test('is given up where the sweep came first', async () => {
    const pending = await old()
    const sweeper = await openSession(h, world.creator)
    await sweeper.call('sweep_files', { ...workspace(), take: 10 })
    const uploader = await openSession(h, world.editor)
    const end = refusalOf(uploader.call('finish_upload', { attachment: pending.id }))
    await uploader.waits(end)
    await sweeper.commit()
    expect(await end).toBe('not_found')
    await uploader.rollback()
    expect(await cell()).toEqual([])
  })

  test('is in its cell where somebody else begins one at that moment', async () => {
    const pending = await old()
    const other = uuidV7()
    await h.db.sql.unsafe(`insert into data.${table.relation} (id, title) values ('${other}', 'y')`)
    const uploader = await openSession(h, world.editor)
    await uploader.call('finish_upload', { attachment: pending.id })
    await announce(world.creator, other)
    await uploader.commit()
    expect(await cell()).toEqual([pending.id])
    expect(await h.db.sql`select state from plinth.attachment where id = ${pending.id}`).toEqual([
      { state: 'ready' },
    ])
  })

  test('is swept by two people at once without an error', async () => {
    for (let count = 0; count < 20; count += 1) await put(keyIn(world.base))
    await old()
    const steps = await Promise.all(
      [world.owner, world.creator, world.owner, world.creator].map((person) => sweep(person, 15)),
    )
    expect(steps.every(({ queued }) => queued <= 15)).toBe(true)
    await sweep()
    await drain()
    expect(await unused()).toEqual(none)
  })
})

describe('a file that storage does not hold', () => {
  const lose = async () => {
    const file = await attached()
    await h.db.admin.begin(async (tx) => {
      await tx`select set_config('storage.allow_delete_query', 'true', true)`
      await tx`delete from storage.objects where name in (${file.key}, ${file.thumbKey})`
    })
    return file
  }

  test('is told after a day, and leaves its record by the usual call', async () => {
    const kept = await attached()
    const file = await lose()
    expect([await unused(), await missing()]).toEqual([none, []])
    await age()
    expect(await unused()).toEqual({ ...none, missing: 1 })
    expect(await missing()).toEqual([file.id])
    expect(await missing(world.creator, file.id)).toEqual([])
    await h.rpc(world.creator, 'remove_attachment', { attachment: file.id })
    expect(await cell()).toEqual([kept.id])
    await drain()
    expect([await unused(), await missing()]).toEqual([none, []])
  })

  test.each(['table', 'field'] as const)('is not told while its %s is in the trash', async (what) => {
    await lose()
    await age()
    await h.rpc(world.creator, `delete_${what}`, { [what]: what === 'table' ? table.id : files().id })
    expect([await unused(), await missing()]).toEqual([none, []])
  })
})

describe('nobody sweeps but those who shape a base of the workspace', () => {
  test.each([
    ['editor', 'forbidden'],
    ['viewer', 'forbidden'],
    ['holder', 'forbidden'],
    ['member', 'forbidden'],
    ['outsider', 'not_found'],
    ['anonymous', 'forbidden'],
  ] as const)('%s: %s', async (who, code) => {
    await put(keyIn(world.base))
    await age()
    for (const call of [unused, sweep, missing]) expect(await refusalOf(call(world[who]))).toBe(code)
    expect(await unused()).toMatchObject({ files: 1 })
  })

  test('nor anybody who is not signed in', async () => {
    for (const [name, args] of [
      ['unused_files', {}],
      ['sweep_files', { take: 1 }],
      ['missing_files', { after: null }],
    ] as const) {
      await expect(h.rpc(null, name, { ...workspace(), ...args })).rejects.toMatchObject({ state: '42501' })
    }
  })

  test('and an owner of a workspace without bases finds nothing', async () => {
    await h.rpc(world.owner, 'delete_base', { base: world.base, confirm_name: 'Müller & Söhne' })
    expect(await unused(world.owner)).toEqual(none)
  })
})
