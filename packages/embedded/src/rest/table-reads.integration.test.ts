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

const ids = (data: unknown) => (data as { id: number }[] | null)?.map(({ id }) => id)

describe('reading tables', () => {
  it('gives types as JSON has them', async () => {
    const { data } = await client.from('author').select().eq('id', 1).single()
    expect(data).toEqual({
      id: 1,
      name: 'Ada',
      born: '1815-12-10',
      data: { a: { b: [1, 'two'] }, n: 5 },
      tags: ['x', 'y'],
      price: 10.5,
      boss: null,
    })
    const book = await client.from('book').select('added').eq('id', 1).single()
    expect(book.data).toEqual({ added: '2026-01-02T03:04:05+00:00' })
  })

  it('selects with aliases, casts and JSON paths', async () => {
    const { data } = await client
      .from('author')
      .select('who:name, price::text, data->a->b->>1, n:data->n')
      .eq('id', 1)
    expect(data).toEqual([{ who: 'Ada', price: '10.50', a: undefined, b: 'two', n: 5 }])
  })

  it.each([
    ['eq', (q: Query) => q.eq('name', 'Ben, "the" (2nd)'), [2]],
    ['neq', (q: Query) => q.neq('id', 2), [1, 3]],
    ['gt, lte', (q: Query) => q.gt('id', 1).lte('id', 3), [2, 3]],
    ['like', (q: Query) => q.like('name', 'B%'), [2]],
    ['ilike', (q: Query) => q.ilike('name', '%E%'), [2, 3]],
    ['is null', (q: Query) => q.is('born', null), [2]],
    ['in', (q: Query) => q.in('name', ['Ada', 'Çem', 'a,b']), [1, 3]],
    ['not in', (q: Query) => q.not('id', 'in', '(1,2)'), [3]],
    ['contains an array', (q: Query) => q.contains('tags', ['x']), [1]],
    ['contains JSON', (q: Query) => q.contains('data', { n: 5 }), [1]],
    ['overlaps', (q: Query) => q.overlaps('tags', ['y', 'z']), [1, 3]],
    ['JSON path', (q: Query) => q.eq('data->>n', '5'), [1]],
    [
      'or with and',
      (q: Query) => q.or('name.eq."Ben, \\"the\\" (2nd)",and(id.gt.2,born.not.is.null)'),
      [2, 3],
    ],
    ['match object', (q: Query) => q.match({ id: 1, name: 'Ada' }), [1]],
    ['like any', (q: Query) => q.likeAnyOf('name', ['A%', 'B%']), [1, 2]],
    ['isdistinct', (q: Query) => q.filter('boss', 'isdistinct', '1'), [1]],
    ['text that looks like SQL', (q: Query) => q.eq('name', `'; drop table author; --`), []],
  ])('filters with %s', async (_name, narrow, expected) => {
    const { data } = await narrow(client.from('author').select('id')).order('id')
    expect(ids(data)).toEqual(expected)
  })

  it('searches text', async () => {
    const { data } = await client.from('book').select('id').textSearch('words', 'cat', { config: 'english' })
    expect(ids(data)).toEqual([1])
  })

  it('orders with nulls and by JSON', async () => {
    const first = await client
      .from('author')
      .select('id')
      .order('born', { ascending: false, nullsFirst: true })
    expect(ids(first.data)).toEqual([2, 3, 1])
    const last = await client.from('author').select('id').order('born', { nullsFirst: false }).order('id')
    expect(ids(last.data)).toEqual([1, 3, 2])
    const json = await client.from('author').select('id').order('data->n', { nullsFirst: false }).order('id')
    expect(ids(json.data)).toEqual([1, 2, 3])
  })

  it.each(['exact', 'planned', 'estimated'] as const)('pages with a count that is %s', async (count) => {
    if (count === 'planned') await backend.sql`analyze public.author`
    const answer = await client.from('author').select('id', { count }).order('id').range(1, 1)
    expect(answer).toMatchObject({ data: [{ id: 2 }], count: 3, status: 206 })
  })

  it('counts no row that the policies hide, however it is asked to count', async () => {
    await backend.sql`insert into public.private_note (id, owner, text)
      select n, gen_random_uuid(), case when n % 3 = 0 then 'Paris' else 'x' || n end from generate_series(1, 3000) n`
    await backend.sql`analyze public.private_note`
    await backend.sql`grant select on public.private_note to service_role`
    for (const count of ['exact', 'planned', 'estimated'] as const) {
      for (const text of ['Paris', 'Rome']) {
        const notes = client.from('private_note').select('id', { count }).eq('text', text)
        expect([count, text, (await notes).count]).toEqual([count, text, 0])
      }
    }
    const all = await backend.service().from('private_note').select('id', { count: 'planned' }).limit(1)
    expect(all.count).toBeGreaterThan(2_000)
  })

  it('counts alone with HEAD', async () => {
    const { count, data } = await client
      .from('author')
      .select('*', { count: 'exact', head: true })
      .gt('id', 1)
    expect({ count, data }).toEqual({ count: 2, data: null })
  })

  it('refuses an offset behind the end', async () => {
    const { error, status } = await client.from('author').select('id', { count: 'exact' }).range(10, 12)
    expect({ status, code: error?.code }).toEqual({ status: 416, code: 'PGRST103' })
  })

  it.each(['nothing', '%ff', 'rpc/%zz'])('calls the address %s unknown', async (path) => {
    const answer = await fetch(`${backend.url}/rest/v1/${path}`, {
      headers: { apikey: backend.publishableKey },
    })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: expect.stringMatching(/^PGRST20[25]$/) })
  })

  it('gives at most 1,000 rows', async () => {
    await backend.sql`insert into public.label select n, 'l' || n from generate_series(10, 1500) n`
    expect((await client.from('label').select('id')).data).toHaveLength(1000)
    expect((await client.from('label').select('id').limit(1200)).data).toHaveLength(1000)
  })

  it('writes CSV', async () => {
    const { data } = await client.from('author').select('id,name').lte('id', 2).order('id').csv()
    expect(data).toBe('id,name\n1,Ada\n2,"Ben, ""the"" (2nd)"')
  })

  it('reads views under the caller’s rights', async () => {
    expect((await client.from('author_name').select('name').eq('id', 1).single()).data).toEqual({
      name: 'Ada',
    })
  })
})

type Query = ReturnType<ReturnType<SupabaseClient['from']>['select']>

describe('embedding', () => {
  it('embeds to-one, to-many and through a table between', async () => {
    const { data, error } = await client
      .from('book')
      .select('title, author:author!book_author_id_fkey(name), label(name)')
      .order('id')
      .order('name', { referencedTable: 'label' })
    expect(error).toBeNull()
    expect(data).toEqual([
      { title: 'One', author: { name: 'Ada' }, label: [{ name: 'blue' }, { name: 'red' }] },
      { title: 'Two', author: { name: 'Ada' }, label: [] },
      { title: 'Three', author: { name: 'Ben, "the" (2nd)' }, label: [{ name: 'blue' }] },
      { title: 'Four', author: null, label: [] },
    ])
  })

  it('embeds by the key’s column and into the table itself', async () => {
    const { data } = await client.from('author').select('id, boss(name)').eq('id', 3).single()
    expect(data).toEqual({ id: 3, boss: { name: 'Ada' } })
    const books = await client.from('book').select('id, written:author_id(name)').eq('id', 1).single()
    expect(books.data).toEqual({ id: 1, written: { name: 'Ada' } })
  })

  it('narrows by !inner, filters and limits embeds', async () => {
    const inner = await client.from('book').select('id, label!inner(name)').eq('label.name', 'red')
    expect(inner.data).toEqual([{ id: 1, label: [{ name: 'red' }] }])
    const counted = await client.from('book').select('id, label!inner(name)', { count: 'exact', head: true })
    expect(counted.count).toBe(2)
    const limited = await client
      .from('author')
      .select('id, book!book_author_id_fkey(id)')
      .eq('id', 1)
      .order('id', { referencedTable: 'book', ascending: false })
      .limit(1, { referencedTable: 'book' })
    expect(limited.data).toEqual([{ id: 1, book: [{ id: 2 }] }])
  })

  it('finds an embed in filters by its alias and by its own name', async () => {
    for (const name of ['colour', 'label']) {
      const { data } = await client
        .from('book')
        .select('id, colour:label!inner(name)')
        .eq(`${name}.name`, 'red')
      expect(ids(data)).toEqual([1])
    }
  })

  it('spreads a to-one embed', async () => {
    const { data } = await client.from('book').select('id, ...author_id(writer:name)').eq('id', 3).single()
    expect(data).toEqual({ id: 3, writer: 'Ben, "the" (2nd)' })
  })

  it('finds rows with and without related ones', async () => {
    const none = await client.from('book').select('id, label()').is('label', null).order('id')
    expect(none.data).toEqual([{ id: 2 }, { id: 4 }])
    const some = await client.from('book').select('id, author_id()').not('author_id', 'is', null).order('id')
    expect(ids(some.data)).toEqual([1, 2, 3])
  })

  it('orders by a related column', async () => {
    const { data } = await client
      .from('book')
      .select('id, author_id(name)')
      .not('author_id', 'is', null)
      .order('author_id(name)', { ascending: false })
      .order('id')
    expect(ids(data)).toEqual([3, 1, 2])
  })

  it('refuses unknown and ambiguous relations without naming others', async () => {
    const unknown = await client.from('book').select('id, nothing(id)')
    expect(unknown).toMatchObject({ status: 400, error: { code: 'PGRST200', hint: null } })
    const two = await client.from('book').select('id, author(id)')
    expect(two).toMatchObject({ status: 300, error: { code: 'PGRST201' } })
    const stray = await client.from('book').select('id').eq('label.name', 'red')
    expect(stray).toMatchObject({ status: 400, error: { code: 'PGRST108' } })
  })
})
