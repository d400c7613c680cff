/**
 * A file of 1 GB through the app's own client into the storage service, over a line that breaks ten times: how long it takes, what
 * both processes hold, and whether it arrives whole. `-- 256` uploads that many MB instead.
 */
import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCuttingLine } from '@plinth/backend/testing'
import {
  type Attachment,
  type AttachmentId,
  type MutationId,
  type RecordId,
  type Result,
  uuidV7,
} from '@plinth/domain'
import { type MemoryFigures, MemoryWatch } from './measure/memory-watch.ts'
import { printReport } from './measure/report.ts'
import type { UploadOrder } from './measure/upload-client.ts'
import { fieldOf, makeTable, must, openWorkbench, type Workbench } from './measure/workbench.ts'

const MB = 1024 * 1024
const sizeMb = Number(process.argv[2] ?? 1024)
const cuts = 10

interface Sent {
  answer: Result<{ attachment: Attachment }>
  seconds: number
  memory: MemoryFigures
}

/** Random bytes, so that nothing on the way makes less of them. Answers their hash. */
async function writeFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path, 'w')
  for (let written = 0; written < sizeMb; written += 1) {
    const block = randomBytes(MB)
    hash.update(block)
    await file.write(block)
  }
  await file.close()
  return hash.digest('hex')
}

async function makeCell(bench: Workbench): Promise<UploadOrder['cell']> {
  await bench.embedded.sql`update storage.buckets set file_size_limit = ${sizeMb * MB} where id = 'plinth'`
  const table = await makeTable(bench, 'Files', [fieldOf('Name', 'text'), fieldOf('Files', 'attachment')])
  const record = uuidV7() as RecordId
  const id = uuidV7() as MutationId
  const insert = { id, kind: 'insert', table: table.id, record, values: {} } as const
  must(await bench.maker.backend.rows.apply({ mutations: [insert], atomic: false }))
  return { table: table.id, record, field: table.fields[1]!.id }
}

async function sendInProcess(order: UploadOrder): Promise<Sent> {
  const client = fork(new URL('./measure/upload-client.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
  })
  client.send(order)
  const [sent] = (await once(client, 'message')) as [Sent]
  return sent
}

async function storedHash({ maker }: Workbench, key: string): Promise<string> {
  const answer = await fetch(must(await maker.backend.files.signedUrl(key, { seconds: 60 })))
  const hash = createHash('sha256')
  for await (const chunk of answer.body ?? []) hash.update(chunk)
  return hash.digest('hex')
}

const named = (who: string, memory: MemoryFigures) =>
  Object.fromEntries(Object.entries(memory).map(([name, value]) => [`${who}.${name}`, value]))

const folder = await mkdtemp(join(tmpdir(), 'plinth-upload-'))
const bench = await openWorkbench()
const line = await openCuttingLine(bench.embedded.url)
try {
  const path = join(folder, 'large.bin')
  const hash = await writeFile(path)
  const { email, password } = bench.maker
  const project = { url: line.url, publishableKey: bench.project.publishableKey }
  const order = { project, email, password, cell: await makeCell(bench), id: uuidV7() as AttachmentId, path }
  line.cutEvery((sizeMb * MB) / (cuts + 1), cuts)
  const watch = new MemoryWatch()
  const sent = await sendInProcess(order)
  const server = watch.stop()
  const { attachment } = must(sent.answer)
  if (line.cuts < 5) throw new Error(`the connection was cut ${line.cuts} times, fewer than it is to survive`)
  if ((await storedHash(bench, attachment.key)) !== hash) throw new Error('the file did not arrive whole')
  printReport({
    name: 'upload',
    figures: {
      fileMb: sizeMb,
      cuts: line.cuts,
      seconds: sent.seconds,
      mbPerSecond: sizeMb / sent.seconds,
      ...named('client', sent.memory),
      ...named('server', server),
    },
    ratios: {
      clientGrowthOfFile: (sent.memory.rssPeakMb - sent.memory.rssBeforeMb) / sizeMb,
      serverGrowthOfFile: (server.rssPeakMb - server.rssBeforeMb) / sizeMb,
    },
  })
} finally {
  line.close()
  await bench.stop()
  await rm(folder, { recursive: true })
}
