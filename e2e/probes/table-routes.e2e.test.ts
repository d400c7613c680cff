/** Plain table routes: what policies and column grants must hold without any of our calls in between. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  fingerprint,
  fresh,
  furnish,
  type Installation,
  makeTable,
  type Role,
  SECRET,
  tokenOf,
} from './furnished.ts'

let it: Installation
let plain: { relation: string; id: string }

beforeAll(async () => {
  it = await furnish()
  plain = await makeTable(it.people.creator.client, it.base, 'Plain', [
    { name: 'Title', type: 'text', options: {} },
  ])
})

afterAll(() => it?.backend.stop())

interface Said {
  status: number
  text: string
  range: string
}

async function send(
  who: Role | 'guest' | null,
  method: string,
  path: string,
  body?: unknown,
  headers = {},
): Promise<Said> {
  const token = who === null ? null : await tokenOf(who === 'guest' ? it.guest : it.people[who].client)
  const answer = await fetch(`${it.backend.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: it.backend.publishableKey,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      'accept-profile': 'data',
      'content-profile': 'data',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return {
    status: answer.status,
    text: await answer.text(),
    range: answer.headers.get('content-range') ?? '',
  }
}

test.each(['id', 'ver', 'created_at', 'created_by', 'changed_at', 'changed_by'])(
  'an editor cannot set %s',
  async (column) => {
    const value = column === 'ver' ? 99 : column.endsWith('_at') ? '2000-01-01' : fresh()
    const one = `${it.relation}?id=eq.${it.record}`
    expect((await send('editor', 'PATCH', one, { [column]: value })).status).toBe(403)
    // Only the id of a new record is its maker's to choose.
    const made = await send('editor', 'POST', plain.relation, { title: 'x', [column]: value })
    expect(made.status).toBe(column === 'id' ? 201 : 403)
  },
)

test('attachment cells are written by calls alone', async () => {
  for (const value of [[], [it.attachment], null]) {
    const body = { [it.columns['Files']!]: value }
    expect((await send('editor', 'PATCH', `${it.relation}?id=eq.${it.record}`, body)).status).toBe(403)
    expect((await send('editor', 'POST', it.relation, body)).status).toBe(403)
  }
})

test('nobody writes without a filter or moves a record by an upsert', async () => {
  const before = await fingerprint(it)
  const merge = { prefer: 'resolution=merge-duplicates' }
  expect((await send('editor', 'PATCH', it.relation, { title: 'gone' })).status).toBe(400)
  expect((await send('editor', 'DELETE', it.relation)).status).toBe(400)
  expect((await send('editor', 'DELETE', `${it.relation}?limit=1`)).status).toBe(400)
  expect(
    (await send('editor', 'POST', `${it.relation}?on_conflict=id`, { id: it.record, title: 'x' }, merge))
      .status,
  ).toBe(403)
  expect(await fingerprint(it)).toBe(before)
})

test('no header opens another schema', async () => {
  const schemas = [
    'auth',
    'storage',
    'realtime',
    'plinth_private',
    'pg_catalog',
    'information_schema',
    'extensions',
    'DATA',
    'data"',
    '',
  ]
  for (const schema of schemas) {
    for (const path of [
      'objects',
      'users',
      'messages',
      'invitation',
      'mutation',
      'change_log',
      'pg_class',
      'rpc/pg_sleep',
    ]) {
      const { status, text } = await send('owner', 'GET', `${path}?select=*`, undefined, {
        'accept-profile': schema,
      })
      expect([schema, path, status, text.includes('PGRST106')]).toEqual([schema, path, 406, true])
    }
  }
})

test('strangers get no value, no row and no exact count in any form of answer', async () => {
  const forms = [
    {},
    { accept: 'text/csv' },
    { accept: 'application/vnd.pgrst.object+json' },
    { prefer: 'count=exact' },
    { prefer: 'count=estimated' },
    { range: '0-10', 'range-unit': 'items' },
    { prefer: 'handling=lenient,tx=rollback' },
  ]
  const paths = [
    '',
    '?select=*',
    '?select=title::text',
    `?title=eq.${SECRET}`,
    '?or=(title.is.null,title.not.is.null)',
    '?select=title::int',
    '?order=title.desc&limit=1',
    '?not.and=(id.is.null)',
    '?select=count()',
    '?select=t:title,title->a',
  ]
  const leaks: string[] = []
  for (const who of ['outsider', 'member', 'guest', null] as const) {
    for (const form of forms) {
      for (const path of paths) {
        const { status, text, range } = await send(who, 'GET', `${it.relation}${path}`, undefined, form)
        const isBare = status >= 400 || ['[]', '', 'null'].includes(text.trim()) || isHeaderLine(text, form)
        const isSilent = /^(|\*\/[*0])$/.test(range) && !text.replaceAll(`eq.${SECRET}`, '').includes(SECRET)
        if (!isBare || !isSilent)
          leaks.push(`${who} ${path} ${JSON.stringify(form)} ${status} ${range} ${text}`)
      }
    }
  }
  expect(leaks).toEqual([])
})

/** A CSV without rows is its first line. */
const isHeaderLine = (text: string, form: { accept?: string }) =>
  form.accept === 'text/csv' && !text.trimEnd().includes('\n')

test('embeds across tables stop where the rights stop', async () => {
  const plinth = { 'accept-profile': 'plinth' }
  const deep =
    'workspace?select=*,workspace_member(*,profile(*)),base(*,base_member(*),table(*,field(*)),attachment(*))'
  expect((await send('outsider', 'GET', deep, undefined, plinth)).text).toBe('[]')
  const member = JSON.parse((await send('member', 'GET', deep, undefined, plinth)).text) as {
    base: unknown[]
  }[]
  expect(member.map(({ base }) => base)).toEqual([[]])
})

test('violations do not tell a row', async () => {
  const bad = await send('editor', 'PATCH', `${it.relation}?id=eq.${it.record}`, { mail: 'nope' })
  expect([bad.status, bad.text.includes(SECRET), bad.text.includes('Failing row')]).toEqual([
    400,
    false,
    false,
  ])
  for (const body of [{ id: it.record }, { id: it.record, mail: 'nope' }, { kind: 'zz' }]) {
    const stranger = await send('outsider', 'POST', it.relation, body)
    expect([stranger.status, stranger.text.includes('row-level security')]).toEqual([403, true])
  }
})

test('GET changes nothing, even where the call would be allowed', async () => {
  const before = await fingerprint(it)
  const args = `workspace=${it.workspace}`
  for (const path of [
    `rpc/leave_workspace?${args}`,
    `rpc/rename_workspace?${args}&name=x`,
    'rpc/my_session',
  ]) {
    expect((await send('owner', 'GET', path, undefined, { 'accept-profile': 'plinth' })).status).toBe(405)
  }
  expect(await fingerprint(it)).toBe(before)
})
