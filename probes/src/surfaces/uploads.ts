/** Putting a file into a record and taking it out again, by who may change the record and by who may not. */
import type { Attachment } from '@plinth/domain'
import { judgeStored, updateFaults } from '../effects.ts'
import { announced, beginInParts, filesOf, markFile, meddlings, sendPart, withFiles } from '../files.ts'
import { attachmentField, type RecordModel, type TableModel } from '../model.ts'
import { isLocked, mayWrite, reaches, readsFiles, scopeOf, sees, seesField } from '../oracle.ts'
import type { Place, Prober } from '../prober.ts'
import { callOf, faultIn, isOk, send } from '../wire.ts'
import type { Surface } from './surface.ts'

export const uploads: Surface = {
  name: 'files of records',
  writes: true,
  async probe(prober, table) {
    if (!attachmentField(table)) return
    const { random } = prober
    await upload(prober, table, random.oneOf([...table.records.values()]))
    const holders = [...table.records.values()].filter((record) => filesOf(table, record).length > 0)
    if (holders.length > 0 && random.chance(0.5)) await arrange(prober, table, random.oneOf(holders))
    if (holders.length > 2 && random.chance(0.5)) await takeOut(prober, table, random.oneOf(holders))
    await judgeStored(prober, table, 'files')
  },
}

/** What is not readable is not there; then comes whether anything may be changed, then the record. */
export function fileRefusal(prober: Prober, table: TableModel, record: RecordModel): string | null {
  const { person, stopped } = prober
  if (stopped !== null) return stopped
  if (!sees(table, person) || !reaches(table, person, 'read', record)) return 'not_found'
  if (scopeOf(table, person, 'update') === 'none') return 'read_only'
  if (!reaches(table, person, 'update', record)) return 'rule_refused'
  if (isLocked(table, person, record)) return 'record_locked'
  if (!seesField(table, attachmentField(table)!, person)) return 'not_found'
  return mayWrite(table, attachmentField(table)!, person) ? null : 'field_read_only'
}

async function upload(prober: Prober, table: TableModel, record: RecordModel) {
  const { random, tools } = prober
  const content = tools.canaries.draw(random, 'v')
  const field = attachmentField(table)!
  tools.canaries.mark(content, `a file's content`, (person) => readsFiles(table, person, record, field))
  const file = announced(random.uuid(), content)
  const args = { table: table.id, record: record.id, field: attachmentField(table)!.id, file }
  const begun = await prober.send(callOf('begin_upload', args))
  const place = { action: 'announce a file', table, record }
  if (!prober.judgeAnswer(place, fileRefusal(prober, table, record), begun)) return
  const { id, key } = begun.data as { id: string; key: string }
  markFile(tools.canaries, table, record, { id: file.id as Attachment['id'], key })
  const stored = random.chance(0.5)
    ? await prober.send({ method: 'POST', path: `/storage/v1/object/plinth/${key}`, body: content })
    : await storeInParts(prober, { action: 'meddle with an upload', table, record }, { key, content })
  prober.judgeAnswer({ action: 'store the announced file', table, record }, null, stored)
  const added = { id, key } as Attachment
  const files = withFiles(table, [...filesOf(table, record), added])
  const faults = updateFaults(table, prober.person, record, files)
  const finished = await prober.send(callOf('finish_upload', { attachment: id }))
  prober.judgeFaults({ action: 'finish an upload', table, record }, faults, faultIn(finished))
  if (isOk(finished)) record.cells = { ...record.cells, ...files }
}

/** In parts: nobody but who began finds the upload. */
async function storeInParts(
  prober: Prober,
  place: Place,
  { key, content }: { key: string; content: string },
) {
  const more = await prober.send(beginInParts(key, content.length + 1))
  prober.judgeAnswer({ ...place, action: 'begin more than was announced' }, 'any', more)
  const begun = await prober.send(beginInParts(key, content.length))
  if (!isOk(begun)) return begun
  for (const ask of meddlings(begun.location)) {
    const answer = await send(prober.tools.project, null, ask)
    prober.judgeOutcome(place, 'any', isOk(answer) ? null : 'refused')
  }
  return prober.send(sendPart(begun.location, content))
}

const ids = (list: readonly Attachment[]) => list.map(({ id }) => id)

/** Another order and another name: of who may change the record and the field. */
async function arrange(prober: Prober, table: TableModel, record: RecordModel) {
  const files = filesOf(table, record)
  const turned = files.toReversed()
  const cells = withFiles(table, turned)
  const field = attachmentField(table)!
  const unseen = seesField(table, field, prober.person) ? null : 'not_found'
  const judged = async (
    action: string,
    name: string,
    args: Record<string, unknown>,
    first: string | null,
  ) => {
    const code = prober.stopped ?? first ?? fileRefusal(prober, table, record)
    const faults = code === null ? updateFaults(table, prober.person, record, cells) : [{ code }]
    const answer = await prober.send(callOf(name, args))
    prober.judgeFaults({ action, table, record }, faults, faultIn(answer))
    return isOk(answer)
  }
  const order = { table: table.id, record: record.id, field: field.id, files: ids(turned), was: ids(files) }
  if (await judged('order files', 'order_attachments', order, null))
    record.cells = { ...record.cells, ...cells }
  const renaming = { attachment: files[0]!.id, name: 'b.txt', was: null }
  if (await judged('rename a file', 'rename_attachment', renaming, unseen)) {
    const named = filesOf(table, record).map((file) =>
      file.id === renaming.attachment ? { ...file, name: renaming.name } : file,
    )
    record.cells = { ...record.cells, ...withFiles(table, named) }
  }
}

async function takeOut(prober: Prober, table: TableModel, record: RecordModel) {
  const [file, ...others] = filesOf(table, record)
  const left = withFiles(table, others)
  // A file that the person does not see is none, wherever it stands.
  const unseen = seesField(table, attachmentField(table)!, prober.person) ? null : 'not_found'
  const code = prober.stopped ?? unseen ?? fileRefusal(prober, table, record)
  const faults = code === null ? updateFaults(table, prober.person, record, left) : [{ code }]
  const answer = await prober.send(callOf('remove_attachment', { attachment: file!.id }))
  prober.judgeFaults({ action: 'take a file out', table, record }, faults, faultIn(answer))
  if (!isOk(answer)) return
  record.cells = { ...record.cells, ...left }
  const { keys } = answer.data as { keys: string[] }
  const removing = { method: 'DELETE', path: '/storage/v1/object/plinth', body: { prefixes: keys } }
  const removed = await prober.send(removing)
  const place = { action: 'remove what was taken out', table, record }
  if (!prober.judgeAnswer(place, null, removed) || !isOk(removed)) return
  prober.judgeNumber(place, keys.length, (removed.data as unknown[]).length)
  const done = await prober.send(callOf('removed_keys_done', { keys }))
  prober.judgeAnswer({ action: 'forget what was removed', table, record }, null, done)
}
