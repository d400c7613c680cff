/** Checks of the catalogue in the spirit of the provider's own lints, after tables were made at run time. */
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFullTable, fieldOf, type Harness, startWorld, type World } from './harness.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const table = await createFullTable(h, world)
  await createFullTable(h, world, 'Second')
  await h.rpc(world.creator, 'create_field', { table: table.id, definition: fieldOf('Later', 'email') })
  const title = { field: table.fields[0]!.id }
  for (const [action, name] of [
    ['read', '='],
    ['update', '!='],
  ]) {
    const rule = { call: name, args: [title, { text: 'x' }] }
    const grant = { role: world.role, table: table.id, action, scope: 'rules', rule }
    await h.rpc(world.creator, 'set_grant', grant)
  }
  await h.rpc(world.creator, 'create_field', {
    table: table.id,
    definition: { ...fieldOf('More', 'text'), id: uuidV7() },
  })
  const roles = await h.rpc<{ id: string; name: string }[]>(world.creator, 'base_roles', { base: world.base })
  const role = roles.find(({ name }) => name === 'viewer')!.id
  for (const name of ['Count', 'Mail', 'Files', 'Owner'])
    await h.rpc(world.creator, 'set_field_grant', {
      role,
      field: table.fields.find((one) => one.name === name)!.id,
      access: 'hidden',
    })
})
afterAll(() => h.db.stop())

const names = async (query: string): Promise<string[]> =>
  (await h.db.admin.unsafe(query)).map((row) => row['name'] as string)

/** What the planner alone asks: a call behind a comparison with no value at all, which no record passes. */
const forThePlanner =
  /id <= ANY \(\(\s*SELECT '\{\}'::uuid\[\][^)]*\)::uuid\[\]\)\) AND \((\w+\.)?id >= plinth_private\.all_from\([^)]*\)/g

/** True when a call of ours stands outside of every `(select …)`: it would run once a row. */
function hasLooseCall(policy: string): boolean {
  const body = policy.replace(forThePlanner, '')
  return [...body.matchAll(/(auth|plinth_private|realtime|storage)\.\w+\(/g)].some((match) => {
    let depth = 0
    for (let n = match.index - 1; n >= 0; n--) {
      if (body[n] === ')') depth += 1
      if (body[n] !== '(') continue
      if (depth > 0) depth -= 1
      else if (/^\(\s*SELECT/i.test(body.slice(n))) return false
    }
    return true
  })
}

describe('tables', () => {
  test('row-level security is on for every table of ours', async () => {
    expect(
      await names(`select c.oid::regclass::text as name from pg_class c
        where c.relnamespace::regnamespace::text in ('plinth', 'plinth_private', 'data') and c.relkind in ('r', 'p')
          and not c.relrowsecurity`),
    ).toEqual([])
  })

  test('every exposed table has policies', async () => {
    expect(
      await names(`select c.oid::regclass::text as name from pg_class c
        where c.relnamespace::regnamespace::text in ('plinth', 'data') and c.relkind = 'r'
          and not exists (select 1 from pg_policy p where p.polrelid = c.oid)`),
    ).toEqual([])
  })

  test('there is one permissive policy for each command and role', async () => {
    expect(
      await names(`select polrelid::regclass || ' ' || polcmd::text as name from pg_policy
        where polpermissive group by polrelid, polcmd, polroles having count(*) > 1`),
    ).toEqual([])
  })

  test('policies are for signed-in people only, but for files that a form announced or a link told', async () => {
    expect(
      await names(`select polrelid::regclass || ' ' || polname as name from pg_policy p
        where polrelid::regclass::text ~ '^(plinth|data|storage|realtime)' and polroles <> array['authenticated'::regrole::oid]`),
    ).toEqual(['storage.objects plinth_insert_held', 'storage.objects plinth_select_told'])
  })

  test('no policy lets everything through', async () => {
    expect(
      await names(`select tablename || ' ' || policyname as name from pg_policies
        where btrim(coalesce(with_check, qual), '() ') = 'true' or btrim(coalesce(qual, with_check), '() ') = 'true'`),
    ).toEqual([])
  })

  test('policies call functions once a statement: each call stands in a sub-select', async () => {
    expect(hasLooseCall('(created_by = auth.uid())')).toBe(true)
    expect(hasLooseCall('(created_by = ( SELECT auth.uid() AS uid)) AND plinth_private.f(id)')).toBe(true)
    expect(hasLooseCall('(created_by = ( SELECT auth.uid() AS uid))')).toBe(false)
    const policies = await h.db.admin<{ name: string; body: string }[]>`
      select schemaname || '.' || tablename || ' ' || policyname as name,
        coalesce(qual, '') || ' ' || coalesce(with_check, '') as body from pg_policies`
    expect(policies.length).toBeGreaterThan(15)
    expect(policies.filter((row) => hasLooseCall(row.body)).map((row) => row.name)).toEqual([])
  })

  test('nobody but signed-in people and the service may touch tables, and anon nothing at all', async () => {
    expect(
      await names(`select c.oid::regclass || ' ' || a.grantee::regrole || ' ' || a.privilege_type as name
        from pg_class c, aclexplode(c.relacl) a
        where c.relnamespace::regnamespace::text in ('plinth', 'plinth_private', 'data') and c.relkind <> 'S'
          and a.grantee <> all (array['postgres'::regrole::oid, 'service_role'::regrole::oid])
          and not (a.grantee = 'authenticated'::regrole and (a.privilege_type = 'SELECT'
            or (c.relnamespace = 'data'::regnamespace and a.privilege_type = 'DELETE')))`),
    ).toEqual([])
    expect(
      await names(`select c.oid::regclass::text as name from pg_class c
        where c.relnamespace = 'plinth_private'::regnamespace and c.relkind = 'r'
          and has_table_privilege('authenticated', c.oid, 'select, insert, update, delete')`),
    ).toEqual([])
  })

  test('system columns and attachment cells are not writable by API roles', async () => {
    expect(
      await names(`select distinct a.attname::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'data'::regnamespace and c.relkind = 'r' and a.attnum > 0
          and (has_column_privilege('authenticated', c.oid, a.attname, 'update')
               or (a.attname <> 'id' and has_column_privilege('authenticated', c.oid, a.attname, 'insert')))
          and a.attname in ('id', 'created_at', 'created_by', 'changed_at', 'changed_by', 'ver', 'files')`),
    ).toEqual([])
  })

  test('every foreign key has an index', async () => {
    expect(
      await names(`select conrelid::regclass || ' ' || conname as name from pg_constraint k
        where contype = 'f' and connamespace::regnamespace::text in ('plinth', 'plinth_private', 'data')
          and not exists (select 1 from pg_index i where i.indrelid = k.conrelid
            and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey and i.indpred is null)`),
    ).toEqual([])
  })

  test('no index is there twice, every table has a key', async () => {
    expect(
      await names(`select string_agg(indexrelid::regclass::text, ', ') as name from pg_index
        where indrelid::regclass::text ~ '^(plinth|data)' group by indrelid, indkey, indcollation, indexprs::text, indpred::text
        having count(*) > 1`),
    ).toEqual([])
    expect(
      await names(`select c.oid::regclass::text as name from pg_class c
        where c.relnamespace::regnamespace::text in ('plinth', 'plinth_private', 'data') and c.relkind = 'r'
          and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`),
    ).toEqual([])
  })

  test('there are no views, no materialized views and no enums', async () => {
    expect(
      await names(`select c.oid::regclass::text as name from pg_class c
        where c.relnamespace::regnamespace::text in ('plinth', 'plinth_private', 'data') and c.relkind in ('v', 'm', 'f')
        union all select t.oid::regtype::text from pg_type t
        where t.typnamespace::regnamespace::text in ('plinth', 'plinth_private', 'data') and t.typtype = 'e'`),
    ).toEqual([])
  })

  test('physical names are short and plain', async () => {
    expect(
      await names(`select c.relname as name from pg_class c where c.relnamespace = 'data'::regnamespace and c.relkind = 'r'
          and (c.relname !~ '^[a-z][a-z0-9_]*$' or octet_length(c.relname) > 46)
        union all select a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'data'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
          and (a.attname !~ '^[a-z][a-z0-9_]*$' or octet_length(a.attname) > 40)`),
    ).toEqual([])
  })
})

describe('functions', () => {
  const ours = `p.pronamespace::regnamespace::text in ('plinth', 'plinth_private')`

  test('every function fixes its search path', async () => {
    expect(
      await names(`select p.oid::regprocedure::text as name from pg_proc p
        where ${ours} and not coalesce(p.proconfig @> array['search_path=""'], false)`),
    ).toEqual([])
  })

  test('exposed functions are invoker functions of one line', async () => {
    expect(
      await names(`select p.oid::regprocedure::text as name from pg_proc p
        where p.pronamespace = 'plinth'::regnamespace and (p.prosecdef or p.prolang <> (select oid from pg_language where lanname = 'sql'))`),
    ).toEqual([])
  })

  test('nothing is executable by everybody, and anon may call what asks for a token, and the version', async () => {
    expect(
      await names(`select p.oid::regprocedure::text as name from pg_proc p
        where ${ours} and exists (select 1 from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)`),
    ).toEqual([])
    expect(
      await names(`select p.oid::regprocedure::text as name from pg_proc p
        where ${ours} and has_function_privilege('anon', p.oid, 'execute') order by 1`),
    ).toEqual([
      'plinth.begin_shared_upload(text,text,jsonb)',
      'plinth.invitation_info(text)',
      'plinth.schema_version()',
      'plinth.shared_chart(text,text,text,integer)',
      'plinth.shared_choices(text,text,uuid,text,integer)',
      'plinth.shared_figures(text,text)',
      'plinth.shared_files(text,text,jsonb)',
      'plinth.shared_page(text,text)',
      'plinth.shared_rows(text,text,uuid,integer,jsonb)',
      'plinth.submit_shared_form(text,text,jsonb)',
      'plinth.unlock_share(text,text)',
      'plinth_private.begin_shared_upload(text,text,jsonb)',
      'plinth_private.invitation_info(text)',
      'plinth_private.is_told(text)',
      'plinth_private.may_store_held(text,numeric)',
      'plinth_private.shared_chart(text,text,text,integer)',
      'plinth_private.shared_choices(text,text,uuid,text,integer)',
      'plinth_private.shared_figures(text,text)',
      'plinth_private.shared_files(text,text,jsonb)',
      'plinth_private.shared_page(text,text)',
      'plinth_private.shared_rows(text,text,uuid,integer,jsonb)',
      'plinth_private.submit_shared_form(text,text,jsonb)',
      'plinth_private.unlock_share(text,text)',
    ])
  })

  test('functions that define things take short locks only', async () => {
    expect(
      await names(`select p.oid::regprocedure::text as name from pg_proc p
        where ${ours} and p.proname in ('create_table', 'update_table', 'delete_table', 'create_field', 'update_field',
          'delete_field', 'delete_base', 'delete_workspace', 'drop_relation', 'duplicate_table', 'duplicate_field', 'add_option', 'merge_options', 'unmerge_options',
          'restore_table', 'restore_field', 'empty_trash', 'base_trash', 'change_type', 'change_formula', 'cancel_type_change',
          'move_relation', 'purge', 'keep_values', 'trash_field', 'fill_column', 'convert_values', 'restore_values', 'guard_values', 'set_transitions')
          and p.pronamespace = 'plinth_private'::regnamespace and not p.proconfig @> array['lock_timeout=2s']`),
    ).toEqual([])
  })

  test('people may call a definer function only where a policy or a function of their own rights needs it', async () => {
    const needed = `select p.prosrc as body from pg_proc p
        where ${ours} and not p.prosecdef
          and (has_function_privilege('authenticated', p.oid, 'execute') or p.prorettype = 'trigger'::regtype)
      union all select p.prosrc from pg_proc p where ${ours} and p.proname in ('permit_sql', 'unlocked_sql', 'side_policies_of')
      union all select coalesce(qual, '') || coalesce(with_check, '') from pg_policies`
    expect(
      await names(`select p.oid::regprocedure::text as name from pg_proc p
        where ${ours} and p.prosecdef and has_function_privilege('authenticated', p.oid, 'execute')
          and strpos((select string_agg(n.body, ' ') from (${needed}) as n), 'plinth_private.' || p.proname || '(') = 0`),
    ).toEqual([])
  })
})

describe('the text of the migrations', () => {
  const folder = fileURLToPath(new URL('../migrations/', import.meta.url))

  test('every function states language, volatility, rights and search path, and has a comment above', async () => {
    const faults: string[] = []
    for (const file of await readdir(folder)) {
      const text = await readFile(`${folder}${file}`, 'utf8')
      for (const match of text.matchAll(/create or replace function ([\w.]+)[\s\S]*?\nas \$\$/g)) {
        const head = match[0]
        const wanted = [
          /language (sql|plpgsql)/,
          /\b(immutable|stable|volatile)\b/,
          /security (invoker|definer)/,
          /set search_path = ''/,
        ]
        if (!wanted.every((pattern) => pattern.test(head))) faults.push(match[1]!)
        const above = text.slice(0, match.index).trimEnd().split('\n').at(-1) ?? ''
        if (!above.startsWith('--') && !above.startsWith('$$;')) faults.push(`${match[1]} has no comment`)
      }
      if (/when others then\s*null/i.test(text)) faults.push(`${file} swallows errors`)
      if (/using \(true\)|leakproof|superuser|uuidv7\(/i.test(text.replaceAll(/--.*/g, ''))) faults.push(file)
    }
    expect(faults).toEqual([])
  })

  test('every UPDATE and DELETE says which rows', async () => {
    const faults: string[] = []
    for (const file of await readdir(folder)) {
      const text = (await readFile(`${folder}${file}`, 'utf8')).replaceAll(/--.*/g, '')
      for (const match of text.matchAll(
        /\b(update (?:plinth|data)[\w.%"]*(?: as \w+)? set|delete from )[^;]*;/g,
      )) {
        if (!/\bwhere\b/.test(match[0])) faults.push(`${file}: ${match[0]}`)
      }
    }
    expect(faults).toEqual([])
  })

  test('dynamic SQL is built by format alone', async () => {
    const faults: string[] = []
    for (const file of await readdir(folder)) {
      const text = await readFile(`${folder}${file}`, 'utf8')
      for (const match of text.matchAll(
        /execute (?!format\(|function|on |plinth_private\.(?:segment|groups|chart)_sql)[^;]*;/g,
      ))
        faults.push(match[0])
      for (const match of text.matchAll(/execute format\('(?:[^']|'')*'\s*\|\|/g)) faults.push(match[0])
    }
    expect(faults).toEqual([])
  })
})
