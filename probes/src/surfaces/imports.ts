/** Imports: what may not be written by hand may not be imported, and a key finds no hidden record. */

import { insertFaults, judgeStored, place as put, store, updateFaults } from '../effects.ts'
import { misfitOf, readable } from '../links.ts'
import {
  type Cells,
  type FieldModel,
  type LinkField,
  type RecordModel,
  secretOf,
  sidesOf,
  type TableModel,
} from '../model.ts'
import { isLocked, mayWrite, reached, reaches, scopeOf, sees, seesField } from '../oracle.ts'
import type { Place, Prober } from '../prober.ts'
import { confined, drawRecord, markHidden, sendable, sentCell } from '../records.ts'
import type { Fault } from '../validity.ts'
import { type Answer, callOf, faultIn, isOk } from '../wire.ts'
import type { Surface } from './surface.ts'

export const imports: Surface = {
  name: 'imports',
  writes: true,
  async probe(prober, table) {
    if (prober.random.chance(0.6)) await append(prober, table)
    else await byKey(prober, table)
    await judgeStored(prober, table, 'an import')
  },
}

interface Opened {
  readonly id: string
  readonly fields: readonly FieldModel[]
}

/** Opens an import, with a key in the mode that looks for records. */
async function open(prober: Prober, table: TableModel, key: FieldModel | null): Promise<Opened | null> {
  const { person, stopped, random } = prober
  const id = random.uuid()
  const mode = key ? 'upsert' : 'append'
  const fields = sendable(random, table, person)
  const args = {
    import: id,
    table: table.id,
    file_name: 'x.csv',
    fields: fields.map((one) => one.id),
    mode,
    key: key?.id ?? null,
  }
  const answer = await prober.send(callOf('begin_import', args))
  const place = { action: `open an import, ${mode}`, table }
  return prober.judgeAnswer(place, stopped ?? importRefusal(prober, table, fields, key), answer)
    ? { id, fields }
    : null
}

/** A field that one does not see is like one that is not there: as a key, too. */
export function importRefusal(
  { person }: Prober,
  table: TableModel,
  fields: readonly FieldModel[],
  key: FieldModel | null,
) {
  const needed = key ? (['create', 'update'] as const) : (['create'] as const)
  if (!sees(table, person)) return 'not_found'
  if (needed.some((action) => scopeOf(table, person, action) === 'none')) return 'read_only'
  if (key && !fields.includes(key)) return 'invalid_input'
  if (fields.some((field) => !seesField(table, field, person))) return 'invalid_input'
  const isKept = fields.some((field) => !mayWrite(table, field, person))
  if (isKept || fields.some(({ isChanging }) => isChanging))
    return isKept ? 'field_read_only' : 'field_changing'
  return key && isTwice(reached(table, person, 'read'), key) ? 'key_not_unique' : null
}

function isTwice(records: readonly RecordModel[], { id }: FieldModel): boolean {
  const values = records.map(({ cells }) => cells[id] ?? null).filter((cell) => cell !== null)
  return new Set(values).size < values.length
}

const rowOf = (fields: readonly FieldModel[], record: RecordModel) => [
  record.id,
  ...fields.map((field) => sentCell(field, record)),
]

async function append(prober: Prober, table: TableModel) {
  const opened = await open(prober, table, null)
  if (!opened) return
  const records = Array.from({ length: 1 + prober.random.upTo(3) }, () =>
    confined(table, drawRecord(prober.tools, table), opened.fields),
  )
  keepApart(table, records)
  const rows = records.map((record) => rowOf(opened.fields, record))
  const linking = drawLinking(prober, table, records[0]!)
  const args = { import: opened.id, chunk: 0, rows, misfits: [], links: linking ? [linking.sent] : [] }
  const faults = records.map((record) => toldAs('create', insertFaults(table, prober.person, record)))
  const answer = await prober.send(callOf('import_rows', args))
  const wrong = faults.findIndex((list) => list.length > 0)
  const place = { action: 'import records', table, record: records[Math.max(0, wrong)]! }
  if (judgeChunk(prober, place, faults, answer)) {
    for (const [n, record] of records.entries()) {
      if (faults[n]!.length === 0) put(table, record, prober.person)
    }
    if (linking && isOk(answer) && faults[0]!.length === 0)
      judgeLinking(prober, { ...place, record: records[0]! }, linking, answer)
  }
  await finish(prober, table, opened.id)
}

interface Linking {
  readonly field: LinkField
  readonly record: RecordModel
  /** Null: a record of nobody. */
  readonly target: RecordModel | null
  readonly sent: object
}

/** What a row is to link, sometimes: any record of the other table, or one that is not there. */
function drawLinking({ random }: Prober, table: TableModel, record: RecordModel): Linking | null {
  if (table.links.length === 0 || random.chance(0.4)) return null
  const field = random.oneOf(table.links)
  const all = [...field.target.records.values()]
  const target = all.length === 0 || random.chance(0.1) ? null : random.oneOf(all)
  const values = { [field.id]: { link: [target?.id ?? random.uuid()] } }
  return { field, record, target, sent: { record: record.id, values } }
}

/** A row links what its importer reads and may change; else it is stored without, and told. */
function judgeLinking(
  prober: Prober,
  place: Place,
  { field, record, target }: Linking,
  { data }: Answer,
): void {
  const isRead = target !== null && readable(field, prober.person)(target)
  const isFree = isRead && !isLocked(field.target, prober.person, target)
  const expected = isFree ? misfitOf(field, record, target, []) : isRead ? 'record_locked' : 'value_invalid'
  const { unlinked = [] } = data as { unlinked?: { line: number; code: string }[] }
  prober.judgeOutcome({ ...place, action: 'what an imported row links' }, expected, unlinked[0]?.code ?? null)
  if (isFree && expected === null)
    field.pairs.push(field.end === 0 ? [record.id, target.id] : [target.id, record.id])
}

/** Two rows of a chunk with one value where each stands once: which of them is left out depends on what else they break. */
function keepApart(table: TableModel, records: readonly RecordModel[]): void {
  for (const { id, rules } of table.fields) {
    if (!rules.unique) continue
    const met = new Set<unknown>()
    for (const { cells } of records) {
      if (met.has(cells[id])) cells[id] = null
      else met.add(cells[id])
    }
  }
}

/** What refuses the whole chunk: the rest keeps out single rows. */
const stops = ({ code }: Fault) => code === 'field_read_only'

/** An import tells which rules of the caller's roles do not let a row through: those on making records, or on changing them. */
const toldAs = (rule: 'create' | 'update', faults: readonly Fault[]): Fault[] =>
  faults.map((fault) => (['rule_refused', 'rule_left'].includes(fault.code) ? { ...fault, rule } : fault))

/** Rows that break a rule are left out and told with their lines; what else is wrong refuses all. Answers whether it was stored. */
function judgeChunk(
  prober: Prober,
  place: Place,
  faults: readonly (readonly Fault[])[],
  answer: Answer,
): boolean {
  const mustStop = faults.some((list) => list.length > 0 && list.every(stops))
  if (!isOk(answer) || mustStop) {
    prober.judgeFaults(
      place,
      faults.flatMap((list) => list.filter(stops)),
      faultIn(answer),
    )
    return isOk(answer)
  }
  const { refused = [] } = answer.data as { refused?: (Fault & { line: number })[] }
  for (const [n, expected] of faults.entries()) {
    const got = refused.find(({ line }) => line === n + 1) ?? null
    prober.judgeFaults({ ...place, action: `${place.action}, line ${n + 1}` }, expected, got)
  }
  const { inserted, updated } = answer.data as { inserted: number; updated: number }
  const stored = faults.filter((list) => list.length === 0).length
  prober.judgeNumber({ ...place, action: `${place.action}, stored` }, stored, inserted + updated)
  return true
}

/** The key of a record that is there: it is found by who reads it, and new for everybody else. */
async function byKey(prober: Prober, table: TableModel) {
  const { person, random } = prober
  const hidden = sidesOf(table).filter(({ isPrivate }) => isPrivate)
  const key = random.oneOf([secretOf(table), ...hidden])
  const opened = await open(prober, table, key)
  if (!opened) return
  const target = random.oneOf([...table.records.values()])
  const sent = confined(table, drawRecord(prober.tools, table), opened.fields)
  sent.cells[key.id] = target.cells[key.id] ?? null
  const cells = Object.fromEntries(
    opened.fields.map((field) => [field.id, sentCell(field, sent)]),
  ) as RecordModel['cells']
  const value = sent.cells[key.id] ?? null
  const found = reached(table, person, 'read').find((one) => value !== null && one.cells[key.id] === value)
  const args = { import: opened.id, chunk: 0, rows: [rowOf(opened.fields, sent)], misfits: [] }
  const faults = found
    ? toldAs('update', updateRefusal(prober, table, found, cells))
    : toldAs('create', insertFaults(table, person, sent))
  const answer = await prober.send(callOf('import_rows', args))
  const place = { action: `import by a key, ${key.column}`, table, record: { ...(found ?? target) } }
  const isStored = judgeChunk(prober, place, [faults], answer) && faults.length === 0
  if (isStored && found) {
    store(table, found, cells, person)
    // Drawn for a record that is none: it stands in the one that was found.
    markHidden(prober.tools.canaries, table, found)
  }
  // Two records with one secret: it stays for those who read the first one.
  else if (isStored) await takeBack(prober, table, sent)
  await finish(prober, table, opened.id)
}

function updateRefusal({ person }: Prober, table: TableModel, target: RecordModel, cells: Cells): Fault[] {
  const locks = isLocked(table, person, target) ? [{ code: 'record_locked' }] : []
  const reach = reaches(table, person, 'update', target) ? [] : [{ code: 'rule_refused' }]
  return [...locks, ...reach, ...updateFaults(table, person, target, cells)]
}

/** The twin of a hidden record goes again: a secret stands once. */
async function takeBack(prober: Prober, table: TableModel, twin: RecordModel) {
  await prober.tools.remove(table.relation, twin.id)
}

async function finish(prober: Prober, table: TableModel, id: string) {
  const name = prober.random.oneOf(['finish_import', 'cancel_import'])
  const args = name === 'finish_import' ? { import: id } : { import: id, discard: false }
  prober.judgeAnswer({ action: name, table }, null, await prober.send(callOf(name, args)))
}
