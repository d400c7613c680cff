/** Webhooks: through pg_net as it is documented, signed, and only where the project has it. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AutomationLab, automationLab, set } from './automation-lab.ts'
import { type Harness, type Json, refusalOf, startWorld, type World } from './harness.ts'

let h: Harness
let world: World
let lab: AutomationLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await automationLab(h, world)
})
afterAll(() => h?.db.stop())

const url = 'https://hooks.example.org/in?x=1'
const hook = (more: Record<string, Json> = {}): Json => ({
  kind: 'webhook',
  url,
  fields: [lab.task('Title'), lab.task('At')],
  ...more,
})
/** What pg_net documents: a function that queues a request and a table of answers. */
const install = () =>
  h.db.sql.unsafe(`
    create schema net;
    create table net.request (id bigserial primary key, url text, body text, headers jsonb, timeout int);
    create table net._http_response (id bigint, status_code int, content_type text, headers jsonb, content text, timed_out bool, error_msg text,
      created timestamptz default now());
    create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
      headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds int default 5000) returns bigint language sql
      as $$ insert into net.request (url, body, headers, timeout) values ($1, $2::text, $4, $5) returning id $$`)
const requests = () =>
  h.db.sql<{ id: string; url: string; body: string; headers: Record<string, string> }[]>`
    select * from net.request order by id`

test('are refused without pg_net, and stop when it goes', async () => {
  const made = () => lab.automate({ kind: 'created' }, [hook()])
  expect(await refusalOf(made())).toBe('webhooks_unavailable')
  const other = await lab.automate({ kind: 'created' }, [set(lab.task('Count'), 1)])
  const draft = lab.draft({ kind: 'created' }, [hook()])
  const task = await lab.make({ Title: 'tried' })
  for (const [call, args] of [
    ['update_automation', { automation: other, draft }],
    ['dry_run_automation', { automation: null, draft, record: task }],
  ] as const)
    expect([call, await refusalOf(h.rpc(world.creator, call, args))]).toEqual([call, 'webhooks_unavailable'])
  await h.rpc(world.creator, 'delete_automation', { automation: other })
  await install()
  const id = await made()
  await h.db.sql.unsafe('drop schema net cascade')
  const record = await lab.make({ Title: 'x' })
  expect((await lab.runs(id))[0]).toMatchObject({
    record,
    outcome: 'failed',
    error: { code: 'webhooks_unavailable' },
  })
  await h.rpc(world.creator, 'update_base', { base: world.base, changes: { timeZone: 'Asia/Tokyo' } })
  expect(await lab.automation(id)).toMatchObject({ stopped: 'webhooks_unavailable' })
  await h.rpc(world.creator, 'delete_automation', { automation: id })
})

test('say what their maker asked for, signed by the automation’s secret', async () => {
  await install()
  const id = await lab.automate({ kind: 'created' }, [set(lab.task('Count'), 1), hook()], { name: 'Calls' })
  const record = await lab.make({ Title: 'Größe "1"', At: '2026-01-02T03:04:05Z', Price: 7 })
  const [sent] = await requests()
  expect(sent!.url).toBe(url)
  const body = JSON.parse(sent!.body) as Record<string, Json>
  expect(body).toMatchObject({
    automation: { id, name: 'Calls' },
    base: world.base,
    table: lab.tasks.id,
    record,
    trigger: 'created',
    values: { [lab.task('Title')]: 'Größe "1"', [lab.task('At')]: '2026-01-02T03:04:05.000Z' },
  })
  expect(Object.keys(body['values'] as object)).toHaveLength(2)
  const secret = await h.rpc<string>(world.creator, 'automation_secret', { automation: id, renew: false })
  const signature = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(sent!.headers['x-plinth-signature']!)!
  expect(signature[2]).toBe(
    createHmac('sha256', secret).update(`${signature[1]}.${sent!.body}`).digest('hex'),
  )
  expect(Math.abs(Number(signature[1]) - Date.now() / 1000)).toBeLessThan(120)
  const [run] = await lab.runs(id)
  expect(sent!.headers).toMatchObject({ 'x-plinth-delivery': run!.id, 'content-type': 'application/json' })
  expect(run!.webhooks).toEqual([{ status: null, isFailed: false }])
  await h.db.sql`insert into net._http_response (id, status_code, timed_out) values (${sent!.id}, 503, false)`
  expect((await lab.runs(id))[0]!.webhooks).toEqual([{ status: 503, isFailed: true }])
  const renewed = await h.rpc<string>(world.owner, 'automation_secret', { automation: id, renew: true })
  expect(renewed).toMatch(/^[0-9a-f]{64}$/)
  expect(renewed).not.toBe(secret)
})

test('are not sent by runs that are refused, nor by dry ones', async () => {
  const before = (await requests()).length
  const draft = lab.draft({ kind: 'created' }, [set(lab.task('Owner'), world.outsider.id), hook()])
  const id = await lab.automate(draft['trigger']!, draft['actions'] as Json[])
  const other = await lab.runs(id)
  expect(other).toEqual([])
  await h.db.sql`update plinth_private.automation set is_paused = true where id <> ${id}`
  const record = await lab.make({ Title: 'x' })
  expect((await lab.runs(id))[0]).toMatchObject({ outcome: 'failed' })
  const dry = await h.rpc<{ steps: { payload?: string }[] }>(world.creator, 'dry_run_automation', {
    automation: null,
    draft: lab.draft({ kind: 'created' }, [hook()]),
    record,
  })
  expect(JSON.parse(dry.steps[0]!.payload!)).toMatchObject({ values: { [lab.task('Title')]: 'x' } })
  expect((await requests()).length).toBe(before)
})

test.each([
  'http://example.org',
  'https://localhost/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://10.0.0.1',
  'https://intranet/x',
  'https://db.internal/x',
  'https://user:pass@example.org/',
  'https://example.org/ä',
  'https://example.org/a b',
  'https://2130706433/',
  `https://example.org/${'x'.repeat(2000)}`,
  'ftp://example.org',
  '',
])('are not sent to %s', async (address) => {
  expect(await refusalOf(lab.automate({ kind: 'created' }, [hook({ url: address })]))).toBe('invalid_input')
})

test.each(['https://example.org', 'https://a.b-c.example.org:8443/x?y=%20#z'])(
  'are sent to %s',
  async (address) => {
    const id = await lab.automate({ kind: 'created' }, [hook({ url: address })])
    expect(await lab.automation(id)).toMatchObject({ actions: [{ url: address }], stopped: null })
    await h.rpc(world.creator, 'delete_automation', { automation: id })
  },
)
