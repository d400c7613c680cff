import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openPool } from '../database.ts'
import { type ChildBackend, type ChildReport, startChild } from '../testing/child-backend.ts'
import { scratchPlace } from '../testing/scratch-place.ts'

const BUCKET = 'crash'
const CHUNKS = 400
const ROWS_PER_CHUNK = 50
const WRITERS = 2
const password = 'correct horse battery staple'

let folder: string
let dataDir: string
const children: ChildBackend[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(await scratchPlace(), 'plinth-crash-'))
  await chmod(folder, 0o711)
  dataDir = join(folder, 'data')
})
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.stop()))
  await rm(folder, { recursive: true, force: true })
})

async function start() {
  const child = startChild(dataDir)
  children.push(child)
  const report = await child.report
  expect(report.message).toBeUndefined()
  return { child, report }
}

function connect({ url = '' }: ChildReport, key = ''): SupabaseClient {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  })
}

/** What was being done, and what of it was answered. */
interface Work {
  table: string
  field: string
  importId: string
  chunks: { id: string; value: string }[][]
  written: Map<string, string>
  uploads: Map<string, { digest: string; acknowledged: boolean }>
  people: string[]
  chunksDone: Set<number>
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function call(client: SupabaseClient, name: string, args: object = {}): Promise<unknown> {
  const { data, error } = await client.schema('plinth').rpc(name, args)
  if (error) throw new Error(`${name}: ${error.message} ${error.details}`)
  return data
}

async function prepare(report: ChildReport): Promise<{ ada: SupabaseClient; work: Work }> {
  const ada = connect(report, report.publishableKey)
  await ada.auth.signUp({ email: 'ada@example.org', password })
  const [workspace, base, table, field, importId] = Array.from({ length: 5 }, () => randomUUID())
  if (!table || !field || !importId) throw new Error('no ids')
  await call(ada, 'my_session')
  await call(ada, 'create_workspace', { workspace, name: 'Crash' })
  const settings = { hue: 'teal', timeZone: 'UTC', locale: 'en', weekStart: 1 }
  await call(ada, 'create_base', { base, workspace, name: 'Crash', settings })
  const fields = [{ id: field, name: 'Title', type: 'text', options: {} }]
  await call(ada, 'create_table', { base, definition: { id: table, name: 'Rows', fields } })
  const begin = { import: importId, table, file_name: 'a.csv', fields: [field], mode: 'append', key: null }
  await call(ada, 'begin_import', begin)
  const service = connect(report, report.secretKey)
  await service.storage.createBucket(BUCKET)
  const chunks = Array.from({ length: CHUNKS }, (_, chunk) =>
    Array.from({ length: ROWS_PER_CHUNK }, (_, row) => ({ id: randomUUID(), value: `${chunk}/${row}` })),
  )
  const work = { table, field, importId, chunks, written: new Map(), uploads: new Map() }
  return { ada, work: { ...work, people: [], chunksDone: new Set() } }
}

/** Repeats `step` until it reports that the backend is gone. */
async function repeat(step: (n: number) => Promise<boolean>): Promise<void> {
  for (let n = 0; await step(n); n++);
}

function sendChunk(client: SupabaseClient, work: Work, chunk: number) {
  const rows = (work.chunks[chunk] ?? []).map(({ id, value }) => [id, value])
  return client.schema('plinth').rpc('import_rows', { import: work.importId, chunk, rows, misfits: [] })
}

function startWork(report: ChildReport, ada: SupabaseClient, work: Work): Promise<void>[] {
  const service = connect(report, report.secretKey)
  const write = async (n: number, writer: number) => {
    const values = { [work.field]: `${writer}-${n}` }
    const [id, record] = [randomUUID(), randomUUID()]
    const mutation = { id, kind: 'insert', table: work.table, record, values, base: {} }
    const batch = { mutations: [mutation], atomic: false }
    const { data, error } = await ada.schema('plinth').rpc('apply_mutations', { batch })
    if (!error && (data as { ok?: boolean; error?: unknown }[])[0]?.error == null)
      work.written.set(record, `${writer}-${n}`)
    return !error
  }
  const upload = async (n: number, writer: number) => {
    const bytes = randomBytes(1 + ((n * 37_003) % 400_000))
    const key = `${writer}/${n}`
    const entry = { digest: digestOf(bytes), acknowledged: false }
    work.uploads.set(key, entry)
    const { error } = await service.storage.from(BUCKET).upload(key, bytes)
    entry.acknowledged = !error
    return !error
  }
  const signUp = async (n: number) => {
    const email = `person${n}@example.org`
    const { error } = await connect(report, report.publishableKey).auth.signUp({ email, password })
    if (!error) work.people.push(email)
    return !error
  }
  const importing = async (n: number) => {
    const { error } = await sendChunk(ada, work, n)
    if (!error) work.chunksDone.add(n)
    return !error && n + 1 < CHUNKS
  }
  return [
    ...Array.from({ length: WRITERS }, (_, writer) => repeat((n) => write(n, writer))),
    ...[0, 1, 2].map((writer) => repeat((n) => upload(n, writer))),
    repeat(signUp),
    repeat(importing),
  ]
}

async function versionsOnDisk(): Promise<string[]> {
  const root = join(dataDir, 'files', 'objects')
  const shards = await readdir(root)
  const found = await Promise.all(shards.map((shard) => readdir(join(root, shard))))
  return found.flat().toSorted()
}

async function checkFiles(report: ChildReport, work: Work): Promise<void> {
  const service = connect(report, report.secretKey)
  const sql = openPool(report.databaseUrl ?? '', 1)
  const rows = await sql<{ name: string; version: string }[]>`
    select name, version from storage.objects where bucket_id = ${BUCKET}`
  await sql.end()
  const named = new Set(rows.map(({ name }) => name))
  const lost = [...work.uploads].filter(([key, { acknowledged }]) => acknowledged && !named.has(key))
  expect(lost).toEqual([])
  for (const { name } of rows) {
    const { data, error } = await service.storage.from(BUCKET).download(name)
    expect({ name, error }).toEqual({ name, error: null })
    const bytes = new Uint8Array((await data?.arrayBuffer()) ?? [])
    expect({ name, digest: digestOf(bytes) }).toEqual({ name, digest: work.uploads.get(name)?.digest })
  }
  const wanted = rows.map(({ version }) => version).toSorted()
  await expect.poll(versionsOnDisk, { timeout: 5_000 }).toEqual(wanted)
  expect(await readdir(join(dataDir, 'files', 'incoming'))).toEqual([])
}

async function checkRows(report: ChildReport, work: Work): Promise<void> {
  const ada = connect(report, report.publishableKey)
  expect((await ada.auth.signInWithPassword({ email: 'ada@example.org', password })).error).toBeNull()
  const ids = [...work.written.keys()]
  const query = { table: work.table, filter: null, sorts: [], search: null, fields: [work.field] }
  for (let start = 0; start < ids.length; start += 200) {
    const some = ids.slice(start, start + 200)
    const { rows } = (await call(ada, 'rows_by_id', { query, ids: some })) as { rows: unknown[][] }
    expect(new Map(rows.map(([id, , value]) => [id, value]))).toEqual(
      new Map(some.map((id) => [id, work.written.get(id)])),
    )
  }
  // Everything is sent again from the beginning, as a client does that does not know what arrived.
  const last = Math.max(...work.chunksDone) + 2
  for (let chunk = 0; chunk < last; chunk++) {
    expect((await sendChunk(ada, work, chunk)).error).toBeNull()
  }
  const finished = await call(ada, 'finish_import', { import: work.importId })
  expect(finished).toMatchObject({ inserted: last * ROWS_PER_CHUNK, misfits: 0 })
  const known = last * ROWS_PER_CHUNK + work.written.size
  const stats = (await call(ada, 'view_stats', { query, exact: true })) as { total: number }
  expect(stats.total).toBeGreaterThanOrEqual(known)
  // Beside what was answered only those writes may be there that were under way: one for each writer.
  expect(stats.total).toBeLessThanOrEqual(known + WRITERS)
}

async function checkPeople(report: ChildReport, { people }: Work): Promise<void> {
  for (const email of people.slice(-3)) {
    const client = connect(report, report.publishableKey)
    const { error } = await client.auth.signInWithPassword({ email, password })
    expect({ email, error }).toEqual({ email, error: null })
  }
}

describe('kill -9 in the middle of writes, uploads, sign-ups and an import', () => {
  it.each([
    ['of Node and Postgres at once', 0],
    ['of Postgres, and of Node while it fails its requests', 300],
  ])(
    '%s: everything acknowledged is there, and rows and files agree',
    { timeout: 60_000 },
    async (_, later) => {
      const { child, report } = await start()
      const { ada, work } = await prepare(report)
      const running = startWork(report, ada, work)
      await delay(1_000)
      const pid = Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
      process.kill(pid, 'SIGKILL')
      if (later > 0) await delay(later)
      await child.kill()
      await Promise.all(running)
      const uploaded = [...work.uploads.values()].filter(({ acknowledged }) => acknowledged).length
      for (const done of [work.written.size, uploaded, work.people.length, work.chunksDone.size]) {
        expect(done).toBeGreaterThan(0)
      }
      // Files of the last second before a start are left to the next one, for the clock's sake.
      await delay(1_000)
      const again = (await start()).report
      await checkFiles(again, work)
      await checkRows(again, work)
      await checkPeople(again, work)
    },
  )
})
