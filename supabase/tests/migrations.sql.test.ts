import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { errorCatalogue, limits } from '@plinth/domain'
import { startTestDatabase } from '@plinth/embedded/testing/database'
import type { Sql } from 'postgres'
import { describe, expect, test } from 'vitest'
import { buildWorld, createFullTable, Harness, type World } from './harness.ts'

const folder = fileURLToPath(new URL('../migrations/', import.meta.url))
const binDirs = [undefined, '/usr/lib/postgresql/15/bin'].filter((dir) => !dir || existsSync(dir))

async function migrationTexts(): Promise<{ file: string; text: string }[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(`${folder}${file}`, 'utf8') })))
}

/** Everything that the catalogue knows of our schemas: definitions, grants, policies, settings. */
async function catalogue(sql: Sql): Promise<unknown> {
  const schemas = `n.nspname in ('plinth', 'plinth_private', 'data')`
  const queries = [
    `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as body, p.proacl::text as acl
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${schemas} order by 1`,
    `select c.oid::regclass::text as name, c.relkind::text, c.relacl::text as acl, c.relrowsecurity from pg_class c
     join pg_namespace n on n.oid = c.relnamespace where ${schemas} order by 1`,
    `select a.attrelid::regclass::text as relation, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
       a.attacl::text, pg_get_expr(d.adbin, d.adrelid) from pg_attribute a
     join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum where ${schemas} and a.attnum > 0 order by 1, 2`,
    `select schemaname, tablename, policyname, cmd, qual, with_check from pg_policies order by 1, 2, 3`,
    `select t.tgrelid::regclass::text, t.tgname, pg_get_triggerdef(t.oid) from pg_trigger t
     join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where ${schemas} and not t.tgisinternal order by 1, 2`,
    `select conrelid::regclass::text, conname, pg_get_constraintdef(o.oid) from pg_constraint o
     join pg_namespace n on n.oid = o.connamespace where ${schemas} order by 1, 2`,
    `select nspname, nspacl::text from pg_namespace order by 1`,
    `select setconfig::text from pg_db_role_setting order by 1`,
    `select id, public, file_size_limit from storage.buckets order by 1`,
  ]
  const answers: unknown[] = []
  for (const query of queries) answers.push(await sql.unsafe(query))
  return JSON.parse(JSON.stringify(answers))
}

async function hideFrom(h: Harness, world: World, field: string): Promise<void> {
  const roles = await h.rpc<{ id: string; name: string }[]>(world.creator, 'base_roles', { base: world.base })
  const role = roles.find(({ name }) => name === 'viewer')!.id
  await h.rpc(world.creator, 'set_field_grant', { role, field, access: 'hidden' })
}

describe.each(binDirs)('on the Postgres of %s', (binDir) => {
  test('migrations run as a role without superuser, and run again they change nothing', async () => {
    const db = await startTestDatabase(binDir ? { binDir } : {})
    try {
      const [role] =
        await db.sql`select rolsuper, current_user as name from pg_roles where rolname = current_user`
      expect(role).toMatchObject({ rolsuper: false, name: 'postgres' })
      const h = new Harness(db)
      const world = await buildWorld(h)
      const { fields } = await createFullTable(h, world)
      await hideFrom(h, world, fields[2]!.id)
      const before = await catalogue(db.sql)
      for (const { text } of await migrationTexts()) {
        await db.sql.begin(async (tx) => {
          await tx.unsafe('set local client_min_messages = warning').simple()
          await tx.unsafe(text).simple()
        })
      }
      expect(await catalogue(db.sql)).toEqual(before)
      expect(await h.rpc(world.viewer, 'base_schema', { base: world.base })).toMatchObject({ role: 'viewer' })
    } finally {
      await db.stop()
    }
  })
})

describe('what SQL and the app say alike', () => {
  test('every code that SQL can raise is in the catalogue', async () => {
    const codes = new Set<string>()
    for (const { text } of await migrationTexts()) {
      for (const match of text.matchAll(/fail\(\s*4\d\d,\s*'(\w+)'/g)) codes.add(match[1]!)
      for (const match of text.matchAll(/mutation_error\([^,;]+,\s*'(\w+)'/g)) codes.add(match[1]!)
      for (const match of text.matchAll(
        /(?:then|else) '(\w+_(?:invalid|unknown|long|range|exceeded|unique|required|only))'/g,
      )) {
        codes.add(match[1]!)
      }
    }
    expect(codes.size).toBeGreaterThan(25)
    expect([...codes].filter((code) => !Object.hasOwn(errorCatalogue, code))).toEqual([])
  })

  test('limits are the same numbers', async () => {
    const db = await startTestDatabase()
    try {
      const [row] = await db.sql`select plinth_private.limits() as limits, plinth.schema_version() as version`
      expect(row!['limits']).toEqual(limits)
      expect(row!['version']).toBe(limits.schemaVersion)
    } finally {
      await db.stop()
    }
  })

  test('limits written into rules and checks are those of the list', async () => {
    const text = (await migrationTexts()).map((m) => m.text).join('\n')
    for (const value of [limits.textLength, limits.longTextLength, limits.emailLength, limits.urlLength]) {
      expect(text).toContain(`<= ${value}`)
    }
    expect(text).toContain(`-${limits.maxInteger} and ${limits.maxInteger}`)
    expect(text).toContain(`cardinality(%I) <= ${limits.attachmentsPerCell}`)
    expect(text).toContain(`'plinth', false, ${limits.attachmentBytes}`)
    expect(text).toContain(`'plinth-avatars', false, ${limits.avatarBytes}`)
  })
})
