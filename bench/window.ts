/**
 * A page of 200 records out of 1,000,000 with eight fields, at 0 %, 50 % and 99 %: through the app's own client end to end, by the
 * SQL function alone as the same caller, and by the raw keyset SQL as superuser. Also a cold jump (no key known) beside raw
 * ids-first SQL. In creation order and sorted by an integer field.
 */
import type { RowKey, Table, ViewQuery } from '@plinth/domain'
import type { Sql } from 'postgres'
import { fillings } from './measure/eight-fields.ts'
import { fillTable, million as total } from './measure/million.ts'
import { percentile, printReport, sample } from './measure/report.ts'
import { makeTable, must, openWorkbench, type Workbench } from './measure/workbench.ts'

const take = 200
const places = { at0: 0, at50: 0.5, at99: 0.99 } as const
const repetitions = { times: 40, warmUp: 5 }
const coldRepetitions = { times: 7, warmUp: 1 }

interface Order {
  name: string
  query: ViewQuery
  /** Null: creation order, which is the order of ids. */
  sortColumn: string | null
}

/** The raw SQL that somebody would write by hand for this order, as the answer's JSON text. */
function rawSql(table: Table, { sortColumn }: Order) {
  const relation = `data.${table.relation}`
  const columns = table.fields.map((field) => field.column).join(', ')
  const by = sortColumn === null ? 'id' : `${sortColumn}, id`
  const bound =
    sortColumn === null ? 'id > $1::uuid' : `${sortColumn} >= $1 and (${sortColumn} > $1 or id > $2::uuid)`
  const page = (where: string) => `
    select jsonb_agg(jsonb_build_array(id, ver, ${columns}))::text
    from (select * from ${relation} ${where} order by ${by} limit ${take}) page`
  return {
    first: page(''),
    after: page(`where ${bound}`),
    keyAt: `select id, ${sortColumn ?? 'null'} as key from ${relation} order by ${by} offset $1 limit 1`,
    cold: `
      with ids as materialized (select id from ${relation} order by ${by} offset $1 limit ${take})
      select jsonb_agg(jsonb_build_array(id, ver, ${columns}) order by ${by})::text from ids join ${relation} using (id)`,
  }
}

/** The key just before a place, so that the page there is one step from a known key, as in scrolling. */
async function keyBefore(sql: Sql, keyAt: string, share: number): Promise<RowKey | null> {
  const offset = Math.floor(total * share) - 1
  if (offset < 0) return null
  const [row] = await sql.unsafe(keyAt, [offset])
  if (row === undefined) throw new Error(`no row at ${offset}`)
  return row.key === null ? [row.id as string] : [Number(row.key), row.id as string]
}

/** The function alone: as the same caller, under the same policies, without HTTP. */
async function sampleFunction({ embedded, maker }: Workbench, query: ViewQuery, anchor: RowKey | null) {
  const claims = JSON.stringify({ sub: maker.userId, role: 'authenticated' })
  return embedded.sql.begin(async (tx) => {
    await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
    const key = anchor === null ? null : JSON.stringify(anchor)
    const call = () => tx`
      select plinth.rows_window(${JSON.stringify(query)}::text::jsonb, ${key}::text::jsonb, 'forward', 0, ${take})::text`
    return sample(call, repetitions)
  })
}

async function measurePage(
  bench: Workbench,
  table: Table,
  order: Order,
  share: number,
): Promise<Record<string, number[]>> {
  const { admin } = bench.embedded
  const raw = rawSql(table, order)
  const anchor = await keyBefore(admin, raw.keyAt, share)
  const request = { query: order.query, anchor, direction: 'forward', skip: 0, take } as const
  const byClient = async () => {
    const { rows } = must(await bench.maker.backend.rows.window(request))
    if (rows.length !== take) throw new Error(`${rows.length} rows at ${share}`)
  }
  const byHand = () =>
    anchor === null
      ? admin.unsafe(raw.first, [], { prepare: true })
      : admin.unsafe(raw.after, anchor as string[], { prepare: true })
  return {
    client: await sample(byClient, repetitions),
    function: await sampleFunction(bench, order.query, anchor),
    raw: await sample(byHand, repetitions),
  }
}

async function measureCold(bench: Workbench, table: Table, order: Order): Promise<Record<string, number[]>> {
  const skip = Math.floor(total * 0.99) - take
  const request = { query: order.query, anchor: null, direction: 'forward', skip, take } as const
  const { cold } = rawSql(table, order)
  return {
    client: await sample(async () => must(await bench.maker.backend.rows.window(request)), coldRepetitions),
    raw: await sample(() => bench.embedded.admin.unsafe(cold, [skip], { prepare: true }), coldRepetitions),
  }
}

function note(figures: Record<string, number>, place: string, samples: Record<string, number[]>): void {
  for (const [kind, values] of Object.entries(samples)) {
    figures[`${place}.${kind}P50Ms`] = percentile(values, 0.5)
    figures[`${place}.${kind}P95Ms`] = percentile(values, 0.95)
  }
}

async function measureOrder(bench: Workbench, table: Table, order: Order, figures: Record<string, number>) {
  for (const [place, share] of Object.entries(places)) {
    note(figures, `${order.name}.${place}`, await measurePage(bench, table, order, share))
  }
  note(figures, `${order.name}.cold`, await measureCold(bench, table, order))
}

function ratiosOf(figures: Record<string, number>): Record<string, number> {
  const ratios: Record<string, number> = {}
  for (const [name, value] of Object.entries(figures)) {
    const match = /^(.*)\.(client|function)P50Ms$/.exec(name)
    const raw = match === null ? undefined : figures[`${match[1]}.rawP50Ms`]
    if (match !== null && raw !== undefined) ratios[`${match[1]}.${match[2]}ToRaw`] = value / raw
  }
  return ratios
}

async function run(bench: Workbench): Promise<void> {
  const definitions = fillings.map(([field]) => field)
  const table = await makeTable(bench, 'Million', definitions)
  await fillTable(
    bench,
    table,
    fillings.map(([, value]) => value),
  )
  const amount = table.fields.find((field) => field.name === 'Amount')!
  const created = { table: table.id, sorts: [] }
  const sorted = { table: table.id, sorts: [{ field: amount.id, direction: 'asc' as const }] }
  const figures: Record<string, number> = { rows: total, page: take }
  await measureOrder(bench, table, { name: 'creation', query: created, sortColumn: null }, figures)
  // What an owner does for a large table that people sort by this field (docs/decisions).
  await bench.embedded.sql`select plinth_private.create_sort_index(${amount.id}::uuid)`
  const bySort = { name: 'sorted', query: sorted, sortColumn: amount.column }
  await measureOrder(bench, table, bySort, figures)
  printReport({ name: 'window', figures, ratios: ratiosOf(figures) })
}

const bench = await openWorkbench()
try {
  await run(bench)
} finally {
  await bench.stop()
}
