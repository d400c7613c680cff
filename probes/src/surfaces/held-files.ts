/**
 * Files that came with forms of links: read by nobody, told to those who may change their record and write the field, and taken in or
 * deleted by these alone.
 */
import type { Attachment } from '@plinth/domain'
import { judgeStored, updateFaults } from '../effects.ts'
import { filesOf, markFile, withFiles } from '../files.ts'
import { attachmentField, type FieldModel, type Person, type RecordModel, type TableModel } from '../model.ts'
import { mayWrite, reaches, readsFiles, scopeOf, sees, seesField } from '../oracle.ts'
import { Prober } from '../prober.ts'
import { callOf, faultIn, isOk, send } from '../wire.ts'
import { makerOf, must } from './share-tools.ts'
import { fileRefusal } from './uploads.ts'

const bucket = '/storage/v1/object/plinth'

interface Held {
  readonly table: TableModel
  readonly field: FieldModel
  readonly record: RecordModel
  readonly id: string
  readonly key: string
  readonly content: string
}

interface Question {
  readonly token: string
  /** The question of files, by its mark. */
  readonly mark: string
  readonly end: () => Promise<void>
}

/** A link to a form that asks for files. Null: nobody may make one. */
async function askForFiles(prober: Prober, table: TableModel, field: FieldModel): Promise<Question | null> {
  const maker = makerOf(prober, table)
  if (!maker || table.isDeleted) return null
  const session = maker.token()
  const view = prober.random.uuid()
  const form = { sections: [{ id: 'a', questions: [{ field: field.id }] }] }
  const definition = { name: `Form ${view}`, kind: 'form', isShared: false, config: { settings: { form } } }
  await must(prober, session, 'create_view', { table: table.id, view, definition })
  const args = { table: table.id, target: { form: view }, settings: { name: 'Files' } }
  const { token, link } = await must<{ token: string; link: { id: string } }>(
    prober,
    session,
    'create_share_link',
    args,
  )
  const page = await must<{ form: { sections: { questions: { field: string }[] }[] } }>(
    prober,
    null,
    'shared_page',
    { token, pass: null },
  )
  // Where rules are broken on purpose, somebody may have done it already.
  const end = async () => {
    await send(prober.tools.project, session, callOf('revoke_share_link', { link: link.id }))
    await send(prober.tools.project, session, callOf('delete_view', { view }))
  }
  return { token, mark: page.form.sections[0]!.questions[0]!.field, end }
}

const storing = (key: string, body: string) => ({ method: 'POST', path: `${bucket}/${key}`, body })

/** Tells a file to the form and stores it as anybody may who has its key, signed in or not; none other, and not a larger one. */
async function storeOne(prober: Prober, table: TableModel, { token, mark }: Question, content: string) {
  const file = { field: mark, name: 'a.txt', type: 'text/plain', size: content.length }
  const { upload, path } = await must<{ upload: string; path: string }>(prober, null, 'begin_shared_upload', {
    token,
    pass: null,
    file,
  })
  const [action, ask] = prober.random.oneOf([
    ['store more than was told', storing(path, `${content}, and more`)],
    ['store beside the file of a form', storing(`${path}.t`, content)],
    ['store another file of a form', storing(`${path.slice(0, -1)}x`, content)],
  ] as const)
  prober.judgeAnswer({ action, table }, 'any', await prober.sendOpen(ask))
  const { identity, tools } = prober
  const isSession = identity.token() === null || identity.reachesRoutes
  const stored = await prober.sendOpen(storing(path, content))
  prober.judgeAnswer({ action: 'store the file of a form', table }, isSession ? null : 'any', stored)
  if (!isOk(stored)) await send(tools.project, null, storing(path, content))
  return { id: upload, key: path }
}

/** May somebody take files into the field of this record, where no lock keeps it? */
const mayTakeIn = ({ table, field, record }: Held, person: Person): boolean =>
  table.records.has(record.id) &&
  reaches(table, person, 'update', record) &&
  seesField(table, field, person) &&
  mayWrite(table, field, person)

/** A file that waits for somebody to take it into a record, which is judged until it is in, or gone. */
export async function filesHeld(prober: Prober, table: TableModel): Promise<void> {
  const { random, tools } = prober
  const field = attachmentField(table)
  if (!field || table.records.size === 0) return
  const question = await askForFiles(prober, table, field)
  if (!question) return
  const content = tools.canaries.draw(random, 'v')
  const stored = await storeOne(prober, table, question, content)
  const held: Held = { table, field, record: random.oneOf([...table.records.values()]), content, ...stored }
  markHeld(prober, held)
  await judgeUnread(prober, held, 'that nobody sent')
  await tools.hold(held.id, held.record.id)
  const others = random.some(tools.identities, 3).map((one) => new Prober(tools, one, prober.surface))
  for (const other of [prober, ...others]) {
    await judgeTold(other, held)
    await judgeUnread(other, held, 'that is held')
  }
  let isLeft = true
  for (const other of [prober, ...others]) if (isLeft) isLeft = !(await decide(other, held))
  if (isLeft) await tools.drop(held.id)
  await question.end()
  await judgeStored(prober, table, 'files of a form')
}

/** Its key and what is in it are told to nobody while it waits. */
function markHeld({ tools: { canaries } }: Prober, held: Held): void {
  canaries.mark(held.id, 'of a file of a form', (person) => mayTakeIn(held, person))
  for (const token of [held.key.split('/').at(-1)!, held.content])
    canaries.mark(token, 'of a file of a form', () => false)
}

async function judgeTold(prober: Prober, held: Held): Promise<void> {
  const { person, stopped } = prober
  const { table, record } = held
  const answer = await prober.send(callOf('quarantined_files', { table: table.id }))
  const place = { action: 'the files that are held', table, record }
  if (!prober.judgeAnswer(place, stopped ?? (sees(table, person) ? null : 'not_found'), answer)) return
  const told = answer.data as readonly { record: string; files: readonly { id: string }[] }[]
  const got = told.filter((one) => one.record === record.id).flatMap(({ files }) => files.map(({ id }) => id))
  const expected = scopeOf(table, person, 'update') !== 'none' && mayTakeIn(held, person) ? [held.id] : []
  prober.judgeIds(place, { all: [held.id], expected, got })
}

/** By its key, by its row and among the files of the table: it is nobody's yet. */
async function judgeUnread(prober: Prober, { table, record, id, key }: Held, which: string): Promise<void> {
  const read = await prober.sendOpen({ path: `${bucket}/${key}` })
  prober.judgeAnswer({ action: `read a file ${which}`, table, record }, 'any', read)
  const headers = { 'accept-profile': 'plinth' }
  const rows = await prober.send({ path: `/rest/v1/attachment?select=key&id=eq.${id}`, headers })
  const count = isOk(rows) ? (rows.data as unknown[]).length : 0
  prober.judgeNumber({ action: `the row of a file ${which}`, table, record }, 0, count)
}

/** Takes it in or deletes it. Answers whether that went through. */
async function decide(prober: Prober, held: Held): Promise<boolean> {
  const { random, person, tools } = prober
  const { table, field, record, id, key, content } = held
  const name = random.oneOf(['accept_files', 'reject_files'])
  const files = withFiles(table, [...filesOf(table, record), { id, key } as Attachment])
  // Of a field that one may not write nothing is held.
  const refusal = heldRefusal(prober, table, record)
  const faults = refusal ? [{ code: refusal }] : updateFaults(table, person, record, files)
  const answer = await prober.send(callOf(name, { table: table.id, record: record.id }))
  const place = { action: name, table, record }
  prober.judgeFaults(place, refusal || name === 'accept_files' ? faults : [], faultIn(answer))
  if (!isOk(answer)) return false
  if (name === 'reject_files') return true
  record.cells = { ...record.cells, ...files }
  markFile(tools.canaries, table, record, { id: id as Attachment['id'], key })
  tools.canaries.mark(content, `a file's content`, (who) => readsFiles(table, who, record, field))
  return true
}

function heldRefusal(prober: Prober, table: TableModel, record: RecordModel): string | null {
  const refusal = fileRefusal(prober, table, record)
  return refusal === 'field_read_only' ? 'not_found' : refusal
}
