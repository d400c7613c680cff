/**
 * Files that were taken out of their record and wait for their deletion: there for whoever took them out, for those who may change every
 * record of the table and for creators, and for nobody who does not see the field.
 */
import type { Attachment } from '@plinth/domain'
import { judgeStored, updateFaults } from '../effects.ts'
import { filesOf, withFiles } from '../files.ts'
import { attachmentField, type FieldModel, type Person, type RecordModel, type TableModel } from '../model.ts'
import { isCreator, scopeOf, seesField, standingOf } from '../oracle.ts'
import { Prober } from '../prober.ts'
import { callOf, isOk, send } from '../wire.ts'
import type { Surface } from './surface.ts'
import { fileRefusal } from './uploads.ts'

const bucket = '/storage/v1/object/plinth'

export const removedFiles: Surface = {
  name: 'removed files',
  writes: true,
  async probe(prober, table) {
    const removed = await takeOut(prober, table)
    if (!removed) return
    for (const identity of prober.random.some(prober.tools.identities, 4))
      await judgeThere(new Prober(prober.tools, identity, prober.surface), removed)
    await judgeGone(prober, removed)
    await judgeStored(prober, table, 'taking a file out')
  },
}

interface Removed {
  readonly table: TableModel
  readonly field: FieldModel
  readonly key: string
  readonly remover: Prober
}

/** Whoever removed it has to be somebody in the table still, and sees the field as everybody else has to. */
function mayDrain({ table, field, remover }: Removed, person: Person): boolean {
  if (standingOf(table.base, person) === null) return false
  if (isCreator(table.base, person)) return true
  if (!table.fields.includes(field) || !seesField(table, field, person)) return false
  const scope = (action: 'read' | 'update' | 'delete') => scopeOf(table, person, action)
  const changesAll = scope('read') === 'all' && scope('update') === 'all'
  return (
    changesAll || (person === remover.person && (scope('update') !== 'none' || scope('delete') !== 'none'))
  )
}

/** Of a file, those who may take it out. */
function removersOf(prober: Prober, table: TableModel, record: RecordModel): Prober[] {
  const left = withFiles(table, filesOf(table, record).slice(1))
  return prober.tools.identities
    .map((identity) => new Prober(prober.tools, identity, prober.surface))
    .filter((one) => fileRefusal(one, table, record) === null)
    .filter(({ person }) => updateFaults(table, person, record, left).length === 0)
}

async function takeOut(prober: Prober, table: TableModel): Promise<Removed | null> {
  const { random, tools } = prober
  const field = attachmentField(table)
  const holders = [...table.records.values()].filter((record) => filesOf(table, record).length > 0)
  if (!field || holders.length === 0) return null
  const record = random.oneOf(holders)
  const removers = removersOf(prober, table, record)
  if (removers.length === 0) return null
  const remover = random.oneOf(removers)
  const [file, ...others] = filesOf(table, record) as [Attachment, ...Attachment[]]
  const answer = await remover.send(callOf('remove_attachment', { attachment: file.id }))
  const place = { action: 'take out a file that is to wait', table, record }
  if (!remover.judgeAnswer(place, null, answer)) return null
  record.cells = { ...record.cells, ...withFiles(table, others) }
  const removed = { table, field, key: file.key, remover }
  tools.canaries.mark(file.key.split('/').at(-1)!, 'of a removed file', (who) => mayDrain(removed, who))
  return removed
}

/** The row that names it, and its object: both or neither. Whoever may remove the object may read it before. */
async function judgeThere(prober: Prober, removed: Removed): Promise<void> {
  const { table, key } = removed
  const isThere = prober.stopped === null && mayDrain(removed, prober.person)
  const path = `/rest/v1/removed_key?select=key&key=eq.${key}`
  const rows = await prober.send({ path, headers: { 'accept-profile': 'plinth' } })
  const place = { action: 'rows of files that wait', table }
  if (prober.judgeAnswer(place, prober.identity.reachesRoutes ? null : 'any', rows))
    prober.judgeNumber(place, isThere ? 1 : 0, (rows.data as unknown[]).length)
  // What stands in it is for those who read its record; who may remove it may read it, too.
  const read = await prober.sendOpen({ path: `${bucket}/${key}` })
  prober.judgeAnswer({ action: 'read a file that waits', table }, isThere ? null : 'any', read)
  if (isThere) return
  const gone = await prober.send({ method: 'DELETE', path: bucket, body: { prefixes: [key] } })
  const count = isOk(gone) ? (gone.data as unknown[]).length : 0
  prober.judgeNumber({ action: 'remove the object of a file that waits', table }, 0, count)
}

/** It is forgotten when its object is gone, and not before, by whoever may remove that. */
async function judgeGone(prober: Prober, { table, key, remover }: Removed): Promise<void> {
  const { project } = prober.tools
  const forgetting = callOf('removed_keys_done', { keys: [key] })
  const early = await prober.send(forgetting)
  prober.judgeAnswer({ action: 'forget a file that waits', table }, prober.stopped, early)
  const removed = await remover.send({ method: 'DELETE', path: bucket, body: { prefixes: [key] } })
  const count = isOk(removed) ? (removed.data as unknown[]).length : 0
  remover.judgeNumber({ action: 'remove what one took out', table }, 1, count)
  await send(project, remover.identity.token(), forgetting)
}
