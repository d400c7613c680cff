/** What the catalogue says of schemas and of the policies of users' tables. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFullTable, type Harness, startWorld } from './harness.ts'
import { fullLab } from './hidden-full-lab.ts'
import { linkLab } from './link-lab.ts'

let h: Harness
beforeAll(async () => {
  const started = await startWorld()
  h = started.h
  const { world } = started
  await createFullTable(h, world)
  const lab = await fullLab(h, world, 'With a side')
  await lab.hide('Count')
  const links = await linkLab(h, world)
  await links.link(links.films, links.people, 'Things', { pair: 'Other things' })
})
afterAll(() => h.db.stop())

test('nobody who signs in makes anything in our schemas, and the trash is out of reach', async () => {
  const rows = await h.db.admin`
    select n.nspname as schema, r.rolname as role, has_schema_privilege(r.oid, n.oid, 'create') as creates,
           has_schema_privilege(r.oid, n.oid, 'usage') as uses
    from pg_namespace as n, pg_roles as r
    where n.nspname in ('plinth', 'plinth_private', 'plinth_trash', 'data') and r.rolname in ('anon', 'authenticated')`
  expect(rows).toHaveLength(8)
  expect(rows.filter((row) => row['creates'])).toEqual([])
  expect(rows.filter((row) => row['schema'] === 'plinth_trash' && row['uses'])).toEqual([])
})

test('policies of users’ tables are for signed-in people alone, one a command', async () => {
  const rows = await h.db.admin`
    select tablename, count(*) = count(distinct cmd) and every(cmd <> 'ALL') as single, array_agg(distinct roles::text) as roles
    from pg_policies where schemaname = 'data' group by 1`
  expect(rows.length).toBeGreaterThan(2)
  for (const row of rows) expect(row).toMatchObject({ single: true, roles: ['{authenticated}'] })
})

test('people call no function that writes out what rules say', async () => {
  const rows = await h.db.admin`
    select p.proname as name from pg_proc as p
    where p.pronamespace = 'plinth_private'::regnamespace and p.prosecdef and p.prorettype = 'text'::regtype
      and has_function_privilege('authenticated', p.oid, 'execute') order by 1`
  expect(rows.map((row) => row['name'] as string)).toEqual([
    'base_role',
    'field_access',
    'policy_refusal',
    'scope',
  ])
})

test('what the database keeps of records is written by nobody', async () => {
  const rows = await h.db.admin`
    select c.relname || '.' || a.attname as place from pg_class as c join pg_attribute as a on a.attrelid = c.oid
    where c.relnamespace = 'data'::regnamespace and c.relkind = 'r' and a.attnum > 0
      and a.attname in ('ver', 'created_at', 'created_by', 'changed_at', 'changed_by', 'id')
      and (has_column_privilege('authenticated', c.oid, a.attnum, 'update')
        or a.attname <> 'id' and has_column_privilege('authenticated', c.oid, a.attnum, 'insert'))`
  expect(rows).toEqual([])
})

const isCell = (row: Record<string, unknown>) => /(files|things)$/.test(String(row['place']))

test('cells of files and links are written by nobody', async () => {
  const rows = await h.db.admin`
    select t.relation || '.' || f.column_name as place,
      has_column_privilege('authenticated', 'data.' || t.relation, f.column_name, 'update') as updates,
      has_column_privilege('authenticated', 'data.' || t.relation, f.column_name, 'insert') as inserts
    from plinth.field as f join plinth."table" as t on t.id = f.table_id
    where f.type in ('attachment', 'link', 'text') and f.side is null and t.base_id is not null`
  expect(rows.some(isCell)).toBe(true)
  for (const row of rows) expect(row).toMatchObject({ updates: !isCell(row), inserts: !isCell(row) })
})

test('no table of ours is emptied, referred to or given triggers by people', async () => {
  const rows = await h.db.admin`
    select c.oid::regclass::text as name, p.name as privilege, r.rolname as role
    from pg_class as c, (values ('truncate'), ('references'), ('trigger')) as p (name), pg_roles as r
    where c.relkind = 'r' and r.rolname in ('anon', 'authenticated')
      and c.relnamespace in ('plinth'::regnamespace, 'plinth_private'::regnamespace, 'data'::regnamespace)
      and has_table_privilege(r.oid, c.oid, p.name)`
  expect(rows).toEqual([])
})

test('records are written with the rights of who writes them: by no function that has more', async () => {
  const rows = await h.db.admin`
    select p.proname as name, p.prosecdef as definer from pg_proc as p
    where p.pronamespace = 'plinth_private'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
      and (p.prosrc like '%data.^%%' escape '^' or p.proname ~ '^(run|hold|set|insert|update|delete|write|change)_.*(many|mutations?|record|records|insert|update|delete|chunk|rest|sides)$')
    order by 1`
  const names = (definer: boolean) =>
    rows.filter((row) => row['definer'] === definer).map((row) => row['name'] as string)
  // What writes with more rights asks first; what only looks writes nothing.
  expect(names(true)).toEqual([
    'about_record',
    'broken_rows',
    'change_links',
    'count_matching',
    'count_options',
    'create_field',
    'create_table',
    'create_view_index',
    'drop_view_index',
    'finish_import',
    'hand_over',
    'locked_among',
    'may_reach',
    'merge_options',
    'preview_type_change',
    'transitions_for',
    'unmerge_options',
    'validate_rules',
  ])
  expect(names(false)).toEqual(
    expect.arrayContaining(['update_many', 'delete_many', 'lock_records', 'set_many', 'write_sides']),
  )
})
