import type { Sql } from 'postgres'

export interface ConfigRow {
  setting: string
}

/** `pgrst.*` settings of the login role, which override the defaults. */
export async function readConfig(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql<ConfigRow[]>`
    select setting
    from pg_catalog.pg_db_role_setting s
      join pg_catalog.pg_roles r on r.oid = s.setrole, unnest(s.setconfig) as setting
    where r.rolname = 'authenticator' and setting like 'pgrst.%'
      and (s.setdatabase = 0
        or s.setdatabase = (select oid from pg_catalog.pg_database where datname = current_database()))
    order by s.setdatabase`
  return new Map(
    rows.map(({ setting }) => {
      const at = setting.indexOf('=')
      return [setting.slice('pgrst.'.length, at), setting.slice(at + 1)]
    }),
  )
}

export interface ColumnRow {
  schema: string
  table: string
  isView: boolean
  column: string
  type: string
  defaultSql: string | null
  isKey: boolean
}

/** Tables and views of the schemas, a row for each column. */
export function readColumns(sql: Sql, schemas: string[]): Promise<ColumnRow[]> {
  return sql<ColumnRow[]>`
    select n.nspname as schema, c.relname as "table", c.relkind in ('v', 'm') as "isView",
      a.attname as "column", pg_catalog.format_type(a.atttypid, null) as type,
      case when a.attgenerated = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end as "defaultSql",
      coalesce(a.attnum = any (k.conkey), false) as "isKey"
    from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_catalog.pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      left join pg_catalog.pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname = any (${schemas})
    order by c.oid, a.attnum`
}

export interface ForeignKeyRow {
  constraint: string
  schema: string
  table: string
  columns: string[]
  otherSchema: string
  otherTable: string
  otherColumns: string[]
  /** The key's columns are unique, so the other side sees at most one row. */
  isUnique: boolean
  /** The key's columns are part of the primary key: the table may join two others. */
  inKey: boolean
}

/** Foreign keys between tables of the schemas. */
export function readForeignKeys(sql: Sql, schemas: string[]): Promise<ForeignKeyRow[]> {
  return sql<ForeignKeyRow[]>`
    select k.conname as constraint, n.nspname as schema, c.relname as "table",
      array(select a.attname from unnest(k.conkey) with ordinality as u(num, ord)
        join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.num order by ord)::text[]
        as columns,
      fn.nspname as "otherSchema", f.relname as "otherTable",
      array(select a.attname from unnest(k.confkey) with ordinality as u(num, ord)
        join pg_catalog.pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.num order by ord)::text[]
        as "otherColumns",
      exists (select from pg_catalog.pg_constraint q
        where q.conrelid = k.conrelid and q.contype in ('p', 'u')
          and q.conkey <@ k.conkey) as "isUnique",
      exists (select from pg_catalog.pg_constraint q
        where q.conrelid = k.conrelid and q.contype = 'p' and k.conkey <@ q.conkey) as "inKey"
    from pg_catalog.pg_constraint k
      join pg_catalog.pg_class c on c.oid = k.conrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_class f on f.oid = k.confrelid
      join pg_catalog.pg_namespace fn on fn.oid = f.relnamespace
    where k.contype = 'f' and k.conparentid = 0
      and n.nspname = any (${schemas}) and fn.nspname = any (${schemas})
    order by k.conname`
}

export interface FunctionRow {
  schema: string
  name: string
  argNames: string[]
  argTypes: string[]
  argModes: string[]
  defaults: number
  isVariadic: boolean
  isSet: boolean
  returnType: string
  returnKind: string
  returnSchema: string | null
  returnTable: string | null
  isVolatile: boolean
  config: string[] | null
  body: string | null
  language: string
}

/** Functions of the schemas that can be called by name: no aggregates, triggers, or internal types. */
export function readFunctions(sql: Sql, schemas: string[]): Promise<FunctionRow[]> {
  return sql<FunctionRow[]>`
    select n.nspname as schema, p.proname as name,
      coalesce(p.proargnames, '{}') as "argNames",
      array(select pg_catalog.format_type(t, null)
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as u(t, ord)
        order by ord) as "argTypes",
      coalesce(p.proargmodes::text[], '{}') as "argModes", p.pronargdefaults as defaults,
      p.provariadic <> 0 as "isVariadic", p.proretset as "isSet",
      pg_catalog.format_type(p.prorettype, null) as "returnType",
      case when t.typtype = 'd' then b.typtype else t.typtype end::text as "returnKind",
      rn.nspname as "returnSchema", r.relname as "returnTable",
      p.provolatile = 'v' as "isVolatile", p.proconfig as config, p.prosrc as body, l.lanname as language
    from pg_catalog.pg_proc p
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      join pg_catalog.pg_language l on l.oid = p.prolang
      join pg_catalog.pg_type t on t.oid = p.prorettype
      left join pg_catalog.pg_type b on b.oid = t.typbasetype
      left join pg_catalog.pg_class r on r.oid = t.typrelid and r.relkind in ('r', 'p', 'v', 'm', 'f')
      left join pg_catalog.pg_namespace rn on rn.oid = r.relnamespace
    where n.nspname = any (${schemas}) and p.prokind = 'f'
      and t.typname not in ('trigger', 'event_trigger')
    order by p.oid`
}

/**
 * Whether the catalog knows the name, asked before a 404 in case our model is older than the schema. What no model holds
 * (tables without columns, functions of triggers) does not count: each request for it would read the schema anew.
 */
export async function existsInCatalog(
  sql: Sql,
  kind: 'table' | 'function',
  schema: string,
  name: string,
): Promise<boolean> {
  const rows =
    kind === 'table'
      ? await sql`
          select 1 from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
          where n.nspname = ${schema} and c.relname = ${name} and c.relkind in ('r', 'p', 'v', 'm', 'f')
            and exists (select from pg_catalog.pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)`
      : await sql`
          select 1 from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
            join pg_catalog.pg_type t on t.oid = p.prorettype
          where n.nspname = ${schema} and p.proname = ${name} and p.prokind = 'f'
            and t.typname not in ('trigger', 'event_trigger')`
  return rows.length > 0
}

/** Bodies of all functions outside the system schemas, to follow calls to unfiltered writes. */
export function readBodies(sql: Sql): Promise<{ schema: string; name: string; body: string }[]> {
  return sql`
    select n.nspname as schema, p.proname as name,
      coalesce(pg_catalog.pg_get_function_sqlbody(p.oid), p.prosrc) as body
    from pg_catalog.pg_proc p
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      join pg_catalog.pg_language l on l.oid = p.prolang
    where l.lanname in ('sql', 'plpgsql') and p.prokind in ('f', 'p')
      and n.nspname not in ('pg_catalog', 'information_schema', 'extensions', 'auth', 'storage', 'realtime')`
}
