/**
 * A page of 200 records out of 1,000,000 with eight fields and three that are computed when it is read (a formula that asks what day it
 * is, a sum and a count of linked records under a rule on reading), beside the same page without those three. Through the app's own client
 * as the maker, from whom nothing is kept, and by the role that the rule is for.
 */
import type { Table, ViewQuery } from '@plinth/domain'
import { fillings } from './measure/eight-fields.ts'
import { fillTable, million as total } from './measure/million.ts'
import { percentile, printReport, sample } from './measure/report.ts'
import { fieldOf, makeTable, must, openWorkbench, type Workbench } from './measure/workbench.ts'

const take = 200
const places = { at0: 0, at50: 0.5, at99: 0.99 } as const
const repetitions = { times: 40, warmUp: 5 }
const linkedRecords = 3_000
const linksEach = 3

const idOf = (table: Table, name: string) => table.fields.find((field) => field.name === name)!.id
const call = (name: string, ...args: object[]) => ({ call: name, args })

/** Where a page begins. */
async function pageAt({ embedded }: Workbench, { relation }: Table, share: number): Promise<string[]> {
  const offset = Math.floor(total * share)
  const rows = await embedded.admin<{ id: string }[]>`
    select id from data.${embedded.admin(relation)} order by id offset ${Math.max(0, offset - 1)} limit ${take + 1}`
  return rows.map(({ id }) => id)
}

/** Links the records of the pages that are read with some of the others each. */
async function linkPages(bench: Workbench, table: Table, people: Table, link: string): Promise<void> {
  const { admin } = bench.embedded
  const [end] = await admin<{ place: string }[]>`
    select (plinth_private.link_end_of(${link}::uuid)).place`
  for (const share of Object.values(places)) {
    const page = await pageAt(bench, table, share)
    await admin.unsafe(
      `insert into ${end!.place} (a, b)
       select r.id, p.id from unnest($1::uuid[]) with ordinality as r (id, n)
       cross join lateral (select id from data.${people.relation} order by md5(id::text || r.n) limit ${linksEach}) as p`,
      [page],
    )
  }
  await admin.unsafe(`analyze ${end!.place}`)
}

async function run(bench: Workbench): Promise<void> {
  const { bases, roles, rows } = bench.maker.backend
  const fields = fillings.map(([field]) => field)
  const table = await makeTable(bench, 'Million', fields)
  const people = await makeTable(bench, 'People', [fieldOf('Name', 'text'), fieldOf('Hours', 'integer')])
  const values = fillings.map(([, value]) => value)
  await fillTable(bench, table, values)
  await fillTable(bench, people, [`'Person ' || n`, 'n % 40'], linkedRecords)
  const target = { target: people.id }
  const link = must(
    await bases.createField(table.id, { ...fieldOf('People', 'link'), options: target } as never),
  )
  await linkPages(bench, table, people, link.id)
  const viewer = must(await roles.list(bench.base)).find(({ kind }) => kind === 'viewer')!
  const hours = idOf(people, 'Hours')
  const rule = call('>', { field: hours }, { number: 10 })
  must(await roles.setGrant(viewer.id, people.id, 'read', { scope: 'rules', rule }))
  const many = call('>', { field: hours }, { number: 20 })
  const computations = [
    { formula: call('days_between', { field: idOf(table, 'Day') }, call('today')) },
    { rollup: { link: link.id, function: 'sum' as const, field: hours } },
    { rollup: { link: link.id, function: 'count' as const, filter: many } },
  ]
  const late: Table['fields'][number]['id'][] = []
  for (const [n, computed] of computations.entries()) {
    const made = must(await bases.createField(table.id, { ...fieldOf(`Late ${n}`, 'text'), ...computed }))
    if (!made.onRead) throw new Error(`${made.name} is kept`)
    late.push(made.id)
  }
  const kept = fields.map(({ id }) => id)
  const queries = { without: kept, with: [...kept, ...late] }
  const figures: Record<string, number> = { rows: total, page: take }
  const ratios: Record<string, number> = {}
  const claims = JSON.stringify({ sub: viewer.id, role: 'authenticated' })
  for (const [place, share] of Object.entries(places)) {
    const [before] = await pageAt(bench, table, share)
    const anchor = share === 0 ? null : [before!]
    for (const [kind, asked] of Object.entries(queries)) {
      const query: ViewQuery = { table: table.id, sorts: [], fields: asked }
      const request = { query, anchor, direction: 'forward', skip: 0, take } as const
      const byClient = async () => {
        const answer = must(await rows.window(request))
        if (answer.rows.length !== take) throw new Error(`${answer.rows.length} rows at ${share}`)
      }
      figures[`${place}.client.${kind}P50Ms`] = percentile(await sample(byClient, repetitions), 0.5)
      const ofRole = await bench.embedded.sql.begin(async (tx) => {
        await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
        const key = anchor === null ? null : JSON.stringify(anchor)
        const once = () =>
          tx`select plinth.rows_window(${JSON.stringify(query)}::text::jsonb, ${key}::text::jsonb, 'forward', 0, ${take})::text`
        return sample(once, repetitions)
      })
      figures[`${place}.role.${kind}P50Ms`] = percentile(ofRole, 0.5)
    }
    for (const by of ['client', 'role'])
      ratios[`${place}.${by}`] =
        figures[`${place}.${by}.withP50Ms`]! / figures[`${place}.${by}.withoutP50Ms`]!
  }
  printReport({ name: 'on-read', figures, ratios })
}

const bench = await openWorkbench()
try {
  await run(bench)
} finally {
  await bench.stop()
}
