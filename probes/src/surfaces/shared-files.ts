/** Files of links: told with the records that the link shows, and read by keys that it tells; no other file, in no other way, and not when it is over. */
import type { Attachment } from '@plinth/domain'
import { filesIn } from '../files.ts'
import { attachmentField, type FieldModel, type RecordModel, type TableModel } from '../model.ts'
import { readsFiles } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { recordsOf, type ShareModel, shareable } from '../shares.ts'
import { type Ask, isOk } from '../wire.ts'
import { ask, inAnyOrder, judgeShut, makeShare, walk } from './share-tools.ts'
import { questionOf } from './views.ts'

interface ToldFile {
  readonly mark: string
  readonly name: string
  readonly mime: string
  readonly bytes: number
  readonly hasThumb: boolean
}
interface Keys {
  readonly mark: string
  readonly path: string
}
interface Stored {
  readonly record: RecordModel
  readonly file: Attachment
}

const object = '/storage/v1/object'

export async function filed(prober: Prober, table: TableModel): Promise<void> {
  const { random } = prober
  const files = attachmentField(table)
  if (!files || files.isChanging) return
  const target = random.oneOf(['view', 'view', 'record'] as const)
  const question =
    target === 'view' && random.chance(0.6) ? questionOf(prober, table, random.oneOf(shareable(table))) : null
  const share = await makeShare(prober, table, { target, question, files })
  if (!share) return
  const told = await judgeFiles(prober, share, files)
  await share.end()
  if (told) await judgeKept(prober, table, files, told, 'read a file of a link that is over')
}

/** Answers a file that the link told. */
async function judgeFiles(prober: Prober, share: ShareModel, field: FieldModel): Promise<Stored | null> {
  const { table, token } = share
  const { random } = prober
  const page = await ask(prober, 'shared_page', { token, pass: null })
  const records = recordsOf(share)
  if (!page || records === null) {
    judgeShut(prober, table, 'a link that shows nothing', page, 'share_invalid')
    return null
  }
  if (!prober.judgeAnswer({ action: 'a link with files', table }, null, page)) return null
  const at = (page.data as { fields: { type: string }[] }).fields.findIndex(
    ({ type }) => type === 'attachment',
  )
  const rows = await walk(prober, share, null)
  if (!rows) return null
  const cells = rows.map((row) => (row[at] ?? []) as readonly ToldFile[])
  const place = { action: 'files of a link', table }
  const expected = records.map((record) =>
    // Of some files the model knows their keys alone.
    filesIn(record, field).map(() => 'text/plain'),
  )
  const got = cells.map((cell) => cell.map(({ mime }) => mime))
  prober.judgeList(place, inAnyOrder(expected), inAnyOrder(got))
  const stored = storedIn(table, field)
  const [shown, others] = [
    stored.filter(({ record }) => records.includes(record)),
    stored.filter(({ record }) => !records.includes(record)),
  ]
  const marks = random.some(
    cells.flat().map(({ mark }) => mark),
    5,
  )
  const none = [random.uuid(), ...random.some(stored, 2).map(({ file }) => file.id)]
  const answer = await ask(prober, 'shared_files', { token, pass: null, marks: [...marks, ...none] })
  if (!answer || !prober.judgeAnswer({ ...place, action: 'keys of files of a link' }, null, answer))
    return null
  const paths = (answer.data as readonly Keys[]).map(({ path }) => path)
  prober.judgeNumber({ ...place, action: 'how many keys a link tells' }, marks.length, paths.length)
  const found = paths.map((path) => shown.find(({ file }) => file.key === path))
  if (found.includes(undefined)) prober.leak(place, 'keys of what is shown', paths)
  const [told] = random.some(
    found.filter((one) => one !== undefined),
    1,
  )
  if (others.length > 0) await judgeKept(prober, table, field, random.oneOf(others), 'read what no link told')
  if (!told) return null
  const { key } = told.file
  const read = await prober.sendOpen({ path: `${object}/plinth/${key}` })
  prober.judgeAnswer({ action: 'read a file of a link', table, record: told.record }, null, read)
  const sign: Ask = { method: 'POST', path: `${object}/sign/plinth/${key}`, body: { expiresIn: 60 } }
  await judgeKept(prober, table, field, told, 'sign a file of a link', sign)
  const prefix = random.oneOf(['', `a/${table.base.id}`, key.slice(0, key.lastIndexOf('/'))])
  const list = await prober.sendOpen({ method: 'POST', path: `${object}/list/plinth`, body: { prefix } })
  if (!isOk(list) || (list.data as unknown[]).length === 0) prober.right()
  else prober.leak({ ...place, action: 'list files of a link' }, 'nothing', list.text)
  return told
}

const storedIn = (table: TableModel, field: FieldModel): Stored[] =>
  [...table.records.values()].flatMap((record) => filesIn(record, field).map((file) => ({ record, file })))

/** Only who reads the record reads the file, or does something else with it. */
async function judgeKept(
  prober: Prober,
  table: TableModel,
  field: FieldModel,
  { record, file }: Stored,
  action: string,
  how: Ask = { path: `${object}/plinth/${file.key}` },
): Promise<void> {
  const isReadable = prober.stopped === null && readsFiles(table, prober.person, record, field)
  if (isReadable) return
  prober.judgeAnswer({ action, table, record }, 'any', await prober.sendOpen(how))
}
