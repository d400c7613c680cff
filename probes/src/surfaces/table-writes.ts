/** Writing by the routes of the users' tables: insert, change, upsert and delete, with and without an answer. */
import { asWritten, drawCell, onRoute, writable } from '../cells.ts'
import { insertFaults, judgeStored, place as put, store, updateFaults } from '../effects.ts'
import { type Cells, type FieldModel, openFields, type RecordModel, type TableModel } from '../model.ts'
import { mayTouch } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { confined, drawRecord, sentCell } from '../records.ts'
import { standsTwice } from '../validity.ts'
import { type Ask, isOk, routeOf } from '../wire.ts'
import type { Surface } from './surface.ts'

export const tableWrites: Surface = {
  name: 'table routes, writing',
  writes: true,
  async probe(prober, table) {
    for (const form of prober.random.some([insert, update, updateMany, remove, upsert, systemColumns], 2)) {
      await form(prober, table)
    }
  },
}

/** Half of the writes only show what they would do. */
interface Manner {
  readonly prefer: string
  readonly isTrial: boolean
  readonly shows: boolean
}

function drawManner(prober: Prober): Manner {
  const isTrial = prober.random.chance(0.4)
  const shows = prober.random.chance(0.6)
  const parts = [shows ? 'return=representation' : 'return=minimal', ...(isTrial ? ['tx=rollback'] : [])]
  return { prefer: parts.join(','), isTrial, shows }
}

const columnsOf = (table: TableModel, cells: Cells) =>
  Object.fromEntries(
    writable(table)
      .filter(({ id }) => id in cells)
      .map((field) => [field.column, onRoute(field, cells[field.id] ?? null)]),
  )

const closed = (prober: Prober, table: TableModel) => !prober.identity.reachesRoutes || table.isDeleted

/** Is it none of the table's own columns that people write? */
const isAstray = ({ side, isChanging }: FieldModel) => side !== null || isChanging

async function insert(prober: Prober, table: TableModel) {
  const manner = drawManner(prober)
  const isBold = prober.random.chance(0.15)
  const sent = writable(table).filter((field) => isBold || !isAstray(field))
  const record = confined(table, drawRecord(prober.tools, table), sent)
  record.cells = asWritten(sent, record.cells)
  const columns = sent.map((field) => [field.column, onRoute(field, sentCell(field, record))])
  const body = { id: record.id, ...Object.fromEntries(columns) }
  const answer = await prober.send(
    routeOf(table.relation, '', { method: 'POST', body, headers: { prefer: manner.prefer } }),
  )
  const isAllowed =
    !closed(prober, table) && !sent.some(isAstray) && insertFaults(table, prober.person, record).length === 0
  const place = { action: `insert, ${manner.prefer}`, table, record }
  const went = prober.judgeAnswer(place, isAllowed ? null : 'any', answer)
  if (went && manner.shows) judgeShown(prober, table, place, [record.id], answer.data)
  if (isAllowed && !manner.isTrial) put(table, record, prober.person)
  await judgeStored(prober, table, place.action)
}

interface Place {
  readonly action: string
  readonly table: TableModel
}

function judgeShown(
  prober: Prober,
  table: TableModel,
  place: Place,
  expected: string[],
  data: unknown,
): void {
  const ids = (data as { id: string }[]).map(({ id }) => id)
  prober.judgeIds(place, { all: table.records.keys(), expected, got: ids })
}

const reachable = (prober: Prober, table: TableModel, action: 'update' | 'delete', records: RecordModel[]) =>
  closed(prober, table) ? [] : records.filter((record) => mayTouch(table, prober.person, action, record))

/** Changes what is in reach; all is refused where one record would leave it. */
async function change(prober: Prober, table: TableModel, query: string, targets: RecordModel[]) {
  const manner = drawManner(prober)
  const field = prober.random.oneOf(writable(table).slice(1))
  const cells = asWritten([field], { [field.id]: drawCell(prober.random, table, field) })
  const body = columnsOf(table, cells)
  const headers = { prefer: manner.prefer }
  const answer = await prober.send(routeOf(table.relation, query, { method: 'PATCH', body, headers }))
  const reached = reachable(prober, table, 'update', targets)
  const isTwice = standsTwice(field, cells, reached)
  const isRefused =
    closed(prober, table) ||
    isAstray(field) ||
    isTwice ||
    reached.some((record) => updateFaults(table, prober.person, record, cells).length > 0)
  const place = { action: `change ${query}, ${manner.prefer}`, table, record: targets[0]! }
  const went = prober.judgeAnswer(place, isRefused ? 'any' : null, answer)
  if (went && manner.shows)
    judgeShown(
      prober,
      table,
      place,
      reached.map(({ id }) => id),
      answer.data,
    )
  if (!isRefused && !manner.isTrial) {
    for (const record of reached) store(table, record, cells, prober.person)
  }
  await judgeStored(prober, table, place.action)
}

async function update(prober: Prober, table: TableModel) {
  const record = prober.random.oneOf([...table.records.values()])
  await change(prober, table, `id=eq.${record.id}`, [record])
}

async function updateMany(prober: Prober, table: TableModel) {
  const all = [...table.records.values()]
  if (prober.random.chance(0.3)) return change(prober, table, 'id=not.is.null', all)
  const some = prober.random.some(all, 5)
  return change(prober, table, `id=in.(${some.map(({ id }) => id).join(',')})`, some)
}

async function remove(prober: Prober, table: TableModel) {
  const manner = drawManner(prober)
  const isTrial = manner.isTrial || table.records.size < 8
  const prefer = isTrial && !manner.isTrial ? `${manner.prefer},tx=rollback` : manner.prefer
  const targets = prober.random.some([...table.records.values()], 2)
  const query = `id=in.(${targets.map(({ id }) => id).join(',')})`
  const answer = await prober.send(routeOf(table.relation, query, { method: 'DELETE', headers: { prefer } }))
  const reached = reachable(prober, table, 'delete', targets)
  const place = { action: `delete ${query}, ${prefer}`, table, record: targets[0]! }
  const went = prober.judgeAnswer(place, closed(prober, table) ? 'any' : null, answer)
  if (went && manner.shows)
    judgeShown(
      prober,
      table,
      place,
      reached.map(({ id }) => id),
      answer.data,
    )
  if (!isTrial) for (const { id } of reached) table.records.delete(id)
  await judgeStored(prober, table, place.action)
}

/** A record that is there is never replaced by way of an insert. */
async function upsert(prober: Prober, table: TableModel) {
  const record = prober.random.oneOf([...table.records.values()])
  const resolution = prober.random.oneOf(['merge-duplicates', 'ignore-duplicates'])
  const field = openFields(table).findLast(({ type }) => type !== 'attachment')!
  const body = { id: record.id, [field.column]: onRoute(field, drawCell(prober.random, table, field)) }
  const headers = { prefer: `resolution=${resolution},return=representation` }
  const ask: Partial<Ask> = { method: 'POST', body, headers }
  const answer = await prober.send(routeOf(table.relation, 'on_conflict=id', ask))
  const place = { action: `upsert, ${resolution}`, table, record }
  if (resolution === 'merge-duplicates') prober.judgeAnswer(place, 'any', answer)
  else if (isOk(answer)) judgeShown(prober, table, place, [], answer.data)
  await judgeStored(prober, table, place.action)
}

/** What the database keeps about a record is nobody's to write. */
async function systemColumns(prober: Prober, table: TableModel) {
  const record = prober.random.oneOf([...table.records.values()])
  const column = prober.random.oneOf(['id', 'ver', 'created_at', 'created_by', 'changed_at', 'changed_by'])
  const value = column === 'ver' ? 99 : column.endsWith('_at') ? '2000-01-01' : prober.random.uuid()
  const ask: Partial<Ask> = { method: 'PATCH', body: { [column]: value } }
  const answer = await prober.send(routeOf(table.relation, `id=eq.${record.id}`, ask))
  const place = { action: `change of ${column}`, table, record }
  prober.judgeAnswer(place, 'any', answer)
  await judgeStored(prober, table, place.action)
}
