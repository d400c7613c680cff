/** Files of records. */
import type { Attachment } from '@plinth/domain'
import type { Canaries } from './canaries.ts'
import type { AccountName } from './identities.ts'
import { must, type Workshop } from './make-world.ts'
import { attachmentField, type Cells, type FieldModel, type RecordModel, type TableModel } from './model.ts'
import { readsFiles } from './oracle.ts'
import { type Ask, isOk, send } from './wire.ts'

export const filesIn = ({ cells }: RecordModel, field: FieldModel) =>
  (cells[field.id] ?? []) as readonly Attachment[]

export const filesOf = (table: TableModel, record: RecordModel): readonly Attachment[] => {
  const field = attachmentField(table)
  return field ? filesIn(record, field) : []
}

/** The cell with these files. */
export const withFiles = (table: TableModel, files: readonly Attachment[]): Cells => ({
  [attachmentField(table)!.id]: files.length === 0 ? null : files,
})

/** A file is known to those who read its record. */
export function markFile(
  canaries: Canaries,
  table: TableModel,
  record: RecordModel,
  file: Pick<Attachment, 'id' | 'key'>,
) {
  const field = attachmentField(table)!
  for (const token of [file.id, file.key.split('/').at(-1)!]) {
    canaries.mark(token, `of a file of ${table.relation}`, (person) =>
      readsFiles(table, person, record, field),
    )
  }
}

/** What `begin_upload` wants to know of a text file. */
export const announced = (id: string, content: string) => ({
  id,
  name: 'a.txt',
  mime: 'text/plain',
  bytes: content.length,
  thumbnail: false,
})

const resumable = '/storage/v1/upload/resumable'
const protocol = { 'tus-resumable': '1.0.0' }

const encoded = (text: string) => Buffer.from(text).toString('base64')

/** Begins an upload in parts. */
export function beginInParts(key: string, bytes: number): Ask {
  const metadata = `bucketName ${encoded('plinth')},objectName ${encoded(key)},contentType ${encoded('text/plain')}`
  const headers = { ...protocol, 'upload-length': `${bytes}`, 'upload-metadata': metadata }
  return { method: 'POST', path: resumable, headers }
}

/** Sends the whole of it as one part. */
export function sendPart(location: string, content: string): Ask {
  const type = 'application/offset+octet-stream'
  const headers = { ...protocol, 'upload-offset': '0', 'content-type': type }
  return { method: 'PATCH', path: location, body: content, headers }
}

/** What others try with an upload that is not theirs. */
export const meddlings = (location: string): Ask[] => [
  { method: 'HEAD', path: location, headers: protocol },
  sendPart(location, 'x'),
  { method: 'DELETE', path: location, headers: protocol },
]

export async function addFile(
  shop: Workshop,
  table: TableModel,
  record: RecordModel,
  who: AccountName,
): Promise<void> {
  const { random, canaries, project, accounts } = shop
  const content = canaries.draw(random, 'v')
  const field = attachmentField(table)!
  canaries.mark(content, `a file's content`, (person) => readsFiles(table, person, record, field))
  const place = { table: table.id, record: record.id, field: field.id }
  const file = announced(random.uuid(), content)
  const begun = await must<{ key: string }>(shop, who, 'begin_upload', { ...place, file })
  const token = accounts.identities.find(({ name }) => name === who)!.token()
  const path = `/storage/v1/object/plinth/${begun.key}`
  const stored = await send(project, token, { method: 'POST', path, body: content })
  if (!isOk(stored)) throw new Error(`a file was refused: ${stored.text}`)
  const { attachment } = await must<{ attachment: Attachment }>(shop, who, 'finish_upload', {
    attachment: file.id,
  })
  markFile(canaries, table, record, attachment)
  Object.assign(record.cells, withFiles(table, [...filesOf(table, record), attachment]))
}
