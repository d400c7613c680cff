import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestBackend, type TestBackend } from '../testing.ts'

let backend: TestBackend
let client: SupabaseClient
let userId: string

const FUNCTIONS = `
create table public.item (id int primary key, name text, parent int references public.item);
insert into public.item values (1, 'a', null), (2, 'b', 1), (3, 'c', 1);
grant select, insert on public.item to authenticated;
create function public.echo_json(value jsonb) returns jsonb language sql stable as $$ select value $$;
create function public.kind_of(value jsonb) returns text language sql stable as $$ select jsonb_typeof(value) $$;
create function public.add(a int, b int default 10) returns int language sql immutable as $$ select a + b $$;
create function public.sum_of(list int[]) returns int language sql immutable as $$ select sum(n)::int from unnest(list) n $$;
create function public.whoami() returns jsonb language sql stable as $$
  select jsonb_build_object('uid', auth.uid(), 'role', current_user, 'claim', auth.role(),
    'method', current_setting('request.method'), 'path', current_setting('request.path'),
    'agent', current_setting('request.headers')::json->>'x-client-info' is not null,
    'timeout', current_setting('statement_timeout')) $$;
create function public.all_items() returns setof public.item language sql stable as $$ select * from public.item $$;
create function public.one_item(wanted int) returns public.item language sql stable as $$ select * from public.item where id = wanted $$;
create function public.pairs() returns table (a int, b text) language sql stable as $$ values (1, 'x'), (2, 'y') $$;
create function public.column_of_one() returns table (only_column int) language sql stable as $$ values (1), (2) $$;
create function public.numbers() returns setof int language sql stable as $$ values (1), (2) $$;
create function public.up_to(last int) returns setof int language sql stable as $$ select generate_series(1, last) $$;
create function public.outs(out a int, out b timestamptz) language sql stable as $$ select 1, '2026-01-02T03:04:05.678Z'::timestamptz $$;
create function public.nothing() returns void language sql volatile as $$ insert into public.item values (99, 'made', null) on conflict do nothing $$;
create function public.null_json() returns jsonb language sql stable as $$ select null::jsonb $$;
create function public.raise_it(state text, details text) returns int language plpgsql as $$
  begin raise exception using errcode = state, message = 'not_found', detail = details, hint = 'h'; end $$;
create function public.write_when_stable() returns void language plpgsql stable as $$ begin insert into public.item values (50, 'x', null); end $$;
create function public.sleepy() returns int language plpgsql set statement_timeout = '150ms' as $$ begin perform pg_sleep(2); return 1; end $$;
create function public.nap() returns text language sql volatile as $$ select pg_sleep(0.1)::text || 'slept' $$;
create function public.patient() returns text language sql stable set statement_timeout = '27s' as $$ select current_setting('statement_timeout') $$;
create function public.wipe() returns void language sql security definer as $$ delete from public.item $$;
create function public.wipe_indirectly() returns void language plpgsql security definer as $$ begin perform public.wipe(); end $$;
create function public.status_and_header() returns text language plpgsql as $$ begin
  perform set_config('response.status', '202', true), set_config('response.headers', '[{"X-Made": "yes"}]', true); return 'ok'; end $$;
create function public.whole_body(jsonb) returns jsonb language sql stable as $$ select jsonb_build_object('got', $1) $$;
create function public.overloaded(a int) returns text language sql stable as $$ select 'int' $$;
create function public.overloaded(a int, b text) returns text language sql stable as $$ select 'int, text' $$;
create function public.many(variadic list text[]) returns text language sql stable as $$ select array_to_string(list, '+') $$;
create function public.large() returns jsonb language sql stable as $$ select jsonb_agg(repeat('x', 50)) from generate_series(1, 1000) $$;
create schema side; grant usage on schema side to authenticated;
create function side.path() returns text language sql stable as $$ select current_setting('search_path') $$;
alter role authenticator set pgrst.db_schemas = 'public, side';
notify pgrst, 'reload config';
create function public.secret() returns int language sql as $$ select 1 $$;
revoke execute on function public.secret() from public;
`

beforeAll(async () => {
  backend = await startTestBackend({ migrations: false })
  await backend.sql.unsafe(FUNCTIONS).simple()
  const user = await backend.createUser('caller@example.org')
  client = user.client
  userId = user.id
})
afterAll(() => backend.stop())

const call = async (name: string, args?: object, options?: { get?: boolean; head?: boolean }) => {
  const { data, error, status } = await client.rpc(name, args, options)
  return { data, code: error?.code, status }
}

describe('calling functions', () => {
  it.each([{ a: [1, { b: 'c' }] }, 'a "text"', '{"looks": "like json"}', 5, 1.5, true, [1, 'two'], null])(
    'passes the JSON argument %j and gives it back unchanged',
    async (value) => {
      expect((await call('echo_json', { value })).data).toEqual(value)
    },
  )

  it('does not encode JSON arguments twice', async () => {
    expect((await call('kind_of', { value: { a: 1 } })).data).toBe('object')
    expect((await call('kind_of', { value: 'text' })).data).toBe('string')
  })

  it('fills defaults, takes arrays, and finds the overload by names', async () => {
    expect((await call('add', { a: 1 })).data).toBe(11)
    expect((await call('add', { b: 2, a: 1 })).data).toBe(3)
    expect((await call('sum_of', { list: [1, 2, 3] })).data).toBe(6)
    expect((await call('overloaded', { a: 1 })).data).toBe('int')
    expect((await call('overloaded', { a: 1, b: 'x' })).data).toBe('int, text')
    expect((await call('many', { list: ['a', 'b'] })).data).toBe('a+b')
  })

  it('gives the whole body to a function of one unnamed parameter', async () => {
    expect((await call('whole_body', { any: ['thing'] })).data).toEqual({ got: { any: ['thing'] } })
  })

  it('tells the database who calls and how', async () => {
    expect((await call('whoami')).data).toEqual({
      uid: userId,
      role: 'authenticated',
      claim: 'authenticated',
      method: 'POST',
      path: '/rpc/whoami',
      agent: true,
      timeout: '8s',
    })
    const { data } = await backend.anonymous().rpc('whoami')
    expect(data).toMatchObject({ uid: null, role: 'anon', timeout: '3s' })
    expect((await backend.service().rpc('whoami')).data).toMatchObject({ role: 'service_role' })
  })

  it('looks for names in the requested schema first', async () => {
    await expect
      .poll(async () => (await client.schema('side').rpc('path')).data)
      .toBe('"side", "public", "extensions"')
    expect((await client.schema('public').rpc('whoami')).status).toBe(200)
    expect((await client.schema('side').rpc('whoami')).error?.code).toBe('PGRST202')
  })

  it.each([
    [
      'all_items',
      {},
      [
        { id: 1, name: 'a', parent: null },
        { id: 2, name: 'b', parent: 1 },
        { id: 3, name: 'c', parent: 1 },
      ],
    ],
    [
      'pairs',
      {},
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
    ],
    ['column_of_one', {}, [{ only_column: 1 }, { only_column: 2 }]],
    ['numbers', {}, [1, 2]],
    ['outs', {}, { a: 1, b: '2026-01-02T03:04:05.678+00:00' }],
    ['one_item', { wanted: 2 }, { id: 2, name: 'b', parent: 1 }],
    ['null_json', {}, null],
  ])('shapes the result of %s as PostgREST does', async (name, args, expected) => {
    const { data, status } = await call(name, args)
    expect(status).toBe(200)
    expect(data).toEqual(expected)
  })

  it('answers void with 204 and has run the function', async () => {
    expect(await call('nothing')).toEqual({ data: null, code: undefined, status: 204 })
    expect(await backend.sql`select name from public.item where id = 99`).toMatchObject([{ name: 'made' }])
    await backend.sql`delete from public.item where id = 99`
  })

  it('filters, orders, counts and embeds rows of a function', async () => {
    const { data, count } = await client
      .rpc('all_items', {}, { count: 'exact' })
      .select('id, parent(name)')
      .gt('id', 1)
      .order('id', { ascending: false })
      .limit(1)
    expect({ data, count }).toEqual({ data: [{ id: 3, parent: { name: 'a' } }], count: 2 })
  })

  it('caps, pages and counts a set of values', async () => {
    const all = await call('up_to', { last: 1_500 })
    expect([all.status, (all.data as number[]).length]).toEqual([200, 1_000])
    const page = await client.rpc('up_to', { last: 1_500 }, { count: 'exact' }).range(10, 12)
    expect(page).toMatchObject({ data: [11, 12, 13], count: 1_500, status: 206 })
    expect((await client.rpc('up_to', { last: 3 }).limit(2)).data).toEqual([1, 2])
    expect((await call('up_to', { last: 0 })).data).toEqual([])
  })

  it('serves GET with arguments and filters in the query', async () => {
    expect((await call('add', { a: 4, b: 5 }, { get: true })).data).toBe(9)
    expect((await call('sum_of', { list: [1, 2] }, { get: true })).data).toBe(3)
    const { data } = await client.rpc('all_items', {}, { get: true }).eq('name', 'b').select('id')
    expect(data).toEqual([{ id: 2 }])
  })

  it('runs what is not volatile, and every GET, without the right to write', async () => {
    expect(await call('write_when_stable')).toMatchObject({ code: '0A000' })
    expect(await call('nothing', {}, { get: true })).toMatchObject({ status: 405, code: '25006' })
  })

  it('takes status and headers that a function sets', async () => {
    const answer = await fetch(`${backend.url}/rest/v1/rpc/status_and_header`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey },
    })
    expect([answer.status, answer.headers.get('x-made'), await answer.json()]).toEqual([202, 'yes', 'ok'])
  })

  it('compresses large answers', async () => {
    const answer = await fetch(`${backend.url}/rest/v1/rpc/large`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'accept-encoding': 'gzip' },
    })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(await answer.json()).toHaveLength(1000)
  })
})

describe('refusals', () => {
  it.each([
    ['PT404', 404],
    ['PT409', 409],
    ['PT418', 418],
    ['PT101', 400],
    ['P0001', 400],
    ['23505', 409],
    ['42501', 403],
    ['55P03', 500],
    ['40001', 500],
    ['22023', 400],
  ])('maps SQLSTATE %s to status %i and passes code, message, details and hint', async (state, status) => {
    const details = '{"table":"t","rule":"r"}'
    const answer = await client.rpc('raise_it', { state, details })
    expect(answer.status).toBe(status)
    expect(answer.error).toMatchObject({ code: state, message: 'not_found', details, hint: 'h' })
  })

  it.each([204, 304])('answers without a body when a function asks for status %i', async (status) => {
    const answer = await fetch(`${backend.url}/rest/v1/rpc/raise_it`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ state: `PT${status}`, details: '' }),
    })
    expect([answer.status, await answer.text()]).toEqual([status, ''])
  })

  it('calls a value that is nested too deep a fault of the request, and names no setting', async () => {
    const deep = `{"value": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const answer = await fetch(`${backend.url}/rest/v1/rpc/echo_json`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: deep,
    })
    const body = (await answer.json()) as { code: string; hint: string | null }
    expect({ status: answer.status, code: body.code, hint: body.hint }).toEqual({
      status: 400,
      code: '54001',
      hint: null,
    })
  })

  it('refuses absent functions, arguments that do not fit, and functions without the right', async () => {
    expect(await call('absent', { a: 1 })).toMatchObject({ status: 404, code: 'PGRST202' })
    expect(await call('add', { nope: 1 })).toMatchObject({ status: 404, code: 'PGRST202' })
    expect(await call('secret')).toMatchObject({ status: 403, code: '42501' })
    const { error } = await client.rpc('ad', {})
    expect(error?.hint ?? null).toBeNull()
  })

  it('ends a call after the function’s own timeout, and grants a longer one', async () => {
    // Its two seconds are less than what every other call may take.
    expect(await call('sleepy')).toMatchObject({ code: '57014' })
    expect((await call('patient')).data).toBe('27s')
  })

  it('refuses functions that write without a filter, themselves or in what they call', async () => {
    for (const name of ['wipe', 'wipe_indirectly']) {
      expect(await call(name)).toMatchObject({ status: 400, code: '21000' })
    }
    expect((await call('all_items')).data).toHaveLength(3)
  })

  it('refuses requests without a key, with a wrong key, and with a forged or foreign token', async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`${backend.url}/rest/v1/rpc/whoami`, { method: 'POST', headers })
    const apikey = backend.publishableKey
    expect((await post({})).status).toBe(401)
    expect((await post({ apikey: 'sb_publishable_wrong' })).status).toBe(401)
    expect((await post({ apikey, authorization: 'Bearer a.b.c' })).status).toBe(401)
    expect((await post({ apikey, authorization: 'Basic eDp5' })).status).toBe(401)
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const claims = Buffer.from('{"role":"service_role"}').toString('base64url')
    expect((await post({ apikey, authorization: `Bearer ${none}.${claims}.` })).status).toBe(401)
    const { data } = await client.auth.getSession()
    const token = data.session?.access_token ?? ''
    expect((await post({ apikey, authorization: `Bearer ${token}` })).status).toBe(200)
    expect((await post({ apikey: token })).status).toBe(401)
    const [head, body, signature = ''] = token.split('.')
    const forged = `${head}.${body}.${signature.slice(0, -4)}AAAA`
    expect((await post({ apikey, authorization: `Bearer ${forged}` })).status).toBe(401)
  })

  it('refuses broken JSON', async () => {
    const answer = await fetch(`${backend.url}/rest/v1/rpc/add`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey },
      body: '{"a": ',
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'PGRST102' })
  })

  it('does not keep people waiting behind visitors', async () => {
    const headers = { apikey: backend.publishableKey }
    let left = 150
    const visits = Array.from({ length: left }, async () => {
      const response = await fetch(`${backend.url}/rest/v1/rpc/nap`, { method: 'POST', headers })
      left -= 1
      return response.status
    })
    await Promise.race(visits)
    expect((await call('add', { a: 1 })).code).toBeUndefined()
    expect(left).toBeGreaterThan(30)
    // Visitors for whom there is no room to wait are told at once.
    expect(new Set([200, 504, ...(await Promise.all(visits))]).size).toBe(2)
  })
})
