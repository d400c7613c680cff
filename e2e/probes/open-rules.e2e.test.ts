/** Rules at the edge: each was broken once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  attach,
  call,
  done,
  fresh,
  furnish,
  type Installation,
  makeTable,
  mutate,
  tokenOf,
} from './furnished.ts'

let it: Installation

beforeAll(async () => {
  it = await furnish()
})

afterAll(() => it?.backend.stop())

test('a select field without options keeps its table writable', async () => {
  const table = await makeTable(it.people.creator.client, it.base, 'Tasks', [
    { name: 'Name', type: 'text', options: {} },
  ])
  const record = fresh()
  const name = table.fields[0]!.id
  await mutate(it.people.editor.client, { kind: 'insert', table: table.id, record, values: { [name]: 'a' } })
  const definition = { id: fresh(), name: 'Status', type: 'single_select', options: {} }
  await done(it.people.creator.client, 'create_field', { table: table.id, definition })
  const insert = { kind: 'insert', table: table.id, record: fresh(), values: { [name]: 'x' } }
  expect(await mutate(it.people.editor.client, insert)).toMatchObject({ status: 'ok' })
  const update = { kind: 'update', table: table.id, record, values: { [name]: 'b' }, base: { [name]: 'a' } }
  expect(await mutate(it.people.editor.client, update)).toMatchObject({ status: 'ok' })
})

test('an empty attachment cell in a mutation is refused by itself, not with its batch', async () => {
  const values = { [it.fields['Title']!]: 'x', [it.fields['Files']!]: null }
  const insert = { id: fresh(), kind: 'insert', table: it.table, record: fresh(), values }
  const good = { ...insert, id: fresh(), record: fresh(), values: { [it.fields['Title']!]: 'y' } }
  const answer = await call(it.people.editor.client, 'apply_mutations', {
    batch: { atomic: false, mutations: [insert, good] },
  })
  expect(answer.status).toBe(200)
})

test('counts by estimate tell a stranger nothing about values', async () => {
  const rows = Array.from({ length: 3000 }, (_, n) => ({ title: n % 3 === 0 ? 'Paris' : `city ${n}` }))
  await it.backend.sql`insert into ${it.backend.sql(`data.${it.relation}`)} ${it.backend.sql(rows)}`
  await it.backend.sql.unsafe(`analyze data.${it.relation}`)
  for (const client of [it.people.outsider.client, it.guest]) {
    const token = await tokenOf(client)
    const ranges = new Set<string | null>()
    for (const filter of ['title=eq.Paris', 'title=eq.Rome', 'title=not.is.null']) {
      const answer = await fetch(`${it.backend.url}/rest/v1/${it.relation}?select=id&${filter}`, {
        headers: {
          apikey: it.backend.publishableKey,
          authorization: `Bearer ${token}`,
          'accept-profile': 'data',
          prefer: 'count=planned',
        },
      })
      ranges.add(answer.headers.get('content-range'))
    }
    expect([...ranges]).toEqual(['*/0'])
  }
})

test('errors hint at no column to somebody who may not read the table', async () => {
  const { error } = await it.people.outsider.client.schema('data').from(it.relation).select('titlee')
  expect(`${error?.message} ${error?.hint}`).not.toMatch(/\btitle\b/)
})

test('a removed member gets no file back that they took out of a cell before', async () => {
  const { client, id } = it.people.removed
  const made = await attach(client, { table: it.table, record: it.record, field: it.fields['Files']! })
  await done(client, 'remove_attachment', { attachment: made.id })
  await done(it.people.owner.client, 'remove_workspace_member', { workspace: it.workspace, member: id })
  expect((await client.storage.from('plinth').download(made.key)).error).not.toBeNull()
})

test.each([{ locale: 'en-ab-cd-ef' }, { timeZone: 'MSK' }, { locale: `en${'-abcd'.repeat(2000)}` }])(
  'settings that no browser knows are refused',
  async (changes) => {
    expect((await call(it.people.creator.client, 'update_base', { base: it.base, changes })).code).toBe(
      'invalid_input',
    )
  },
)

test.each(['\u200b', '\u00a0', '\u202ea'])(
  'names that cannot be seen or that turn the text around are refused',
  async (name) => {
    expect(
      (await call(it.people.creator.client, 'update_table', { table: it.table, changes: { name } })).status,
    ).toBe(400)
  },
)

test.each(['infinity', '0001-01-01 BC'])(
  'a date-time key out of range is refused in our words',
  async (value) => {
    const query = { table: it.table, sorts: [{ field: it.fields['Moment'], direction: 'asc' }] }
    const args = { query, anchor: [value, fresh()], direction: 'forward', skip: 0, take: 5 }
    expect(['', 'invalid_input']).toContain((await call(it.people.viewer.client, 'rows_window', args)).code)
  },
)

test('somebody in no workspace stores no files', async () => {
  const { client, id } = it.people.outsider
  const { error } = await client.storage
    .from('plinth')
    .upload(`u/${id}/any-file-at-all`, new Blob([new Uint8Array(3_000_000)]), {
      contentType: 'application/zip',
    })
  expect(error).not.toBeNull()
})

test('a person keeps five small pictures, however many come at once, and nothing else', async () => {
  const { client, id } = it.people.outsider
  const send = (key: string, bytes: number, contentType = 'image/png') =>
    client.storage
      .from('plinth-avatars')
      .upload(key, new Blob([new Uint8Array(bytes)], { type: contentType }))
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => send(`u/${id}/picture-number-${n}`, 2_000)),
  )
  expect(answers.filter(({ error }) => error === null)).toHaveLength(5)
  const [stored] = await it.backend.sql<{ n: number }[]>`
    select count(*)::int as n from storage.objects where bucket_id = 'plinth-avatars' and name like ${`u/${id}/%`}`
  expect(stored!.n).toBe(5)
  const pictures = client.storage.from('plinth-avatars')
  const { data } = await pictures.list(`u/${id}`)
  expect(data).toHaveLength(5)
  await pictures.remove(data!.map(({ name }) => `u/${id}/${name}`))
  for (const [key, bytes, type] of [
    [`u/${id}/too-large`, 1_100_000, 'image/png'],
    [`u/${id}/no-picture`, 10, 'application/zip'],
    [`u/${id}/with-scripts`, 10, 'image/svg+xml'],
    [`u/${it.people.owner.id}/of-another`, 10, 'image/png'],
    [`elsewhere/${id}`, 10, 'image/png'],
  ] as const) {
    expect([key, (await send(key, bytes, type)).error === null]).toEqual([key, false])
  }
  expect((await it.people.owner.client.storage.from('plinth-avatars').list(`u/${id}`)).data).toEqual([])
})

test('a deleted account hears nothing more', async () => {
  const person = it.people.viewer
  const heard: unknown[] = []
  await person.client.realtime.setAuth(await tokenOf(person.client))
  const channel = person.client.channel(`table:${it.table}:${await it.epoch()}`, {
    config: { private: true },
  })
  const joined = await new Promise((resolve) => {
    channel.on('broadcast', { event: 'change' }, (message) => heard.push(message))
    channel.subscribe(resolve)
  })
  expect(joined).toBe('SUBSCRIBED')
  await it.backend.service().auth.admin.deleteUser(person.id)
  await new Promise((resolve) => setTimeout(resolve, 700))
  heard.length = 0
  await mutate(it.people.owner.client, { kind: 'insert', table: it.table, record: fresh(), values: {} })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await person.client.removeAllChannels()
  expect(heard).toEqual([])
})
