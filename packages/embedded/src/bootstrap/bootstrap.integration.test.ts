import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPool } from '../database.ts'
import { startTestDatabase, type TestDatabase } from '../testing.ts'
import { bootstrap } from './bootstrap.ts'

const DEBIAN_15 = '/usr/lib/postgresql/15/bin'
const versions = [
  { name: 'the embedded version', options: {} },
  ...(existsSync(DEBIAN_15) ? [{ name: 'Postgres 15', options: { binDir: DEBIAN_15 } }] : []),
]

const otherPassword = (role: string) => `another-${role}`.replaceAll('_', '-')

describe.each(versions)('a bootstrapped database on $name', ({ options }) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await startTestDatabase({ ...options, migrations: false })
  })
  afterAll(() => db.stop())

  it('gives each role the attributes it has on a hosted project', async () => {
    const rows = await db.sql`
      select rolname, rolsuper, rolcreaterole, rolbypassrls, rolinherit, rolcanlogin from pg_roles
      where rolname in ('postgres', 'anon', 'authenticated', 'service_role', 'authenticator', 'supabase_admin')
      order by rolname`
    const bits = Object.fromEntries(
      rows.map((row) => [
        row.rolname,
        [row.rolsuper, row.rolcreaterole, row.rolbypassrls, row.rolinherit, row.rolcanlogin]
          .map(Number)
          .join(''),
      ]),
    )
    // superuser, createrole, bypassrls, inherit, login
    expect(bits).toEqual({
      anon: '00000',
      authenticated: '00000',
      authenticator: '00001',
      postgres: '01111',
      service_role: '00100',
      supabase_admin: '11111',
    })
  })

  it('lets postgres do what a migration needs', async () => {
    const done = db.sql
      .unsafe(`
      create schema work;
      create table work.item (id int primary key, owner uuid references auth.users (id));
      alter table work.item enable row level security;
      create policy own on work.item for select to authenticated using (owner = (select auth.uid()));
      create extension if not exists citext with schema extensions;
      alter role authenticator set pgrst.db_schemas = 'public, work';
      notify pgrst, 'reload config';
      alter default privileges revoke execute on functions from public;
      create collation work.natural (provider = icu, locale = 'und-u-kn-true');
      create function work.on_sign_up() returns trigger language plpgsql as $$ begin return new; end $$;
      create trigger after_sign_up after insert on auth.users for each row execute function work.on_sign_up();
      create policy read_files on storage.objects for select to authenticated using (bucket_id = 'x');
      drop policy read_files on storage.objects;
      create policy read_topic on realtime.messages for select to authenticated using (true);
      drop policy read_topic on realtime.messages;
    `)
      .simple()
    await expect(done).resolves.toBeDefined()
  })

  it.each([
    'create table auth.extra (a int)',
    'create table storage.extra (a int)',
    'create table realtime.extra (a int)',
    'create function auth.extra() returns int language sql as $$ select 1 $$',
    'alter table auth.users add column extra int',
    'alter table storage.objects add column extra int',
    'alter table storage.objects disable row level security',
    'create index extra on storage.objects (name)',
    'create trigger extra before insert on storage.objects for each row execute function storage.set_updated_at()',
    'alter table realtime.messages add column extra int',
    'drop table storage.objects cascade',
    'drop table realtime.messages cascade',
    'alter role postgres superuser',
    'create role extra superuser',
    'alter role supabase_admin nologin',
    'create function public.leak() returns int leakproof language sql as $$ select 1 $$',
    "alter system set work_mem = '1GB'",
    "copy (select 1) to '/tmp/plinth-extra'",
    "copy (select 1) to program 'true'",
    'set role supabase_admin',
  ])('refuses postgres: %s', async (statement) => {
    await expect(db.sql.unsafe(statement).simple()).rejects.toMatchObject({ code: '42501' })
  })

  it('grants the API roles nothing on a new table', async () => {
    await db.sql`create table public.fresh (a int)`
    const rows = await db.sql`
      select role, privilege from unnest(array['anon', 'authenticated', 'service_role']) role,
        unnest(array['select', 'insert', 'update', 'delete', 'truncate']) privilege
      where has_table_privilege(role, 'public.fresh', privilege)`
    expect([...rows]).toEqual([])
  })

  it('keeps the API roles out of auth and of other people’s data', async () => {
    await expect(
      db.authenticator.begin(async (sql) => {
        await sql`set local role authenticated`
        await sql`select * from auth.users`
      }),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(db.authenticator`select * from auth.users`).rejects.toMatchObject({ code: '42501' })
  })

  it.each(['request.jwt.claims', 'request.jwt.claim.sub'])(
    'reads who is calling from %s',
    async (setting) => {
      const id = '11111111-2222-3333-4444-555555555555'
      const value = setting.endsWith('claims')
        ? JSON.stringify({ sub: id, role: 'authenticated', email: 'a@example.org' })
        : id
      const [row] = await db.authenticator.begin(async (sql) => {
        await sql`select set_config(${setting}, ${value}, true), set_config('role', 'authenticated', true)`
        return sql`select auth.uid() as uid, auth.email() as email`
      })
      expect(row?.uid).toBe(id)
      expect(row?.email).toBe(setting.endsWith('claims') ? 'a@example.org' : null)
    },
  )

  it('knows nobody without claims', async () => {
    const [row] = await db.authenticator.begin(async (sql) => {
      await sql`set local role anon`
      return sql`select auth.uid() as uid, auth.role() as role, auth.jwt() as jwt`
    })
    expect(row).toEqual({ uid: null, role: null, jwt: null })
  })

  it('does nothing the second time, and mends what is repeated after a change', async () => {
    const admin = openPool(db.adminDatabaseUrl, 1)
    expect(await bootstrap(admin, { passwordOf: otherPassword })).toMatchObject({
      owner: 'postgres',
      ran: true,
    })
    await admin.end()
    // The connection's own password is not ours to change: the next start comes with the same.
    const again = openPool(db.adminDatabaseUrl, 1)
    expect(await bootstrap(again, { passwordOf: otherPassword })).toMatchObject({ ran: false })
    await again.end()
  })
})
