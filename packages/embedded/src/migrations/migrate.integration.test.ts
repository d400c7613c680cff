import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestDatabase, type TestDatabase } from '../testing.ts'
import { migrate, readMigrations } from './migrate.ts'

let db: TestDatabase
let folder: string
beforeAll(async () => {
  db = await startTestDatabase({ migrations: false })
})
afterAll(() => db.stop())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-migrations-'))
  return () => rm(folder, { recursive: true })
})

async function apply(files: Record<string, string>): Promise<string[]> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return migrate(db.sql, await readMigrations(folder))
}

describe('migrate', () => {
  it('applies files in order, records them as the provider’s CLI does, and skips them later', async () => {
    const files = {
      '20260102000000_second.sql': 'alter table public.first add column b int;',
      '20260101000000_first.sql': 'create table public.first (a int);\n-- done\n',
      'notes.txt': 'not a migration',
    }
    expect(await apply(files)).toEqual(['20260101000000', '20260102000000'])
    expect(await apply({})).toEqual([])
    const history = await db.sql`
      select version, name, statements from supabase_migrations.schema_migrations
      where version in ('20260101000000', '20260102000000') order by version`
    expect([...history]).toEqual([
      { version: '20260101000000', name: 'first', statements: ['create table public.first (a int)'] },
      {
        version: '20260102000000',
        name: 'second',
        statements: ['alter table public.first add column b int'],
      },
    ])
  })

  it('names file and line of an error and leaves nothing of that file behind', async () => {
    const text =
      'create table public.half (a int);\n\nselect 1;\nselect\n  nonsense_column\nfrom public.half;\n'
    await expect(apply({ '20260201000000_bad.sql': text })).rejects.toMatchObject({
      code: 'migration_failed',
      message: expect.stringMatching(/^20260201000000_bad\.sql, line 5: column "nonsense_column"/),
    })
    expect(await db.sql`select to_regclass('public.half') as found`).toMatchObject([{ found: null }])
  })

  it('names the statement’s line when the error happens inside a function', async () => {
    const text = 'select 1;\n\ndo $$ begin\n  perform 1 / 0;\nend $$;'
    await expect(apply({ '20260202000000_zero.sql': text })).rejects.toMatchObject({
      message: expect.stringMatching(/^20260202000000_zero\.sql, line 3: division by zero/),
    })
  })

  it('runs as a role without superuser', async () => {
    await expect(
      apply({ '20260203000000_super.sql': 'alter role postgres superuser;' }),
    ).rejects.toMatchObject({ code: 'migration_failed' })
  })

  it('applies a file once when two processes start together', async () => {
    const files = { '20260301000000_once.sql': 'create table public.once (a int); select pg_sleep(0.2);' }
    const results = await Promise.all([apply(files), apply(files)])
    expect(results.flat()).toEqual(['20260301000000'])
  })
})
