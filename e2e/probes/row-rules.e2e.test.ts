/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** A person with a row rule, on every surface of a project: what the rule hides is hidden in rows, counts, events and errors. */
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  attach,
  call,
  done,
  fresh,
  furnish,
  type Installation,
  mutate,
  SECRET,
  tokenOf,
} from './furnished.ts'

let it: Installation
/** Guest of the workspace; the custom role reaches the records of kind "First". */
let ruled: SupabaseClient
let role = ''
let open = ''
let openFile: { id: string; key: string }

beforeAll(async () => {
  it = await furnish()
  const person = await it.backend.createUser('ruled@example.org', { name: 'Ruled' })
  ruled = person.client
  role = fresh()
  const creator = it.people.creator.client
  await done(creator, 'save_role', { base: it.base, role, changes: { name: 'First only' } })
  const kind = it.fields['Kind']!
  const rule = { call: '=', args: [{ field: kind }, { option: 'a', field: kind }] }
  for (const action of ['read', 'create', 'update', 'delete']) {
    await done(creator, 'set_grant', { role, table: it.table, action, scope: 'rules', rule })
  }
  const invitation = { workspace: it.workspace, role: 'guest', base: it.base, base_role: null, email: null }
  const { token } = await done<{ token: string }>(it.people.owner.client, 'create_invitation', {
    ...invitation,
    custom_role: role,
  })
  await done(ruled, 'accept_invitation', { token })
  open = fresh()
  const values = { [it.fields['Title']!]: 'open letter', [kind]: 'a', [it.fields['Count']!]: 1 }
  await mutate(creator, { kind: 'insert', table: it.table, record: open, values })
  openFile = await attach(ruled, { table: it.table, record: open, field: it.fields['Files']! }, 'open file')
})

afterAll(() => it?.backend.stop())

async function rest(path: string, init: { method?: string; body?: unknown; headers?: object } = {}) {
  const answer = await fetch(`${it.backend.url}/rest/v1/${path}`, {
    method: init.method ?? 'GET',
    headers: {
      apikey: it.backend.publishableKey,
      authorization: `Bearer ${await tokenOf(ruled)}`,
      'content-type': 'application/json',
      'accept-profile': 'data',
      'content-profile': 'data',
      ...init.headers,
    },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  })
  return {
    status: answer.status,
    text: await answer.text(),
    range: answer.headers.get('content-range') ?? '',
  }
}

describe('table routes', () => {
  test.each([
    '?select=id,title',
    '?select=*&order=title.desc',
    '?select=id&order=count.asc.nullslast&limit=5',
    '?select=id&or=(title.is.null,title.not.is.null)',
    `?select=id&id=in.(${'ID'},OPEN)`,
    '?select=id&kind=not.eq.b',
    '?select=id&not.and=(id.is.null)',
  ])('%s answers the one record in reach', async (path) => {
    const answer = await rest(`${it.relation}${path.replace('ID', it.record).replace('OPEN', open)}`)
    const rows = JSON.parse(answer.text) as { id: string }[]
    expect([path, rows.map(({ id }) => id)]).toEqual([path, [open]])
    expect(answer.text).not.toContain(SECRET)
  })

  test.each([
    '?select=id&title=eq.SECRET',
    '?select=id&title=like.the-secret*',
    '?select=id&count=gt.1',
    '?select=id&kind=is.null',
    '?select=id&offset=1',
    '?select=title::int&title=eq.SECRET',
  ])('%s finds nothing', async (path) => {
    const answer = await rest(`${it.relation}${path.replace('SECRET', SECRET)}`)
    expect([path, answer.text]).toEqual([path, '[]'])
  })

  test('counts count the record in reach', async () => {
    for (const form of ['exact', 'estimated']) {
      const headers = { prefer: `count=${form}` }
      const answer = await rest(`${it.relation}?select=id`, { method: 'HEAD', headers })
      expect([form, answer.range]).toEqual([form, '0-0/1'])
    }
  })

  test('writes change the record in reach alone, and say nothing of others', async () => {
    const hidden = `${it.relation}?id=eq.${it.record}`
    const body = { notes: 'overwritten' }
    const headers = { prefer: 'return=representation' }
    expect((await rest(hidden, { method: 'PATCH', body, headers })).text).toBe('[]')
    expect((await rest(hidden, { method: 'DELETE', headers })).text).toBe('[]')
    const wide = await rest(`${it.relation}?id=not.is.null`, { method: 'PATCH', body, headers })
    expect((JSON.parse(wide.text) as { id: string }[]).map(({ id }) => id)).toEqual([open])
    for (const values of [{ kind: 'b' }, { kind: null }]) {
      const left = await rest(`${it.relation}?id=eq.${open}`, { method: 'PATCH', body: values, headers })
      expect([left.status, left.text.includes('open letter')]).toEqual([403, false])
    }
    const made = await rest(it.relation, { method: 'POST', body: { kind: 'b', title: 'my words' } })
    expect([made.status, made.text.includes('my words')]).toEqual([403, false])
    const upsert = await rest(`${it.relation}?on_conflict=id`, {
      method: 'POST',
      body: { id: it.record, kind: 'a', title: 'x' },
      headers: { prefer: 'resolution=merge-duplicates,return=representation' },
    })
    expect([upsert.status >= 400, upsert.text.includes(SECRET)]).toEqual([true, false])
    const [row] = await it.backend.sql.unsafe(
      `select title, notes from data.${it.relation} where id = '${it.record}'`,
    )
    expect(row).toMatchObject({ title: SECRET, notes: null })
  })

  test('embeds of metadata show what this person may see', async () => {
    const deep =
      'base?select=id,table(id,field(id)),base_member(user_id),role(name,role_grant(rule)),attachment(id)'
    const answer = await rest(deep, { headers: { 'accept-profile': 'plinth' } })
    const [base] = JSON.parse(answer.text) as {
      attachment: { id: string }[]
      role: { role_grant: unknown[] }[]
    }[]
    expect(base!.attachment.map(({ id }) => id)).toEqual([openFile.id])
    expect(base!.role.flatMap((one) => one.role_grant)).toEqual([])
  })
})

describe('calls', () => {
  const query = () => ({ table: it.table, sorts: [{ field: it.fields['Title']!, direction: 'desc' }] })

  test('answer the record in reach', async () => {
    const window = { query: query(), anchor: null, direction: 'forward', skip: 0, take: 100 }
    const answers = await Promise.all([
      call(ruled, 'rows_window', window),
      call(ruled, 'rows_window', { ...window, direction: 'backward' }),
      call(ruled, 'rows_window', { ...window, anchor: ['zzz', it.record] }),
      call(ruled, 'rows_by_id', { query: query(), ids: [it.record, open] }),
      call(ruled, 'view_anchors', { query: query(), step: 100 }),
      call(ruled, 'find_in_view', { query: query(), text: 'e', after: null, direction: 'forward', take: 50 }),
    ])
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.text).not.toContain(SECRET)
      expect(answer.text).not.toContain(it.record)
      expect(answer.text).toContain(open)
    }
    for (const exact of [true, false]) {
      const stats = await call(ruled, 'view_stats', { query: query(), exact })
      expect(stats.data).toMatchObject({ total: 1, exact: true })
    }
  })

  test('say of a hidden record exactly what they say of an absent one', async () => {
    const title = it.fields['Title']!
    const file = { id: fresh(), name: 'x.txt', mime: 'text/plain', bytes: 1, thumbnail: false }
    const ask = async (record: string, attachment: string) => {
      const said = [
        await mutate(ruled, { kind: 'delete', table: it.table, record }),
        await mutate(ruled, {
          kind: 'update',
          table: it.table,
          record,
          values: { [title]: 'x' },
          base: { [title]: SECRET },
        }),
        await call(ruled, 'begin_upload', { table: it.table, record, field: it.fields['Files'], file }),
        await call(ruled, 'remove_attachment', { attachment }),
        await call(ruled, 'finish_upload', { attachment }),
        await call(ruled, 'explain_access', {
          table: it.table,
          record,
          person: (await ruled.auth.getUser()).data.user!.id,
          action: 'read',
        }),
      ]
      return said.map((one) => JSON.stringify(one).replaceAll(/[0-9a-f-]{36}/g, '<id>'))
    }
    expect(await ask(it.record, it.attachment)).toEqual(await ask(fresh(), fresh()))
  })

  test('refuse with the name of the table and the action, never a value', async () => {
    const values = { [it.fields['Kind']!]: 'b' }
    const made = await mutate(ruled, { kind: 'insert', table: it.table, record: fresh(), values })
    expect(made.error).toMatchObject({ code: 'rule_refused', details: { table: it.table, action: 'create' } })
    const base = { [it.fields['Kind']!]: 'a' }
    const left = await mutate(ruled, { kind: 'update', table: it.table, record: open, values, base })
    expect(left.error).toMatchObject({ code: 'rule_left', details: { table: it.table, action: 'update' } })
  })
})

describe('storage', () => {
  test('gives the file of the record in reach alone', async () => {
    const bucket = ruled.storage.from('plinth')
    expect(await (await bucket.download(openFile.key)).data!.text()).toBe('open file')
    expect((await bucket.download(it.key)).data).toBeNull()
    expect((await bucket.createSignedUrl(it.key, 60)).data).toBeNull()
    expect((await bucket.remove([it.key])).data).toEqual([])
    // The queue of removed files does not show what the record hid.
    await done(it.people.editor.client, 'remove_attachment', { attachment: it.attachment })
    expect((await bucket.download(it.key)).data).toBeNull()
    expect((await bucket.remove([it.key])).data).toEqual([])
  })
})

describe('realtime', () => {
  /** Joins, does `work`, and answers the events that came in the time. */
  async function heard(
    topic: string,
    work: (events: readonly unknown[]) => Promise<unknown>,
  ): Promise<unknown[] | 'refused'> {
    await ruled.realtime.setAuth(await tokenOf(ruled))
    const channel = ruled.channel(topic, { config: { private: true } })
    const events: unknown[] = []
    const isIn = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), 5_000)
      channel.on('broadcast', { event: '*' }, ({ payload }) => events.push(payload))
      channel.subscribe((status) => {
        if (status === 'SUBSCRIBED' || status === 'CHANNEL_ERROR') {
          clearTimeout(timer)
          resolve(status === 'SUBSCRIBED')
        }
      })
    })
    if (!isIn) return 'refused'
    await work(events)
    await new Promise((resolve) => setTimeout(resolve, 700))
    await ruled.removeChannel(channel)
    return events
  }
  const change = () =>
    mutate(it.people.editor.client, {
      kind: 'insert',
      table: it.table,
      record: fresh(),
      values: { [it.fields['Title']!]: 'hidden' },
    })

  test('tells that something changed, and neither which records nor how many', async () => {
    const events = (await heard(`table:${it.table}:${await it.epoch()}`, change)) as Record<string, unknown>[]
    expect(events.length).toBeGreaterThan(0)
    // What was committed while the topic was joined may come too. The service adds an id of its own.
    for (const { id: _, ...event } of events) {
      expect(event).toEqual({ op: 'bulk', seq: expect.stringMatching(/^\d+$/) })
    }
  })

  test('falls silent with a grant that is lowered, and refuses to join again', async () => {
    let heardBefore = 0
    const lower = async (events: readonly unknown[]) => {
      const grant = { role, table: it.table, action: 'read', scope: 'none', rule: null }
      await done(it.people.creator.client, 'set_grant', grant)
      await new Promise((resolve) => setTimeout(resolve, 500))
      heardBefore = events.length
      await change()
    }
    const all = await heard(`table:${it.table}:${await it.epoch()}`, lower)
    expect(all).toHaveLength(heardBefore)
    expect(await heard(`table:${it.table}:${await it.epoch()}`, change)).toBe('refused')
    const schema = await done<{ tables: unknown[] }>(ruled, 'base_schema', { base: it.base })
    expect(schema.tables).toEqual([])
  })
})
