/** Files of records, by their exact key: read in every way, sign, list, overwrite, move, remove. */
import type { Attachment } from '@plinth/domain'
import { beginInParts, filesIn } from '../files.ts'
import { attachmentField, type FieldModel, type RecordModel, type TableModel } from '../model.ts'
import { readsFiles } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { type Answer, type Ask, isOk } from '../wire.ts'
import type { Surface } from './surface.ts'

const object = '/storage/v1/object'

export const storedFiles: Surface = {
  name: 'storage',
  async probe(prober, table) {
    const fields = [attachmentField(table), ...table.trash.map(({ field }) => field)]
    const files = [...table.records.values()].flatMap((record) =>
      fields
        .filter((field) => field?.type === 'attachment')
        .flatMap((field) => filesIn(record, field!).map((file) => ({ record, file, field: field! }))),
    )
    if (files.length === 0) return
    const { record, file, field } = prober.random.oneOf(files)
    await readings(prober, table, { record, file, field })
    await tampering(prober, table, record, file)
  },
}

interface Stored {
  readonly record: RecordModel
  readonly file: Attachment
  readonly field: FieldModel
}

async function readings(prober: Prober, table: TableModel, { record, file: { key }, field }: Stored) {
  const isReadable = prober.stopped === null && readsFiles(table, prober.person, record, field)
  const judge = (action: string, answer: Answer) =>
    prober.judgeAnswer({ action, table, record }, isReadable ? null : 'any', answer)
  const ways: Ask[] = [
    { path: `${object}/plinth/${key}` },
    { path: `${object}/authenticated/plinth/${key}` },
    { path: `${object}/info/plinth/${key}` },
    { path: `${object}/info/authenticated/plinth/${key}` },
  ]
  for (const ask of prober.random.some(ways, 2))
    judge(`read by ${ask.path.replace(key, '…')}`, await prober.send(ask))
  const sign: Ask = { method: 'POST', path: `${object}/sign/plinth/${key}`, body: { expiresIn: 60 } }
  const signed = await prober.send(sign)
  if (judge('sign', signed)) {
    const { signedURL } = signed.data as { signedURL: string }
    judge('read by a signed address', await prober.send({ path: `/storage/v1${signedURL}` }))
  }
  const open = await prober.send({ path: `${object}/public/plinth/${key}` })
  prober.judgeAnswer({ action: 'read by a public address', table, record }, 'any', open)
  // Whoever asks: several at once give what each of them gives.
  const many: Ask = { method: 'POST', path: `${object}/sign/plinth`, body: { expiresIn: 60, paths: [key] } }
  const answer = await prober.send(many)
  const list = (isOk(answer) ? answer.data : []) as { signedURL: string | null }[]
  const isSigned = list.some(({ signedURL }) => signedURL !== null)
  prober.judgeOutcome(
    { action: 'sign several', table, record },
    isReadable ? null : 'any',
    isSigned ? null : 'refused',
  )
}

/** What nobody may do with a file that is in its cell: the calls of files do it. */
async function tampering(prober: Prober, table: TableModel, record: RecordModel, { key, id }: Attachment) {
  const folder = key.split('/').slice(0, -1).join('/')
  const ways: [string, Ask][] = [
    ['overwrite', { method: 'PUT', path: `${object}/plinth/${key}`, body: 'x' }],
    [
      'upsert',
      { method: 'POST', path: `${object}/plinth/${key}`, body: 'x', headers: { 'x-upsert': 'true' } },
    ],
    ['overwrite in parts', beginInParts(key, 1)],
    ['plant beside it in parts', beginInParts(`${folder}/planted`, 1)],
    ['plant beside it', { method: 'POST', path: `${object}/plinth/${folder}/planted`, body: 'x' }],
    [
      'plant for another',
      { method: 'POST', path: `${object}/plinth/a/${table.base.id}/${id}/${'0'.repeat(32)}`, body: 'x' },
    ],
    [
      'move',
      {
        method: 'POST',
        path: `${object}/move`,
        body: { bucketId: 'plinth', sourceKey: key, destinationKey: `${key}.m` },
      },
    ],
    [
      'copy',
      {
        method: 'POST',
        path: `${object}/copy`,
        body: { bucketId: 'plinth', sourceKey: key, destinationKey: `${key}.c` },
      },
    ],
  ]
  for (const [action, ask] of prober.random.some(ways, 2)) {
    prober.judgeAnswer({ action, table, record }, 'any', await prober.send(ask))
  }
  const removing: Ask = { method: 'DELETE', path: `${object}/plinth`, body: { prefixes: [key] } }
  judgeNone(prober, { action: 'remove', table, record }, await prober.send(removing))
  const prefix = prober.random.oneOf([folder, '', `a/${table.base.id}`])
  const listing: Ask = { method: 'POST', path: `${object}/list/plinth`, body: { prefix } }
  judgeNone(
    prober,
    { action: `list ${prefix === '' ? 'everything' : 'a folder'}`, table, record },
    await prober.send(listing),
  )
}

/** A refusal, or an empty list. */
function judgeNone(
  prober: Prober,
  place: { action: string; table: TableModel; record: RecordModel },
  answer: Answer,
) {
  const isEmpty = !isOk(answer) || (answer.data as unknown[]).length === 0
  if (isEmpty) prober.right()
  else prober.leak(place, 'nothing', answer.text)
}
