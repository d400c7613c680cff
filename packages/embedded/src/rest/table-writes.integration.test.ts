import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestBackend, type TestBackend } from '../testing.ts'
import { LIBRARY_ROWS, LIBRARY_SCHEMA } from './testing-library.ts'

let backend: TestBackend
let client: SupabaseClient

beforeAll(async () => {
  backend = await startTestBackend({ migrations: false })
  await backend.sql.unsafe(LIBRARY_SCHEMA).simple()
  client = (await backend.createUser('reader@example.org', { name: 'Reader' })).client
})
afterAll(() => backend.stop())
beforeEach(async () => {
  await backend.sql.unsafe(LIBRARY_ROWS).simple()
})

describe('writing tables', () => {
  it('inserts one and many, returning only on demand', async () => {
    expect(await client.from('label').insert({ id: 3, name: 'green' })).toMatchObject({
      status: 201,
      data: null,
    })
    const many = await client
      .from('label')
      .insert([{ id: 4, name: 'a' }, { id: 5 }], { count: 'exact' })
      .select('id,name')
    expect(many).toMatchObject({
      status: 201,
      count: 2,
      data: [
        { id: 4, name: 'a' },
        { id: 5, name: null },
      ],
    })
  })

  it('fills defaults for missing columns on demand', async () => {
    const rows = [{ price: 1, name: 'x' }, { price: 2 }]
    const plain = await client.from('author').insert(rows)
    expect(plain.error?.code).toBe('23502')
    const filled = await client.from('author').insert(rows, { defaultToNull: false }).select('name, price')
    expect(filled.data).toEqual([
      { name: 'x', price: 1 },
      { name: 'nobody', price: 2 },
    ])
  })

  it('keeps JSON as it was sent', async () => {
    for (const value of ['text', 5, null, [1, { a: 'b' }], { deep: { er: '"quoted"' } }, true]) {
      const { data, error } = await client
        .from('author')
        .insert({ name: 'j', data: value })
        .select('data')
        .single()
      expect(error).toBeNull()
      expect(data).toEqual({ data: value })
    }
  })

  it('updates and deletes what the filter finds', async () => {
    const changed = await client.from('label').update({ name: 'crimson' }).eq('id', 1).select()
    expect(changed).toMatchObject({ status: 200, data: [{ id: 1, name: 'crimson' }] })
    await client.from('label').insert({ id: 9, name: 'old' })
    expect(await client.from('label').delete({ count: 'exact' }).eq('id', 9)).toMatchObject({
      status: 204,
      count: 1,
    })
  })

  it('returns embeds of written rows', async () => {
    const { data } = await client
      .from('book')
      .update({ author_id: 3 })
      .eq('id', 4)
      .select('id, author_id(name)')
      .single()
    expect(data).toEqual({ id: 4, author_id: { name: 'Çem' } })
  })

  it('refuses writes without a filter', async () => {
    const update = await client.from('label').update({ name: 'all' })
    expect(update).toMatchObject({
      status: 400,
      error: { code: '21000', message: 'UPDATE requires a WHERE clause' },
    })
    const remove = await client.from('label').delete()
    expect(remove).toMatchObject({
      status: 400,
      error: { code: '21000', message: 'DELETE requires a WHERE clause' },
    })
    expect((await client.from('label').select()).data).toHaveLength(2)
  })

  it('upserts by key, by a unique column, and ignoring', async () => {
    await client.from('label').upsert([
      { id: 1, name: 'scarlet' },
      { id: 7, name: 'new' },
    ])
    await client.from('label').upsert({ id: 7, name: 'new' }, { onConflict: 'name' }).throwOnError()
    await client.from('label').upsert({ id: 7, name: 'ignored' }, { ignoreDuplicates: true })
    const { data } = await client.from('label').select().order('id')
    expect(data).toEqual([
      { id: 1, name: 'scarlet' },
      { id: 2, name: 'blue' },
      { id: 7, name: 'new' },
    ])
  })

  it('limits neither reads nor inserts by how much may be affected', async () => {
    const headers = {
      apikey: backend.secretKey,
      prefer: 'handling=strict, max-affected=0',
      'content-type': 'application/json',
    }
    await backend.sql`grant all on public.label to service_role`
    const url = `${backend.url}/rest/v1/label`
    expect((await fetch(url, { headers })).status).toBe(200)
    const body = '[{"id": 77}, {"id": 78}]'
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(201)
    expect((await fetch(`${url}?id=gt.76`, { method: 'DELETE', headers })).status).toBe(400)
  })

  it('undoes a write of more rows than allowed, and one whose single row is not single', async () => {
    const many = await client.from('label').update({ name: null }).gt('id', 0).maxAffected(1)
    expect(many).toMatchObject({ status: 400, error: { code: 'PGRST124' } })
    const single = await client.from('label').update({ name: null }).gt('id', 0).select().single()
    expect(single).toMatchObject({
      status: 406,
      error: { code: 'PGRST116', details: 'The result contains 2 rows' },
    })
    expect((await client.from('label').select().not('name', 'is', null)).data).toHaveLength(2)
  })

  it('names unknown columns and constraint failures as PostgREST does', async () => {
    expect(await client.from('label').insert({ id: 3, nope: 1 })).toMatchObject({
      status: 400,
      error: { code: 'PGRST204' },
    })
    expect(await client.from('label').insert({ id: 1 })).toMatchObject({
      status: 409,
      error: { code: '23505' },
    })
    expect(await client.from('book').insert({ id: 9, author_id: 99 })).toMatchObject({
      status: 409,
      error: { code: '23503' },
    })
    expect(await client.from('author').insert({ born: 'never' })).toMatchObject({
      status: 400,
      error: { code: '22007' },
    })
  })
})

describe('rights', () => {
  it('applies policies to each caller', async () => {
    const other = await backend.createUser(`other-${Date.now()}@example.org`)
    await client.from('private_note').insert({ id: 1, text: 'mine' }).throwOnError()
    expect((await client.from('private_note').select('text')).data).toEqual([{ text: 'mine' }])
    expect((await other.client.from('private_note').select('text')).data).toEqual([])
    expect((await other.client.from('private_note').delete({ count: 'exact' }).eq('id', 1)).count).toBe(0)
    const forged = await other.client
      .from('private_note')
      .insert({ id: 2, owner: (await client.auth.getUser()).data.user?.id })
    expect(forged).toMatchObject({ status: 403, error: { code: '42501' } })
  })

  it('refuses what is granted to nobody, telling signed-in from anonymous', async () => {
    await backend.sql`create table if not exists public.ungranted (a int)`
    expect(await client.from('ungranted').select()).toMatchObject({ status: 403, error: { code: '42501' } })
    expect(await backend.anonymous().from('ungranted').select()).toMatchObject({ status: 401 })
    expect(await backend.anonymous().from('label').select()).toMatchObject({ status: 200, data: [] })
  })

  it('knows only exposed schemas, and absent tables without hints', async () => {
    expect(await client.schema('auth').from('users').select()).toMatchObject({
      status: 406,
      error: { code: 'PGRST106' },
    })
    const absent = await client.from('autor').select()
    expect(absent).toMatchObject({ status: 404, error: { code: 'PGRST205', hint: null, details: null } })
  })

  it('hints at no name that is like the one asked for', async () => {
    const { error, status } = await client.from('author').select('nam')
    expect({ status, code: error?.code, hint: error?.hint }).toEqual({
      status: 400,
      code: '42703',
      hint: null,
    })
  })

  it('describes no schema at the root', async () => {
    const root = await fetch(`${backend.url}/rest/v1/`, { headers: { apikey: backend.publishableKey } })
    expect(root.status).toBe(404)
    expect(await root.text()).not.toContain('author')
  })

  it('serves a table at once after it was made', async () => {
    await backend.sql
      .unsafe(
        'create table public.newborn (id int); grant select on public.newborn to authenticated; insert into public.newborn values (1)',
      )
      .simple()
    expect((await client.from('newborn').select()).data).toEqual([{ id: 1 }])
    await backend.sql`drop table public.newborn`
    await expect.poll(async () => (await client.from('newborn').select()).status).toBe(404)
  })

  it('exposes another schema after the role’s setting changed', async () => {
    await backend.sql
      .unsafe(`
      create schema extra; grant usage on schema extra to authenticated;
      create table extra.thing (id int); grant select on extra.thing to authenticated;
      alter role authenticator set pgrst.db_schemas = 'public, extra';
      notify pgrst, 'reload config'`)
      .simple()
    await expect.poll(async () => (await client.schema('extra').from('thing').select()).status).toBe(200)
  })
})
