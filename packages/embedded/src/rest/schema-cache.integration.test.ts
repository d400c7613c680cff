import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayContext } from '../context.ts'
import { startTestDatabase, type TestDatabase } from '../testing.ts'
import { SchemaCache } from './schema-cache.ts'

let db: TestDatabase
let cache: SchemaCache
beforeAll(async () => {
  db = await startTestDatabase({ migrations: false })
  cache = new SchemaCache({ pools: { caller: db.authenticator } } as GatewayContext)
})
afterAll(() => db.stop())

const everything = () => true

describe('the schema cache', () => {
  it('finds at once what was made after it was read', async () => {
    const before = await cache.current()
    await db.sql`create table public.late (a int)`
    await db.sql`create function public.late() returns int language sql as 'select 1'`
    expect((await cache.table('public', 'late'))?.name).toBe('late')
    expect(await cache.functions('public', 'late', everything)).toHaveLength(1)
    expect(await cache.current()).not.toBe(before)
  })

  it('is not read again for names that nobody can ask for', async () => {
    await db.sql`create table public.without_columns ()`
    await db.sql`create function public.of_trigger() returns trigger language plpgsql as 'begin return new; end'`
    const before = await cache.fresh()
    for (const name of ['absent', 'without_columns', 'of_trigger']) {
      expect(await cache.table('public', name)).toBeUndefined()
      expect(await cache.functions('public', name, everything)).toEqual([])
    }
    expect(await cache.current()).toBe(before)
  })
})
