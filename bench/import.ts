/**
 * The whole import of `cities.csv` (135,233 rows): the file is read twice in pieces as the app does it, once to infer the types,
 * once to convert the rows, which go to the database in chunks through the import calls. Beside it COPY of the same file into a bare
 * table, and the same rows as plain INSERTs of the same chunks into the same table (rules and triggers) as superuser.
 */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import {
  CsvReader,
  compileRows,
  detectDialect,
  type FieldDefinition,
  type ImportedValue,
  type ImportId,
  type PlannedColumn,
  planImport,
  type RecordId,
  shapeContext,
  type Table,
  TableProfiler,
  uuidV7,
} from '@plinth/domain'
import { printReport } from './measure/report.ts'
import { makeTable, must, openWorkbench, type Workbench } from './measure/workbench.ts'

const file = new URL('../e2e/fixtures/cities.csv', import.meta.url)
const base = { locale: 'en', timeZone: 'UTC' }
/** Rows a call: large enough that a round trip does not count, small enough that a pause acts at once. */
const rowsPerChunk = 2_500
const inFlight = 2

type Cell = ImportedValue
type Chunk = (readonly [RecordId, ...Cell[]])[]

/** Hands on the records of the file with its lines, read in pieces. */
async function readCsv(onRecord: (cells: string[], line: number) => void, afterPiece = async () => {}) {
  let reader: CsvReader | null = null
  for await (const piece of createReadStream(file, { encoding: 'utf8', highWaterMark: 256 * 1024 })) {
    const text = piece as string
    reader ??= new CsvReader(detectDialect(text.slice(0, 65_536)), {
      onRecord,
      onProblem: (problem) => {
        throw new Error(JSON.stringify(problem))
      },
    })
    reader.push(text)
    await afterPiece()
  }
  reader?.end()
  await afterPiece()
}

async function profile() {
  const habits = { mark: '.', order: 'mdy' } as const
  const context = shapeContext(base.locale, base.timeZone)
  const profiler = new TableProfiler({ hasHeader: null, names: null, habits, context })
  await readCsv((cells, line) => profiler.add(cells, line))
  return profiler.end()
}

/** Converts the rows and hands every full chunk on; waits when `inFlight` of them are under way. */
async function sendRows(
  columns: readonly PlannedColumn[],
  width: number,
  send: (rows: Chunk, chunk: number) => Promise<void>,
): Promise<number> {
  const convert = compileRows({ columns, width, allowsShortRows: false, ...base })
  const full: Chunk[] = []
  const running = new Set<Promise<void>>()
  let rows: Chunk = []
  let chunks = 0
  let misfits = 0
  const start = (chunk: Chunk) => {
    const sending = send(chunk, chunks++).finally(() => running.delete(sending))
    running.add(sending)
  }
  const drain = async () => {
    for (let next = full.shift(); next !== undefined; next = full.shift()) {
      while (running.size >= inFlight) await Promise.race(running)
      start(next)
    }
  }
  const onRecord = (cells: string[], line: number) => {
    if (line === 1) return
    const row = convert(cells)
    misfits += row.misfits.length
    rows.push([uuidV7() as RecordId, ...row.values])
    if (rows.length < rowsPerChunk) return
    full.push(rows)
    rows = []
  }
  await readCsv(onRecord, drain)
  if (rows.length > 0) start(rows)
  await Promise.all(running)
  return misfits
}

async function importThroughApp(bench: Workbench) {
  const { imports } = bench.maker.backend
  let peakBytes = process.memoryUsage().rss
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss)
  }, 20)
  const startBytes = peakBytes
  const started = performance.now()
  const profiled = await profile()
  const inferredAt = performance.now()
  const { fields, columns } = planImport(profiled, {}, uuidV7)
  const table = await makeTable(bench, 'Cities', fields)
  const importId = uuidV7() as ImportId
  const begin = { id: importId, table: table.id, fileName: 'cities.csv', mode: 'append', key: null } as const
  must(await imports.begin({ ...begin, fields: fields.map(({ id }) => id) }))
  const misfits = await sendRows(columns, profiled.columns.length, async (rows, chunk) => {
    must(await imports.rows({ importId, chunk, rows, misfits: [] }))
  })
  const outcome = must(await imports.finish(importId))
  const seconds = (performance.now() - started) / 1000
  clearInterval(watch)
  if (misfits > 0 || outcome.inserted !== profiled.rows)
    throw new Error(`${misfits} misfits, ${JSON.stringify(outcome)}`)
  return {
    table,
    fields,
    columns,
    width: profiled.columns.length,
    rows: profiled.rows,
    seconds,
    inferSeconds: (inferredAt - started) / 1000,
    startBytes,
    peakBytes,
  }
}

const sqlTypes: Record<string, string> = { integer: 'bigint', number: 'double precision' }

/** COPY of the file as it is, its columns in their order, into a bare table of the same types. */
async function copyFile(
  { embedded }: Workbench,
  fields: readonly FieldDefinition[],
  planned: readonly PlannedColumn[],
): Promise<number> {
  const columns = fields.map(({ type }, n) => `c${planned[n]?.index} ${sqlTypes[type] ?? 'text'}`).join(', ')
  await embedded.admin.unsafe(
    `create table public.bare (id uuid primary key default gen_random_uuid(), ${columns})`,
  )
  const names = fields.map((_, index) => `c${index}`).join(', ')
  const started = performance.now()
  const target = await embedded.admin
    .unsafe(`copy public.bare (${names}) from stdin (format csv, header true)`)
    .writable()
  for await (const piece of createReadStream(file)) {
    if (!target.write(piece)) await once(target, 'drain')
  }
  target.end()
  await once(target, 'finish')
  return (performance.now() - started) / 1000
}

/** The same rows in the same chunks into a table of the same making, without the calls and their checks. */
async function insertDirectly(
  bench: Workbench,
  table: Table,
  columns: readonly PlannedColumn[],
  width: number,
) {
  const { admin } = bench.embedded
  const names = table.fields.map(({ column }) => column)
  const typed = table.fields.map(({ column, type }) => `${column} ${sqlTypes[type] ?? 'text'}`)
  const list = names.map((_, index) => `r ->> ${index + 1}`)
  const values = table.fields.map(({ type }, index) => `(${list[index]})::${sqlTypes[type] ?? 'text'}`)
  if (typed.length !== values.length) throw new Error('columns differ')
  const statement = `
    insert into data.${table.relation} (id, ${names.join(', ')})
    select (r ->> 0)::uuid, ${values.join(', ')} from jsonb_array_elements($1::text::jsonb) as r`
  const started = performance.now()
  await sendRows(columns, width, async (rows) => {
    await admin.unsafe(statement, [JSON.stringify(rows)], { prepare: true })
  })
  return (performance.now() - started) / 1000
}

const mb = (bytes: number) => bytes / 2 ** 20

async function run(bench: Workbench): Promise<void> {
  const app = await importThroughApp(bench)
  const copySeconds = await copyFile(bench, app.fields, app.columns)
  const twin = await makeTable(
    bench,
    'Cities again',
    app.fields.map((field) => ({ ...field, id: uuidV7() as typeof field.id })),
  )
  const insertSeconds = await insertDirectly(bench, twin, app.columns, app.width)
  const [counted] = await bench.embedded.admin.unsafe(
    `select (select count(*)::int from data.${app.table.relation}) as app,
            (select count(*)::int from public.bare) as bare, (select count(*)::int from data.${twin.relation}) as twin`,
  )
  if (new Set(Object.values(counted ?? {})).size !== 1) throw new Error(JSON.stringify(counted))
  printReport({
    name: 'import',
    figures: {
      rows: app.rows,
      fileMb: mb((await stat(file)).size),
      seconds: app.seconds,
      rowsPerSecond: app.rows / app.seconds,
      inferSeconds: app.inferSeconds,
      copySeconds,
      insertSeconds,
      clientRssStartMb: mb(app.startBytes),
      clientRssPeakMb: mb(app.peakBytes),
    },
    ratios: { toCopy: app.seconds / copySeconds, toInserts: app.seconds / insertSeconds },
  })
}

const bench = await openWorkbench()
try {
  await run(bench)
} finally {
  await bench.stop()
}
