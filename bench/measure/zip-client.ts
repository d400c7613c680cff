/** A process of its own that downloads files as one archive, with the app's own code: what it holds is the client's alone. */
import { createWriteStream } from 'node:fs'
import { Writable } from 'node:stream'
import { signInPerson } from '@plinth/backend/testing'
import type { Attachment, Result } from '@plinth/domain'
import { zipFiles } from '../../apps/web/src/features/table/attachments/zip-files.ts'
import { type MemoryFigures, MemoryWatch } from './memory-watch.ts'

export interface ZipOrder {
  project: { url: string; publishableKey: string }
  email: string
  password: string
  files: readonly Attachment[]
  /** Where the archive is written. */
  path: string
}

export interface Zipped {
  answer: Result<number>
  seconds: number
  memory: MemoryFigures
}

process.once('message', (order: ZipOrder) => void download(order))

async function download({ project, email, password, files, path }: ZipOrder): Promise<void> {
  const { backend } = await signInPerson({ ...project, newestMail: () => null }, { email, password })
  const watch = new MemoryWatch()
  const started = performance.now()
  const answer = await zipFiles({
    backend,
    files,
    sink: Writable.toWeb(createWriteStream(path)) as WritableStream<Uint8Array>,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  const seconds = (performance.now() - started) / 1000
  process.send?.({ answer, seconds, memory: watch.stop() } satisfies Zipped)
  await backend.dispose()
  process.disconnect()
}
