/**
 * 500 files of 500 records as one archive, with the app's own code: how long it takes beside fetching the same objects one by one from a
 * signed address, what the client and the server hold, and whether every file is whole in it. `-- 100` packs that many.
 */
import { execFile, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Attachment, type AttachmentId, type MutationId, type RecordId, uuidV7 } from '@plinth/domain'
import { MemoryWatch } from './measure/memory-watch.ts'
import { printReport } from './measure/report.ts'
import { fieldOf, makeTable, must, openWorkbench, type Workbench } from './measure/workbench.ts'
import type { ZipOrder, Zipped } from './measure/zip-client.ts'

const run = promisify(execFile)
const count = Number(process.argv[2] ?? 500)
const kB = 1024
/** Photographs of a phone are some MB; what counts here is the number. */
const sizes = [20 * kB, 200 * kB, 700 * kB]

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

interface Stored {
  readonly files: readonly Attachment[]
  /** Of each file's bytes, by its name in the archive. */
  readonly hashes: ReadonlyMap<string, string>
  readonly bytes: number
}

/** Random bytes, so that nothing on the way makes less of them. */
async function storeFiles(bench: Workbench): Promise<Stored> {
  const table = await makeTable(bench, 'Files', [fieldOf('Name', 'text'), fieldOf('Files', 'attachment')])
  const [files, hashes] = [[] as Attachment[], new Map<string, string>()]
  let bytes = 0
  for (let no = 0; no < count; no += 1) {
    const record = uuidV7() as RecordId
    const id = uuidV7() as MutationId
    const insert = { id, kind: 'insert', table: table.id, record, values: {} } as const
    must(await bench.maker.backend.rows.apply({ mutations: [insert], atomic: false }))
    const content = randomBytes(sizes[no % sizes.length]!)
    const name = `file ${no}.bin`
    const cell = { table: table.id, record, field: table.fields[1]!.id }
    const file = { id: uuidV7() as AttachmentId, file: new Blob([content]), name, thumbnail: null }
    files.push(must(await bench.maker.backend.files.upload({ ...cell, ...file })).attachment)
    hashes.set(name, hashOf(content))
    bytes += content.length
  }
  return { files, hashes, bytes }
}

async function zipInProcess(order: ZipOrder): Promise<Zipped> {
  const client = fork(new URL('./measure/zip-client.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  client.send(order)
  const [zipped] = (await once(client, 'message')) as [Zipped]
  return zipped
}

/** Seconds that it takes to fetch the same objects, nothing done with them. */
async function fetchEach({ maker }: Workbench, files: readonly Attachment[]): Promise<number> {
  const started = performance.now()
  for (const { key } of files) {
    const answer = await fetch(must(await maker.backend.files.signedUrl(key, { seconds: 60 })))
    await answer.arrayBuffer()
  }
  return (performance.now() - started) / 1000
}

/** Unpacked by another program. */
async function checkArchive(path: string, { hashes }: Stored): Promise<void> {
  const folder = `${path}.unpacked`
  await run('unzip', ['-q', path, '-d', folder])
  const names = await readdir(folder)
  if (names.length !== count) throw new Error(`${names.length} files in the archive, ${count} went in`)
  for (const name of names) {
    const content = await readFile(join(folder, name))
    if (hashOf(content) !== hashes.get(name)) throw new Error(`${name} is not whole`)
  }
}

const folder = await mkdtemp(join(tmpdir(), 'plinth-zip-'))
const bench = await openWorkbench()
try {
  const stored = await storeFiles(bench)
  const { email, password } = bench.maker
  const { url, publishableKey } = bench.project
  const path = join(folder, 'files.zip')
  const watch = new MemoryWatch()
  const order = { project: { url, publishableKey }, email, password, files: stored.files, path }
  const { answer, seconds, memory } = await zipInProcess(order)
  const server = watch.stop()
  if (must(answer) !== count) throw new Error('not every file is in the archive')
  await checkArchive(path, stored)
  const plainSeconds = await fetchEach(bench, stored.files)
  const archiveMb = (await stat(path)).size / kB ** 2
  printReport({
    name: 'zip',
    figures: {
      files: count,
      filesMb: stored.bytes / kB ** 2,
      archiveMb,
      seconds,
      fetchOnlySeconds: plainSeconds,
      'client.rssBeforeMb': memory.rssBeforeMb,
      'client.rssPeakMb': memory.rssPeakMb,
      'server.rssBeforeMb': server.rssBeforeMb,
      'server.rssPeakMb': server.rssPeakMb,
    },
    ratios: {
      zipToFetch: seconds / plainSeconds,
      clientGrowthOfArchive: (memory.rssPeakMb - memory.rssBeforeMb) / archiveMb,
    },
  })
} finally {
  await bench.stop()
  await rm(folder, { recursive: true })
}
