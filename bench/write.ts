/**
 * One edit, from the key to the server's word: on the person's own screen at once, and stored. In a table of 1,000,000 records
 * with 20 fields, under the policies, through the record-store and its outbox. Beside it the same UPDATE by hand as superuser, on that
 * table and on a plain copy without triggers, and one bare round trip over the loopback. The limit is three times the UPDATE
 * and one round trip. Each of these alone, with a pause before it as a hand makes it. Then 16 people who edit at once, and edits typed into the grid of the built app: in which frame they are painted.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Person } from '@plinth/backend/testing'
import { type Field, type FieldId, type FieldTypeName, type RecordId, type Table } from '@plinth/domain'
import {
  memoryOutboxStorage,
  memoryUndecidedStorage,
  RowStores,
  systemClock,
  type TableSession,
} from '@plinth/record-store'
import { builtApp } from './measure/built-app.ts'
import { editInApp } from './measure/edit-in-app.ts'
import { invite } from './measure/invite.ts'
import { fillTable, million as total } from './measure/million.ts'
import { percentile, printReport, sample } from './measure/report.ts'
import { fieldOf, makeTable, must, openWorkbench, type Workbench } from './measure/workbench.ts'

const edits = 200
const warmUp = 20
/** Between two edits of one person, and between what is measured beside them: an edit's event is sent and heard after its answer. */
const pauseMs = 60
const people = 16
const editsEach = 40
const editsInApp = 50

const types: readonly FieldTypeName[] = ['text', 'integer', 'number', 'checkbox', 'date']
const definitions = Array.from({ length: 20 }, (_, at) => fieldOf(`Field ${at}`, types[at % types.length]!))
const filling: Readonly<Record<string, string>> = {
  text: `'Record ' || n`,
  integer: 'n % 1000',
  number: 'n / 7.0',
  checkbox: 'n % 3 = 0',
  date: `date '2000-01-01' + (n % 9000)`,
}

/** Fills the table, and makes the plain copy that the UPDATE by hand changes. */
async function fill(bench: Workbench, table: Table): Promise<void> {
  await fillTable(
    bench,
    table,
    table.fields.map(({ type }) => filling[type]!),
  )
  const { admin } = bench.embedded
  await admin.unsafe(`create table public.plain as select * from data.${table.relation}`)
  await admin.unsafe('alter table public.plain add primary key (id)')
  await admin.unsafe('vacuum analyze public.plain')
}

interface Desk {
  readonly stores: RowStores
  readonly session: TableSession
  readonly records: readonly RecordId[]
}

/** The table as a page has it open: listening, with a window of rows on screen. */
async function openDesk({ backend }: Person, bench: Workbench, table: Table, first: number): Promise<Desk> {
  const { accessEpoch } = must(await backend.bases.schema(bench.base))
  const stores = new RowStores({
    ...backend,
    clock: systemClock,
    storage: memoryOutboxStorage(),
    undecided: memoryUndecidedStorage(),
  })
  const session = stores.enter(table.id)
  session.listen(accessEpoch)
  const window = session.enterWindow({ table: table.id, sorts: [] })
  const isThere = () => window.idAt(first) !== null && window.idAt(first + 39) !== null
  await new Promise<void>((resolve) => {
    const stop = window.subscribe(() => {
      window.setViewport(first, first + 39)
      if (!isThere()) return
      stop()
      resolve()
    })
    window.setViewport(first, first + 39)
  })
  const records = Array.from({ length: 40 }, (_, at) => window.idAt(first + at)!)
  return { stores, session, records }
}

/** Resolves when the outbox is empty. */
function allStored({ outbox }: RowStores): Promise<void> {
  return new Promise((resolve) => {
    if (outbox.status().pending === 0) return resolve()
    const stop = outbox.subscribe(() => {
      if (outbox.status().pending > 0) return
      stop()
      resolve()
    })
  })
}

interface Edit {
  readonly shownMs: number
  readonly storedMs: number
}

async function edit(desk: Desk, record: RecordId, field: FieldId, text: string): Promise<Edit> {
  const started = performance.now()
  desk.session.edit(record, { [field]: text })
  if (desk.session.store.get(record)?.values[field] !== text) throw new Error('the edit is not on the screen')
  const shownMs = performance.now() - started
  await allStored(desk.stores)
  const storedMs = performance.now() - started
  const row = desk.session.store.get(record)
  if (row?.problems.size !== 0 || row.values[field] !== text) throw new Error('the edit was refused')
  return { shownMs, storedMs }
}

async function editAlone(desk: Desk, table: Table): Promise<Edit[]> {
  const field = table.fields[0]!.id
  const done: Edit[] = []
  for (let no = 0; no < edits + warmUp; no += 1) {
    const record = desk.records[no % desk.records.length]!
    await delay(pauseMs)
    done.push(await edit(desk, record, field, `edit ${no}`))
  }
  return done.slice(warmUp)
}

/** The same change by hand, each in a transaction of its own: on a relation as the superuser. */
async function updateByHand(
  { embedded }: Workbench,
  relation: string,
  { column }: Field,
  records: readonly RecordId[],
): Promise<number[]> {
  const statement = `update ${relation} set ${column} = $1 where id = $2::uuid`
  return sample(
    (no) =>
      embedded.admin.unsafe(statement, [`by hand ${no}`, records[no % records.length]!], { prepare: true }),
    { times: edits, warmUp, pauseMs },
  )
}

/** Everybody changes the same forty records, each in a field of their own, all at once. */
async function editTogether(bench: Workbench, table: Table): Promise<{ edits: Edit[]; seconds: number }> {
  const all: Person[] = []
  for (let no = 0; no < people; no += 1) all.push(await invite(bench, no))
  const desks = await Promise.all(all.map((person) => openDesk(person, bench, table, total >> 1)))
  const texts = table.fields.filter(({ type }) => type === 'text')
  const started = performance.now()
  const done = await Promise.all(
    desks.map(async (desk, no) => {
      const mine: Edit[] = []
      const field = texts[no % texts.length]!.id
      for (let at = 0; at < editsEach; at += 1) {
        // Those who share a field keep to records of their own: that two want one cell is a conflict, and no error.
        const place = (at * people + no) % desk.records.length
        const own = desk.records[place - (place % 4) + Math.floor(no / 4)]!
        mine.push(await edit(desk, own, field, `${no}: ${at}`))
      }
      return mine
    }),
  )
  const seconds = (performance.now() - started) / 1_000
  for (const desk of desks) desk.stores.close()
  for (const person of all) await person.backend.dispose()
  return { edits: done.flat(), seconds }
}

const p95 = (samples: readonly number[]) => percentile(samples, 0.95)
const p50 = (samples: readonly number[]) => percentile(samples, 0.5)

async function run(bench: Workbench): Promise<void> {
  const table = await makeTable(bench, 'Million', definitions)
  await fill(bench, table)
  const editor = await invite(bench, people)
  const desk = await openDesk(editor, bench, table, total >> 1)
  const alone = await editAlone(desk, table)
  const [field] = table.fields
  const plain = await updateByHand(bench, 'public.plain', field!, desk.records)
  const byHand = await updateByHand(bench, `data.${table.relation}`, field!, desk.records)
  const trip = await sample(() => editor.backend.checkProject(), { times: edits, warmUp, pauseMs })
  desk.stores.close()
  await editor.backend.dispose()
  const together = await editTogether(bench, table)
  const painted = await editInApp(bench, table, editsInApp)
  const stored = alone.map(({ storedMs }) => storedMs)
  const limit = (raw: readonly number[], share: typeof p50) => 3 * share(raw) + share(trip)
  printReport({
    name: 'write',
    figures: {
      records: total,
      fields: definitions.length,
      edits,
      shownP95Ms: p95(alone.map(({ shownMs }) => shownMs)),
      paintedFramesLaterMost: Math.max(...painted.map(({ framesLater }) => framesLater)),
      paintedP50Ms: p50(painted.map(({ ms }) => ms)),
      paintedP95Ms: p95(painted.map(({ ms }) => ms)),
      storedP50Ms: p50(stored),
      storedP95Ms: p95(stored),
      updateByHandP50Ms: p50(byHand),
      updateByHandP95Ms: p95(byHand),
      plainUpdateP50Ms: p50(plain),
      plainUpdateP95Ms: p95(plain),
      roundTripP50Ms: p50(trip),
      roundTripP95Ms: p95(trip),
      people,
      editsTogether: together.edits.length,
      togetherP50Ms: p50(together.edits.map(({ storedMs }) => storedMs)),
      togetherP95Ms: p95(together.edits.map(({ storedMs }) => storedMs)),
      editsPerSecond: together.edits.length / together.seconds,
    },
    ratios: {
      storedToLimitP50: p50(stored) / limit(byHand, p50),
      storedToLimitP95: p95(stored) / limit(byHand, p95),
      storedToPlainLimitP50: p50(stored) / limit(plain, p50),
      storedToPlainLimitP95: p95(stored) / limit(plain, p95),
    },
  })
}

const bench = await openWorkbench({ appDir: builtApp() })
try {
  await run(bench)
} finally {
  await bench.stop()
}
