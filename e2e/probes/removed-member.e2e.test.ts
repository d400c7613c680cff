/** Somebody who was an editor a moment ago, with a token that is still good, an open socket and everything remembered. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attach, call, done, fresh, furnish, type Installation, mutate, tokenOf } from './furnished.ts'

let it: Installation
let token: string
let record: string
let ownKey: string
let pending: { id: string; key: string }
let importId: string
const heard: string[] = []
let epochBefore: number

beforeAll(async () => {
  it = await furnish()
  const { client } = it.people.removed
  token = await tokenOf(client)
  record = fresh()
  const title = it.fields['Title']!
  await mutate(client, { kind: 'insert', table: it.table, record, values: { [title]: 'mine' } })
  const place = { table: it.table, record, field: it.fields['Files']! }
  ownKey = (await attach(client, place, 'a file of mine')).key
  const file = { id: fresh(), name: 'p.txt', mime: 'text/plain', bytes: 3, thumbnail: false }
  pending = await done(client, 'begin_upload', { ...place, file })
  importId = fresh()
  const begun = {
    import: importId,
    table: it.table,
    file_name: 'x',
    fields: [title],
    mode: 'append',
    key: null,
  }
  await done(client, 'begin_import', begun)
  await done(client, 'import_rows', { import: importId, chunk: 0, rows: [[fresh(), 'x']], misfits: [] })
  epochBefore = await it.epoch()
  await client.realtime.setAuth(token)
  for (const topic of [`table:${it.table}:${epochBefore}`, `room:${it.base}:${epochBefore}`]) {
    const state = await join(topic, client)
    if (state !== 'SUBSCRIBED') throw new Error(`${topic}: ${state}`)
  }
  // What was sent before the removal arrives before it.
  await new Promise((resolve) => setTimeout(resolve, 700))
  await done(it.people.owner.client, 'remove_workspace_member', {
    workspace: it.workspace,
    member: it.people.removed.id,
  })
})

afterAll(async () => {
  await it?.people.removed.client.removeAllChannels()
  await it?.backend.stop()
})

function join(topic: string, client = it.people.removed.client): Promise<string> {
  return new Promise((resolve) => {
    const channel = client.channel(topic, { config: { private: true } })
    channel.on('broadcast', { event: 'change' }, () => heard.push(topic))
    channel.subscribe((status) => resolve(status))
  })
}

test('hears nothing more within a second, and joins neither the old topics nor the new', async () => {
  expect(await it.epoch()).toBe(epochBefore + 1)
  heard.length = 0
  await mutate(it.people.editor.client, { kind: 'insert', table: it.table, record: fresh(), values: {} })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(heard).toEqual([])
  for (const epoch of [epochBefore, epochBefore + 1]) {
    const other = it.backend.anonymous()
    await other.realtime.setAuth(token)
    expect(await join(`table:${it.table}:${epoch}`, other)).toBe('CHANNEL_ERROR')
    expect(await join(`room:${it.base}:${epoch}`, other)).toBe('CHANNEL_ERROR')
    await other.removeAllChannels()
  }
})

test('reads and writes nothing by any call that was begun before', async () => {
  const { client } = it.people.removed
  const query = { table: it.table, sorts: [] }
  const rows = [[fresh(), 'late']]
  const calls: [string, Record<string, unknown>][] = [
    ['rows_window', { query, anchor: null, direction: 'forward', skip: 0, take: 5 }],
    ['changes_since', { table: it.table, seq: '0' }],
    ['import_rows', { import: importId, chunk: 0, rows, misfits: [] }],
    ['import_rows', { import: importId, chunk: 1, rows, misfits: [] }],
    ['finish_import', { import: importId }],
    ['cancel_import', { import: importId, discard: true }],
    ['import_misfits', { import: importId, after: 0, take: 10 }],
    ['finish_upload', { attachment: pending.id }],
    ['base_schema', { base: it.base }],
    ['invitations', { workspace: it.workspace }],
  ]
  for (const [name, args] of calls) {
    expect([name, (await call(client, name, args)).code]).toEqual([name, 'not_found'])
  }
  const change = {
    kind: 'update',
    table: it.table,
    record,
    values: { [it.fields['Title']!]: 'x' },
    base: { [it.fields['Title']!]: 'mine' },
  }
  expect((await mutate(client, change)).error?.code).toBe('not_found')
  expect((await mutate(client, { kind: 'delete', table: it.table, record })).error?.code).toBe('not_found')
})

test('gets neither the files of others nor those once uploaded by the same person, and uploads nothing announced before', async () => {
  const files = it.people.removed.client.storage.from('plinth')
  for (const key of [it.key, ownKey]) {
    expect((await files.download(key)).error).not.toBeNull()
    expect((await files.createSignedUrl(key, 60)).error).not.toBeNull()
    expect((await files.info(key)).error).not.toBeNull()
    expect((await files.copy(key, pending.key)).error).not.toBeNull()
    expect((await files.move(key, pending.key)).error).not.toBeNull()
    expect((await files.remove([key])).data ?? []).toEqual([])
  }
  expect((await files.upload(pending.key, new Blob(['x']))).error).not.toBeNull()
  expect((await files.download(it.key)).data).toBeNull()
  expect(await it.people.viewer.client.storage.from('plinth').download(it.key)).toMatchObject({ error: null })
})

test('sees only the own profile in the metadata', async () => {
  const { client } = it.people.removed
  const tables = ['workspace', 'workspace_member', 'base', 'base_member', 'table', 'field', 'attachment']
  for (const name of tables) {
    const { data } = await client.schema('plinth').from(name).select('*')
    expect([name, data]).toEqual([name, []])
  }
  const { data } = await client.schema('plinth').from('profile').select('email')
  expect(data).toEqual([{ email: it.people.removed.email }])
})
