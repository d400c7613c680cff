/** A process of its own that uploads one file: what it holds is the client's alone. Told by a message what to do. */
import { openAsBlob } from 'node:fs'
import { signInPerson } from '@plinth/backend/testing'
import type { AttachmentId, FieldId, RecordId, TableId } from '@plinth/domain'
import { MemoryWatch } from './memory-watch.ts'

export interface UploadOrder {
  project: { url: string; publishableKey: string }
  email: string
  password: string
  cell: { table: TableId; record: RecordId; field: FieldId }
  id: AttachmentId
  path: string
}

process.once('message', (order: UploadOrder) => void upload(order))

async function upload({ project, email, password, cell, id, path }: UploadOrder): Promise<void> {
  const person = await signInPerson({ ...project, newestMail: () => null }, { email, password })
  const file = await openAsBlob(path)
  const watch = new MemoryWatch()
  const started = performance.now()
  const answer = await person.backend.files.upload({ ...cell, id, file, name: 'large.bin', thumbnail: null })
  const seconds = (performance.now() - started) / 1000
  process.send?.({ answer, seconds, memory: watch.stop() })
  await person.backend.dispose()
  process.disconnect()
}
