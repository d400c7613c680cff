/**
 * Edits of records that rollups of others read: 30,000 records of one table with a sum, a count with a filter, a largest value and a
 * formula over them, each linked with three records of another. Measured as a person of the base, through the app's client: 1,000
 * edits of linked records, which 30,000 records follow; one edit that 500 follow; and a table of 10,000 linked records that gains a
 * lookup and two rollups. Beside each the same by hand as superuser, one statement for all, on plain tables without triggers.
 */
import {
  type Computation,
  type Field,
  type FieldId,
  type Mutation,
  type MutationId,
  type RecordId,
  type Table,
  uuidV7,
} from '@plinth/domain'
import { percentile, printReport } from './measure/report.ts'
import { fieldOf, makeTable, must, openWorkbench } from './measure/workbench.ts'

const sources = 3_000
const dependants = 30_000
const edits = 1_000
const fanOut = 500
const gaining = 10_000
const perBatch = 500

const figures: Record<string, number> = {}
const ratios: Record<string, number> = {}

const bench = await openWorkbench()
const { maker } = bench
const { admin } = bench.embedded

async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function link(from: Table, to: Table, name: string, single = false): Promise<Field> {
  const options = { target: to.id, ...(single ? { single: true as const } : {}) }
  return must(
    await maker.backend.bases.createField(from.id, { id: uuidV7() as FieldId, name, type: 'link', options }),
  )
}
const relationOf = async ({ id }: Field): Promise<string> =>
  `data.${(await admin`select relation from plinth_private.link where a_field = ${id}`)[0]!['relation']}`

async function compute(table: Table, name: string, computation: Computation): Promise<Field> {
  const definition = { id: uuidV7() as FieldId, name, type: 'integer' as const, options: {}, ...computation }
  let field = must(await maker.backend.bases.createField(table.id, definition))
  while (field.changing) {
    const step = must(await maker.backend.bases.changeFormula(field.id, null))
    if (step.field) field = step.field
  }
  return field
}

async function idsOf({ relation }: { relation: string }): Promise<RecordId[]> {
  const rows = await admin.unsafe(`select id from data.${relation} order by n`)
  return rows.map((row) => row['id'] as RecordId)
}
const fill = ({ relation }: { relation: string }, count: number) =>
  admin.unsafe(
    `insert into data.${relation} (n, amount) select n, n % 97 from generate_series(0, ${count - 1}) as n`,
  )

const nameOf = async (table: Table) => ({
  ...table,
  relation: (await admin`select relation from plinth."table" where id = ${table.id}`)[0]![
    'relation'
  ] as string,
})

const columns = () => [fieldOf('N', 'integer'), fieldOf('Amount', 'integer')]
async function tables() {
  const tasks = await makeTable(bench, 'Tasks', columns())
  const projects = await makeTable(bench, 'Projects', columns())
  const orders = await makeTable(bench, 'Orders', columns())
  return { tasks: await nameOf(tasks), projects: await nameOf(projects), orders: await nameOf(orders) }
}

const { tasks, projects, orders } = await tables()
const amount = tasks.fields[1]!.id
await fill(tasks, sources + 1)
await fill(projects, dependants)
await fill(orders, gaining)
const toTasks = await link(projects, tasks, 'Work')
const ofOrder = await link(orders, tasks, 'Task', true)
const [work, orderLinks] = [await relationOf(toTasks), await relationOf(ofOrder)]
await admin.unsafe(`insert into ${work} (a, b) select p.id, t.id from data.${projects.relation} as p
  join data.${tasks.relation} as t on t.n % ${edits} = p.n % ${edits} and t.n < ${sources}`)
await admin.unsafe(`insert into ${work} (a, b) select p.id, t.id from data.${projects.relation} as p, data.${tasks.relation} as t
  where p.n < ${fanOut} and t.n = ${sources}`)
await admin.unsafe(`insert into ${orderLinks} (a, b) select o.id, t.id from data.${orders.relation} as o
  join data.${tasks.relation} as t on t.n = o.n % ${sources}`)
const rollup = (name: 'sum' | 'max' | 'count' | 'first', of = toTasks, filter?: object): Computation => ({
  rollup: {
    link: of.id,
    function: name,
    ...(name === 'count' ? {} : { field: amount }),
    ...(filter ? { filter: filter as never } : {}),
  },
})
const large = { call: '>', args: [{ field: amount }, { number: 50 }] }
const sum = await compute(projects, 'Total', rollup('sum'))
await compute(projects, 'Largest', rollup('max'))
await compute(projects, 'Many', rollup('count', toTasks, large))
await compute(projects, 'Double', {
  formula: { call: '*', args: [{ field: sum.id }, { number: 2 }] } as never,
})

/** The same tables without anything of ours. */
await admin.unsafe(`create table public.tasks as select id, n, amount from data.${tasks.relation}`)
await admin.unsafe(`create table public.work as select a, b from ${work}`)
await admin.unsafe(
  `create table public.orders as select o.id, l.b from data.${orders.relation} as o join ${orderLinks} as l on l.a = o.id`,
)
await admin.unsafe(
  `create table public.projects as select id, n, total, largest, many, double from data.${projects.relation}`,
)
for (const name of ['tasks', 'projects', 'orders'])
  await admin.unsafe(`alter table public.${name} add primary key (id)`)
await admin.unsafe('create index on public.work (a); create index on public.work (b)')
await admin.unsafe('vacuum analyze')

const ids = await idsOf(tasks)
const amounts = new Map<RecordId, number>(ids.map((id, n) => [id, n % 97]))
const editOf = (record: RecordId): Mutation => {
  const before = amounts.get(record)!
  amounts.set(record, before + 1)
  return {
    id: uuidV7() as MutationId,
    kind: 'update',
    table: tasks.id,
    record,
    values: { [amount]: before + 1 },
    base: { [amount]: before },
  } as Mutation
}
async function send(records: readonly RecordId[]): Promise<void> {
  for (let at = 0; at < records.length; at += perBatch) {
    const mutations = records.slice(at, at + perBatch).map(editOf)
    const results = must(await maker.backend.rows.apply({ mutations, atomic: false }))
    if (results.some(({ status }) => status !== 'ok')) throw new Error('an edit was refused')
  }
}
const byHand = (where: string) =>
  admin.unsafe(`
    update public.tasks set amount = amount + 1 where ${where};
    update public.projects as p set total = r.total, largest = r.largest, many = r.many, double = r.total * 2
      from (select w.a, sum(t.amount) as total, max(t.amount) as largest, count(*) filter (where t.amount > 50) as many
            from public.work as w join public.tasks as t on t.id = w.b
            where w.a in (select x.a from public.work as x join public.tasks as s on s.id = x.b where ${where.replaceAll('n ', 's.n ')})
            group by w.a) as r
      where p.id = r.a`)

const many: number[] = []
const manyByHand: number[] = []
for (let round = 0; round < 3; round += 1) {
  many.push(await timed(() => send(ids.slice(0, edits))))
  manyByHand.push(await timed(() => byHand(`n < ${edits}`)))
}
const one: number[] = []
const oneByHand: number[] = []
for (let round = 0; round < 20; round += 1) {
  one.push(await timed(() => send([ids[sources]!])))
  oneByHand.push(await timed(() => byHand(`n = ${sources}`)))
}

const gained = await timed(async () => {
  await compute(orders, 'Amount of it', rollup('first', ofOrder))
  await compute(orders, 'Sum of it', rollup('sum', ofOrder))
  await compute(orders, 'How many', rollup('count', ofOrder))
})
const gainedByHand = await timed(() =>
  admin.unsafe(`alter table public.orders add amount bigint, add total bigint, add many bigint;
    update public.orders as o set amount = t.amount, total = t.amount, many = 1 from public.tasks as t where t.id = o.b`),
)

const [wrong] = await admin.unsafe(`select count(*)::int as n from data.${projects.relation} as p
  join (select w.a, sum(t.amount) as total, max(t.amount) as largest, count(*) filter (where t.amount > 50) as many
        from ${work} as w join data.${tasks.relation} as t on t.id = w.b group by 1) as r on r.a = p.id
  where (p.total, p.double, p.largest, p.many) is distinct from (r.total, r.total * 2, r.largest, r.many)`)
const [wrongGain] = await admin.unsafe(`select count(*)::int as n from data.${orders.relation} as o
  join ${orderLinks} as l on l.a = o.id join data.${tasks.relation} as t on t.id = l.b
  where (o.amount_of_it, o.sum_of_it, o.how_many) is distinct from (t.amount, t.amount, 1)`)
if (wrong!['n'] + wrongGain!['n'] !== 0)
  throw new Error(
    `${wrong!['n'] + wrongGain!['n']} records hold something else than their linked records say`,
  )

Object.assign(figures, {
  'manyEdits.seconds': percentile(many, 0.5) / 1_000,
  'manyEdits.byHandSeconds': percentile(manyByHand, 0.5) / 1_000,
  'oneEdit.p50Ms': percentile(one, 0.5),
  'oneEdit.p95Ms': percentile(one, 0.95),
  'oneEdit.byHandMs': percentile(oneByHand, 0.5),
  'gained.seconds': gained / 1_000,
  'gained.byHandSeconds': gainedByHand / 1_000,
})
Object.assign(ratios, {
  'manyEdits ÷ by hand': percentile(many, 0.5) / percentile(manyByHand, 0.5),
  'oneEdit ÷ by hand': percentile(one, 0.5) / percentile(oneByHand, 0.5),
  'gained ÷ by hand': gained / gainedByHand,
})
await bench.stop()
printReport({ name: 'cascade', figures, ratios })
