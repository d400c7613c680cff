/** "Download all": asks where to, packs, tells how far it is, and can be cancelled. */
import {
  type Attachment,
  type Backend,
  type FieldId,
  filesIn,
  limits,
  type RecordId,
  type RowKey,
  type ViewQuery,
} from '@plinth/domain'
import { countOf } from '../../../lib/count-of.ts'
import { toast } from '../../../ui/Toast.tsx'
import { openByteSink } from './byte-sinks.ts'
import { ZipFailure, zipFiles } from './zip-files.ts'

type Files = Iterable<Attachment> | AsyncIterable<Attachment>

const longMs = 24 * 60 * 60 * 1000
let started = 0

/** `name` of the archive, without its ending. Must be called from a press of a button. */
export async function downloadZip(backend: Backend, name: string, files: Files): Promise<void> {
  const sink = await openByteSink(`${name.replace(/[/\\:*?"<>|]/g, '_')}.zip`)
  if (!sink) return
  const controller = new AbortController()
  started += 1
  const id = `zip-${started}`
  const onProgress = (count: number) =>
    toast.info(`Packing “${name}”`, {
      id,
      description: `${countOf(count, 'file')} so far`,
      durationMs: longMs,
      action: { label: 'Cancel', onAction: () => controller.abort() },
    })
  onProgress(0)
  const answer = await zipFiles({ backend, files, sink, signal: controller.signal, onProgress })
  if (answer.ok) toast.success(`${countOf(answer.value, 'file')} downloaded`, { id })
  else if (controller.signal.aborted) toast.info('Nothing was downloaded', { id })
  else toast.error(answer.error, { id })
}

/** The files of a field in all records that a view shows, in its order. */
export async function* filesOfView(
  backend: Backend,
  view: ViewQuery,
  field: FieldId,
): AsyncGenerator<Attachment> {
  // The records of closed groups too.
  const { collapsed: _, ...rows } = view
  const query = { ...rows, fields: [field] }
  let anchor: RowKey | null = null
  do {
    const page = { query, anchor, direction: 'forward', skip: 0, take: limits.rowsPerWindow } as const
    const answer = await backend.rows.window(page)
    if (!answer.ok) throw new ZipFailure(answer.error)
    for (const row of answer.value.rows) yield* filesIn(row.values[field])
    anchor = answer.value.atEnd ? null : answer.value.lastKey
  } while (anchor !== null)
}

/** The files of these records in these fields. */
export async function* filesOfRecords(
  backend: Backend,
  {
    table,
    fields,
    records,
  }: { table: ViewQuery['table']; fields: readonly FieldId[]; records: readonly RecordId[] },
): AsyncGenerator<Attachment> {
  for (let start = 0; start < records.length; start += limits.idsPerRequest) {
    const some = records.slice(start, start + limits.idsPerRequest)
    const answer = await backend.rows.byId({ table, sorts: [], fields }, some)
    if (!answer.ok) throw new ZipFailure(answer.error)
    for (const row of answer.value.rows) for (const field of fields) yield* filesIn(row.values[field])
  }
}
