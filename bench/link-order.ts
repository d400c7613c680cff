/**
 * 1,000,000 records of eight fields in the order of what they link, 30,000 records of another table, and in groups of it: the first page, the one
 * behind it, the last, the headings of all groups and a chart of the fifty largest. Through the app's own client, as the maker and as an
 * editor under a rule that shows two of three linked records; beside each the same in SQL by hand, without anybody's rights. What comes first is
 * compared with what SQL says.
 */
import { type Field, type RowKey, restrictedRecord, type Table, type ViewQuery } from '@plinth/domain'
import { fillings } from './measure/eight-fields.ts'
import { invite } from './measure/invite.ts'
import { fillTable, million as total } from './measure/million.ts'
import { percentile, printReport, sample } from './measure/report.ts'
import { fieldOf, makeTable, must, openWorkbench, type Workbench } from './measure/workbench.ts'

const linked = 30_000
const take = 200
const repetitions = { times: 7, warmUp: 2 }

/** A link of every record to one of the others, and all of them counted. */
async function linkAll({ embedded, maker }: Workbench, table: Table, people: Table): Promise<Field> {
  const options = { target: people.id, single: true }
  const link = must(
    await maker.backend.bases.createField(table.id, { ...fieldOf('Person', 'link'), options } as never),
  )
  const [end] = await embedded.admin<{ place: string }[]>`
    select (plinth_private.link_end_of(${link.id}::uuid)).place`
  await embedded.admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(`
      insert into ${end!.place} (a, b)
      select r.id, p.ids[1 + (r.n * 7919) % ${linked}]
      from (select id, row_number() over (order by id) as n from data.${table.relation}) as r,
           (select array_agg(id order by id) as ids from data.${people.relation}) as p`)
    await tx.unsafe(`update data.${table.relation} set ${link.column} = 1`)
  })
  for (const relation of [`data.${table.relation}`, end!.place])
    await embedded.admin.unsafe(`vacuum analyze ${relation}`)
  return link
}

/** The same by hand: records with the names of what they link. */
async function byHand({ embedded }: Workbench, table: Table, people: Table, link: Field) {
  const [end] = await embedded.admin<{ place: string }[]>`
    select (plinth_private.link_end_of(${link.id}::uuid)).place`
  const name = `p.${people.fields[0]!.column} collate plinth.natural`
  const from = `data.${table.relation} as t join ${end!.place} as j on j.a = t.id join data.${people.relation} as p on p.id = j.b`
  const pageOf = (way: string, more = '') =>
    `select t.id from ${from} ${more} order by ${name} ${way}, p.id ${way}, t.id ${way} limit ${take}`
  const run = async (sql: string) => {
    const rows = await embedded.admin.unsafe<{ id: string }[]>(sql)
    return rows.map(({ id }) => id)
  }
  return {
    first: () => run(pageOf('asc')),
    last: () => run(pageOf('desc')),
    groups: () =>
      run(`select p.id, count(*) from ${from} group by p.id, ${name} order by ${name}, p.id limit 10000`),
    chart: () => run(`select p.id, count(*) from ${from} group by p.id order by 2 desc, p.id limit 50`),
  }
}

async function run(bench: Workbench): Promise<void> {
  const { roles } = bench.maker.backend
  const table = await makeTable(
    bench,
    'Million',
    fillings.map(([field]) => field),
  )
  const people = await makeTable(bench, 'People', [fieldOf('Name', 'text'), fieldOf('Kind', 'integer')])
  await fillTable(
    bench,
    table,
    fillings.map(([, value]) => value),
  )
  await fillTable(bench, people, [`'Person ' || (n::bigint * 104729) % 100003`, 'n % 3'], linked)
  const link = await linkAll(bench, table, people)
  const editor = must(await roles.list(bench.base)).find(({ kind }) => kind === 'editor')!
  const rule = { call: '>', args: [{ field: people.fields[1]!.id }, { number: 0 }] }
  must(await roles.setGrant(editor.id, people.id, 'read', { scope: 'rules', rule }))
  const guest = await invite(bench, 1)
  const raw = await byHand(bench, table, people, link)
  const expected = await raw.first()
  const by = [{ field: link.id, direction: 'asc' }] as const
  const sorted: ViewQuery = { table: table.id, sorts: by, fields: [table.fields[0]!.id, link.id] }
  const grouped: ViewQuery = { table: table.id, sorts: [], groups: by }
  const figures: Record<string, number> = { rows: total, linked }
  const ratios: Record<string, number> = {}
  const measure = async (name: string, work: () => Promise<unknown>) => {
    figures[`${name}P50Ms`] = percentile(await sample(work, repetitions), 0.5)
  }
  for (const part of ['first', 'last', 'groups', 'chart'] as const) await measure(`sql.${part}`, raw[part])
  for (const [who, { rows }] of [
    ['maker', bench.maker.backend],
    ['editor', guest.backend],
  ] as const) {
    const page = async (direction: 'forward' | 'backward', anchor: RowKey | null) =>
      must(await rows.window({ query: sorted, anchor, direction, skip: 0, take }))
    const first = await page('forward', null)
    if (who === 'maker' && first.rows.some(({ id }, at) => id !== expected[at]))
      throw new Error('another order')
    await measure(`${who}.first`, () => page('forward', null))
    await measure(`${who}.next`, () => page('forward', first.lastKey))
    await measure(`${who}.last`, () => page('backward', null))
    const groups = async () => must(await rows.groups({ query: grouped, figures: {}, skip: 0, take: 10_000 }))
    const paths = (await groups()).groups.map(({ path }) => path[0])
    if (paths.includes(restrictedRecord) && who === 'maker') throw new Error('not all are read')
    await measure(`${who}.groups`, groups)
    const chart = {
      figure: 'count',
      field: null,
      units: [null],
      by: 'figure',
      take: 50,
      totals: false,
    } as const
    await measure(`${who}.chart`, async () => must(await rows.chart({ query: grouped, chart })))
    for (const part of ['first', 'last', 'groups', 'chart'] as const)
      ratios[`${who}.${part}.toSql`] = figures[`${who}.${part}P50Ms`]! / figures[`sql.${part}P50Ms`]!
    ratios[`${who}.next.toFirst`] = figures[`${who}.nextP50Ms`]! / figures[`${who}.firstP50Ms`]!
  }
  printReport({ name: 'link-order', figures, ratios })
}

const bench = await openWorkbench()
try {
  await run(bench)
} finally {
  await bench.stop()
}
