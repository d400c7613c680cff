/**
 * One change of 1,000,000 records of 20 fields that the server works off step by step, as an editor under the policies: a field set
 * in all of them, taken back, and a tenth of them deleted and brought back. Beside it the same in one statement by hand as
 * superuser, on that table with its triggers and on a plain copy without. While a field is set, somebody else reads pages and
 * edits: how long those take. What stands in the table is counted after each part.
 */
import type { Person } from '@plinth/backend/testing'
import {
  type BulkChange,
  type BulkStep,
  type Field,
  type MutationId,
  type Result,
  type RowKey,
  type Table,
  uuidV7,
  type ViewQuery,
} from '@plinth/domain'
import { invite } from './measure/invite.ts'
import { fillTable, million } from './measure/million.ts'
import { percentile, printReport } from './measure/report.ts'
import { fieldOf, makeTable, must, openWorkbench, type Workbench } from './measure/workbench.ts'

const fields = Array.from({ length: 20 }, (_, at) =>
  fieldOf(`Field ${at}`, (['text', 'integer', 'date', 'number'] as const)[at % 4]!),
)
const filling = (type: string) =>
  ({ text: `'Text ' || n % 977`, integer: 'n % 1009', date: `date '2010-01-01' + n % 4000` })[type] ??
  'n / 11.0'

const figures: Record<string, number> = { records: million, fields: fields.length }
const ratios: Record<string, number> = {}

async function timed<T>(work: () => PromiseLike<T>): Promise<{ value: T; ms: number }> {
  const began = performance.now()
  const value = await work()
  return { value, ms: performance.now() - began }
}

/** Asks for step after step; answers what the single ones took. */
async function workOff(ask: (part: number) => Promise<Result<BulkStep>>): Promise<number[]> {
  const times: number[] = []
  for (let part = 0, isOver = false; !isOver; ) {
    const { value, ms } = await timed(() => ask(part))
    const step = must(value)
    if (step.refused > 0 || step.changed > 0) throw new Error(`not all was done: ${JSON.stringify(step)}`)
    times.push(ms)
    part = step.next
    isOver = step.atEnd
  }
  return times
}

function note(name: string, count: number, times: readonly number[]): number {
  const ms = times.reduce((sum, one) => sum + one, 0)
  figures[`${name}.seconds`] = ms / 1_000
  figures[`${name}.stepP50Ms`] = percentile(times, 0.5)
  figures[`${name}.stepP95Ms`] = percentile(times, 0.95)
  figures[`${name}.recordsPerSecond`] = Math.round((count * 1_000) / ms)
  console.log(name, `${count} records in ${(ms / 1_000).toFixed(1)} s`)
  return ms
}

interface Asked {
  readonly name: string
  readonly query: ViewQuery
  readonly count: number
  readonly change: BulkChange
  /** What is true of so many records only when it is done. */
  readonly isDone: string
}

/** There and back, each counted in the table. */
async function thereAndBack(bench: Workbench, editor: Person, table: Table, asked: Asked): Promise<number> {
  const { rows } = editor.backend
  const { name, query, count, change, isDone } = asked
  const bulk = uuidV7()
  const selection = { from: null, to: null, minus: [] }
  const began = await timed(() => rows.beginBulk({ bulk, query, selection, change, count, slack: 0 }))
  must(began.value)
  figures[`${name}.beginMs`] = began.ms
  const expectDone = async (wanted: number) => {
    const [row] = await bench.embedded.admin.unsafe(
      `select count(*)::int as n from data.${table.relation} where ${isDone}`,
    )
    if (row?.['n'] !== wanted) throw new Error(`${name}: ${row?.['n']} records are done, not ${wanted}`)
  }
  const [before] = await bench.embedded.admin.unsafe(
    `select count(*)::int as n from data.${table.relation} where ${isDone}`,
  )
  const there = note(name, count, await workOff((part) => rows.stepBulk(bulk, 0, part)))
  const isDeletion = change.kind === 'delete'
  await expectDone(isDeletion ? (before?.['n'] as number) - count : count)
  note(`${name}.back`, count, await workOff((part) => rows.stepBulk(bulk, 1, part)))
  await expectDone(before?.['n'] as number)
  return there
}

/** Pages read and single edits made by somebody else, until it is told to stop. */
async function meanwhile(reader: Person, table: Table, spare: Field, isOver: () => boolean) {
  const { rows } = reader.backend
  const [pages, edits]: [number[], number[]] = [[], []]
  const query = { table: table.id, sorts: [] }
  while (!isOver()) {
    const skip = Math.floor(Math.random() * 4_000)
    const anchor: RowKey | null = null
    const page = await timed(() => rows.window({ query, anchor, direction: 'forward', skip, take: 200 }))
    pages.push(page.ms)
    const { id, values: known } = must(page.value).rows[0]!
    const base = { [spare.id]: known[spare.id] ?? null }
    const edit = { id: uuidV7() as MutationId, kind: 'update', table: table.id, record: id, base } as const
    const values = { [spare.id]: `t${skip}` }
    const stored = await timed(() => rows.apply({ mutations: [{ ...edit, values }], atomic: false }))
    const [result] = must(stored.value)
    if (result?.status !== 'ok') throw new Error(`an edit was not stored: ${JSON.stringify(result)}`)
    edits.push(stored.ms)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return { pages, edits }
}

/** The same change in one statement, taken back at its end. */
async function byHand({ embedded }: Workbench, statement: string): Promise<number> {
  let ms = 0
  const undone = new Error('taken back')
  await embedded.admin
    .begin(async (tx) => {
      ms = (await timed(() => tx.unsafe(statement))).ms
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return ms
}

async function run(bench: Workbench): Promise<void> {
  const table = await makeTable(bench, 'Million', fields)
  await fillTable(
    bench,
    table,
    fields.map(({ type }) => filling(type)),
  )
  const [text, integer] = table.fields as [Field, Field]
  const { admin } = bench.embedded
  await admin.unsafe(`create table public.plain as select * from data.${table.relation}`)
  await admin.unsafe('alter table public.plain add primary key (id)')
  await admin.unsafe('vacuum analyze public.plain')
  const [editor, other] = [await invite(bench, 1), await invite(bench, 2)]

  const relation = `data.${table.relation}`
  const set = (relation: string) => `update ${relation} set ${text.column} = 'all alike'`
  const remove = (relation: string) => `delete from ${relation} where ${integer.column} < 101`
  const raw = {
    set: await byHand(bench, set('public.plain')),
    setWithTriggers: await byHand(bench, set(relation)),
    delete: await byHand(bench, remove('public.plain')),
  }
  for (const [name, ms] of Object.entries(raw)) figures[`raw.${name}Seconds`] = ms / 1_000
  await admin.unsafe(`vacuum analyze ${relation}`)

  let isOver = false
  const others = meanwhile(other, table, table.fields[4]!, () => isOver)
  const setMs = await thereAndBack(bench, editor, table, {
    name: 'set',
    query: { table: table.id, sorts: [] },
    count: million,
    change: { kind: 'set', field: text.id, value: 'all alike' },
    isDone: `${text.column} = 'all alike'`,
  })
  isOver = true
  const { pages, edits } = await others
  figures['others.pageP95Ms'] = percentile(pages, 0.95)
  figures['others.pageMaxMs'] = Math.max(...pages)
  figures['others.editP95Ms'] = percentile(edits, 0.95)
  figures['others.editMaxMs'] = Math.max(...edits)

  const [few] = await admin.unsafe(`select count(*)::int as n from ${relation} where ${integer.column} < 101`)
  const filter = { join: 'and', items: [{ field: integer.id, operator: 'lt', value: 101 }] } as const
  const deleteMs = await thereAndBack(bench, editor, table, {
    name: 'delete',
    query: { table: table.id, sorts: [], filter },
    count: few?.['n'] as number,
    change: { kind: 'delete' },
    isDone: 'true',
  })
  ratios['set/plain'] = setMs / raw.set
  ratios['set/withTriggers'] = setMs / raw.setWithTriggers
  ratios['delete/plain'] = deleteMs / raw.delete
  for (const { backend } of [editor, other]) await backend.dispose()
  printReport({ name: 'bulk', figures, ratios })
}

const bench = await openWorkbench()
try {
  await run(bench)
} finally {
  await bench.stop()
}
