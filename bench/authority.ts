/**
 * What authority costs: counts, pages and filters over 1,000,000 records of a table with row rules, as somebody who reads all
 * of it and as somebody who reads a hundredth by a rule, beside the same without any security, as superuser: a call beside a copy
 * of it that asks nothing and is given the rule as its filter, a statement beside the same with the rule as WHERE. *By call* is what
 * the app does; *by policy* is what other clients do over REST, without HTTP. `…Sql` is a call beside one statement written by
 * hand. Both take turns, so that both meet the same load of the machine. `BENCH_CLOCK=cpu` (Linux) counts the processor time of the server's processes instead,
 * one for each side: what a busy machine does not change.
 */
import { readFileSync } from 'node:fs'
import { type FilterGroup, type Table, uuidV7 } from '@plinth/domain'
import type { TransactionSql } from 'postgres'
import { percentile, printReport } from './measure/report.ts'
import { fieldOf, makeTable, openWorkbench, type Workbench } from './measure/workbench.ts'

const total = Number(process.env.BENCH_ROWS ?? 1_000_000)
const regions = 100
const kinds = 100
const take = 200
const repetitions = { times: Number(process.env.BENCH_TIMES ?? 20), warmUp: 2 }

const definitions = [
  fieldOf('Name', 'text'),
  fieldOf('Region', 'integer'),
  fieldOf('Kind', 'integer'),
  fieldOf('Amount', 'integer'),
  fieldOf('Day', 'date'),
  fieldOf('Notes', 'long_text'),
]

/** Fills the table as superuser, triggers off: how rows came there is not what is measured. */
async function fill({ embedded }: Workbench, table: Table): Promise<void> {
  const relation = `data.${table.relation}`
  await embedded.admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(`
      insert into ${relation} (id, name, region, kind, amount, day, notes)
      select ('01990000-' || lpad(to_hex(n >> 16), 4, '0') || '-7' || lpad(to_hex((n >> 4) & 4095), 3, '0') || '-8'
          || lpad(to_hex(n & 15), 3, '0') || '-' || substr(md5(n::text), 1, 12))::uuid,
        'Record ' || n, (n::bigint * 7919) % ${regions}, n / ${regions} % ${kinds}, (n::bigint * 7919) % 1000003, date '2000-01-01' + (n % 9000),
        repeat('words and more words ', 1 + n % 5)
      from generate_series(0, ${total - 1}) n`)
  })
  for (const name of ['Region', 'Kind', 'Amount']) {
    const { id } = table.fields.find((field) => field.name === name)!
    await embedded.sql`select plinth_private.create_sort_index(${id}::uuid)`
  }
  await embedded.admin.unsafe(`vacuum analyze ${relation}`)
}

/** One transaction as a signed-in person, as REST makes it. */
function as<T>({ embedded }: Workbench, user: string, work: (tx: TransactionSql) => Promise<T>) {
  return embedded.sql.begin(async (tx) => {
    const claims = JSON.stringify({ sub: user, role: 'authenticated' })
    await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
    return work(tx)
  })
}

/** Somebody who holds one custom role, which reads the records of one region. */
async function addRestricted(bench: Workbench, table: Table): Promise<string> {
  const { id } = await bench.embedded.createUser('restricted@example.org', { name: 'Restricted' })
  await as(bench, id, (tx) => tx`select plinth.my_session()`)
  const role = uuidV7()
  const region = table.fields.find((field) => field.name === 'Region')!
  const rule = JSON.stringify({ call: '=', args: [{ field: region.id }, { number: 7 }] })
  await as(bench, bench.maker.userId, async (tx) => {
    await tx`select plinth.save_role(${bench.base}, ${role}, '{"name": "Region seven"}')`
    await tx`select plinth.set_grant(${role}, ${table.id}, 'read', 'rules', ${rule}::text::jsonb)`
  })
  const { sql } = bench.embedded
  await sql`insert into plinth.workspace_member (workspace_id, user_id, role) values (${bench.workspace}, ${id}, 'guest')`
  await sql`insert into plinth.base_member (base_id, workspace_id, user_id) values (${bench.base}, ${bench.workspace}, ${id})`
  await sql`insert into plinth.role_member (role_id, base_id, user_id) values (${role}, ${bench.base}, ${id})`
  return id
}

/** Copies of the calls in a schema of their own that ask nothing about the caller: the filter is a setting of the session. */
async function addUnasked({ embedded }: Workbench): Promise<void> {
  const { admin } = embedded
  await admin.unsafe(`
    create schema unasked;
    create function unasked.readable(p_query jsonb, out table_id uuid, out relation text, out filter text)
    language plpgsql stable security definer set search_path = '' as $$
    begin
      table_id := plinth_private.as_uuid(p_query ->> 'table');
      relation := (select t.relation from plinth."table" as t where t.id = table_id);
      filter := current_setting('bench.rule');
    end $$;
    create function unasked.seen_fields(p_table uuid) returns setof plinth.field
    language sql stable security definer set search_path = '' as $$
      select f.* from plinth.field as f where f.table_id = p_table $$`)
  const copied = ['projection', 'rows_window', 'view_stats']
  const definitions = await admin<{ text: string }[]>`
    select pg_get_functiondef(p.oid) as text from pg_proc as p
    where p.pronamespace = 'plinth_private'::regnamespace and p.proname = any (${copied})`
  const theirs = new RegExp(`plinth_private\\.(${[...copied, 'readable', 'seen_fields'].join('|')})\\(`, 'g')
  for (const { text } of definitions) await admin.unsafe(text.replaceAll(theirs, 'unasked.$1('))
}

interface Shape {
  name: string
  /** What the person runs. */
  secured: string
  /** The same as superuser; `rule` is the reader's row rule, or true. */
  unsecured: (rule: string) => string
}

function shapesOf(table: Table, middle: string): Shape[] {
  const relation = `data.${table.relation}`
  const fieldId = (name: string) => table.fields.find((field) => field.name === name)!.id
  const queryOf = (...items: FilterGroup['items']) => {
    const filter = items.length > 0 && { filter: { join: 'and', items } }
    return `'${JSON.stringify({ table: table.id, sorts: [], ...filter })}'::jsonb`
  }
  const query = queryOf()
  const equality = queryOf({ field: fieldId('Kind'), operator: 'is', value: 42 })
  const range = queryOf(
    { field: fieldId('Amount'), operator: 'ge', value: 1_000 },
    { field: fieldId('Amount'), operator: 'le', value: 11_000 },
  )
  const search = queryOf({ field: fieldId('Name'), operator: 'contains', value: '99999' })
  const columns = table.fields.map((field) => field.column).join(', ')
  const page = (where: string) => `
    select jsonb_agg(jsonb_build_array(id, ver, ${columns}))::text
    from (select * from ${relation} where ${where} order by id limit ${take}) page`
  const filter = (where: string) => `select count(*), max(length(notes)) from ${relation} where ${where}`
  const later = `id > '${middle}'`
  const byPolicy = (name: string, secured: string, unsecured: Shape['unsecured']) => ({
    name,
    secured,
    unsecured,
  })
  const byCall = (name: string, call: string, byHand: Shape['unsecured']): Shape[] => [
    { name, secured: `select plinth.${call}::text`, unsecured: () => `select unasked.${call}::text` },
    { name: `${name}Sql`, secured: `select plinth.${call}::text`, unsecured: byHand },
  ]
  const countByCall = (name: string, of: string, where: string) =>
    byCall(`${name}.byCall`, `view_stats(${of}, true)`, (rule) => filter(`${where} and ${rule}`))
  const pageByCall = (name: string, of: string, where: string) =>
    byCall(`${name}.byCall`, `rows_window(${of}, null, 'forward', 0, ${take})`, (rule) =>
      page(`${where} and ${rule}`),
    )
  return [
    ...byCall(
      'count.byCall',
      `view_stats(${query}, true)`,
      (rule) => `select count(*) from ${relation} where ${rule}`,
    ),
    ...byCall('page.byCall', `rows_window(${query}, '["${middle}"]', 'forward', 0, ${take})`, (rule) =>
      page(`${later} and ${rule}`),
    ),
    ...countByCall('equality', equality, 'kind = 42'),
    ...countByCall('range', range, 'amount between 1000 and 11000'),
    ...countByCall('search', search, `name ilike '%99999%'`),
    ...pageByCall('equalityPage', equality, 'kind = 42'),
    ...pageByCall('rangePage', range, 'amount between 1000 and 11000'),
    ...pageByCall('searchPage', search, `name ilike '%99999%'`),
    byPolicy('page.byPolicy', page(later), (rule) => page(`${later} and ${rule}`)),
    byPolicy('equality.byPolicy', filter('kind = 42'), (rule) => filter(`kind = 42 and ${rule}`)),
    byPolicy('range.byPolicy', filter('amount between 1000 and 11000'), (rule) =>
      filter(`amount between 1000 and 11000 and ${rule}`),
    ),
    byPolicy('search.byPolicy', filter(`name ilike '%99999%'`), (rule) =>
      filter(`name ilike '%99999%' and ${rule}`),
    ),
    byPolicy(
      'count.byPolicy',
      `select count(*) from ${relation}`,
      (rule) => `select count(*) from ${relation} where ${rule}`,
    ),
  ]
}

const byProcessor = process.env.BENCH_CLOCK === 'cpu'

/** A clock for what a transaction runs, in ms. */
async function clockOf(tx: TransactionSql): Promise<() => number> {
  if (!byProcessor) return () => performance.now()
  await tx`set local max_parallel_workers_per_gather = 0`
  const [row] = await tx`select pg_backend_pid() as pid`
  return () => Number(readFileSync(`/proc/${row!.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

async function timed(tx: TransactionSql, clock: () => number, sql: string): Promise<number> {
  const started = clock()
  await tx.unsafe(sql)
  return clock() - started
}

/** Milliseconds of a shape as a person and without security, run in turns. */
async function compare(bench: Workbench, user: string, rule: string, shape: Shape) {
  const samples = { secured: [] as number[], unsecured: [] as number[] }
  await as(bench, user, (mine) =>
    bench.embedded.admin.begin(async (theirs) => {
      const clocks = { secured: await clockOf(mine), unsecured: await clockOf(theirs) }
      await theirs`select set_config('bench.rule', ${rule}, true)`
      for (let n = -repetitions.warmUp; n < repetitions.times; n++) {
        const one = await timed(mine, clocks.secured, shape.secured)
        const other = await timed(theirs, clocks.unsecured, shape.unsecured(rule))
        if (n < 0) continue
        samples.secured.push(one)
        samples.unsecured.push(other)
      }
    }),
  )
  return samples
}

async function run(bench: Workbench): Promise<void> {
  const table = await makeTable(bench, 'Million', definitions)
  console.log(`filling ${total} rows …`)
  await fill(bench, table)
  const restricted = await addRestricted(bench, table)
  await addUnasked(bench)
  const { admin } = bench.embedded
  const [row] = await admin.unsafe(
    `select id from data.${table.relation} order by id offset ${total / 2} limit 1`,
  )
  const readers = { full: [bench.maker.userId, 'true'], restricted: [restricted, 'region = 7'] } as const
  const figures: Record<string, number> = { rows: total, page: take, rowsOfRule: total / regions }
  const ratios: Record<string, number> = {}
  for (const shape of shapesOf(table, row!.id as string)) {
    for (const [reader, [user, rule]] of Object.entries(readers)) {
      const { secured, unsecured } = await compare(bench, user, rule, shape)
      const name = `${shape.name}.${reader}`
      figures[`${name}Ms`] = percentile(secured, 0.5)
      figures[`${name}.unsecuredMs`] = percentile(unsecured, 0.5)
      ratios[name] = percentile(secured, 0.5) / percentile(unsecured, 0.5)
    }
  }
  printReport({ name: 'authority', figures, ratios })
}

const bench = await openWorkbench()
try {
  await run(bench)
} finally {
  await bench.stop()
}
