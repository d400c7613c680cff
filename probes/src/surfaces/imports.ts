/** Imports: what may not be written by hand may not be imported, and a key finds no hidden record. */

import { drawCell, writable } from '../cells.ts'
import { judgeStored, leaves } from '../effects.ts'
import type { FieldModel, RecordModel, TableModel } from '../model.ts'
import { changed, secretOf } from '../model.ts'
import { isLocked, mayTouch, mayWrite, reaches, scopeOf, sees } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { drawRecord } from '../records.ts'
import { callOf } from '../wire.ts'
import type { Surface } from './surface.ts'

export const imports: Surface = {
  name: 'imports',
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

async function open(prober: Prober, table: TableModel, mode: 'append' | 'upsert'): Promise<Opened | null> {
  const { person, stopped, random } = prober
  const id = random.uuid()
  const fields = writable(table)
  const key = mode === 'upsert' ? secretOf(table).id : null
  const args = {
    import: id,
    table: table.id,
    file_name: 'x.csv',
    fields: fields.map((one) => one.id),
    mode,
    key,
  }
  const needed = mode === 'upsert' ? (['create', 'update'] as const) : (['create'] as const)
  const isReadOnly = needed.some((action) => scopeOf(table, person, action) === 'none')
  const isKept = fields.some((field) => !mayWrite(table, field, person))
  const refusal = !sees(table, person)
    ? 'not_found'
    : isReadOnly
      ? 'read_only'
      : isKept
        ? 'field_read_only'
        : null
  const answer = await prober.send(callOf('begin_import', args))
  const place = { action: `open an import, ${mode}`, table }
  return prober.judgeAnswer(place, stopped ?? refusal, answer) ? { id, fields } : null
}

const rowOf = (fields: readonly FieldModel[], { id, cells }: RecordModel) => [
  id,
  ...fields.map((field) => cells[field.id] ?? null),
]

async function append(prober: Prober, table: TableModel) {
  const opened = await open(prober, table, 'append')
  if (!opened) return
  const records = Array.from({ length: 1 + prober.random.upTo(3) }, () => drawRecord(prober.tools, table))
  const rows = records.map((record) => rowOf(opened.fields, record))
  const args = { import: opened.id, chunk: 0, rows, misfits: [] }
  const answer = await prober.send(callOf('import_rows', args))
  const outside = records.findIndex((record) => !reaches(table, prober.person, 'create', record))
  const place = { action: 'import records', table, record: records[Math.max(0, outside)]! }
  const went = prober.judgeAnswer(place, outside === -1 ? null : 'rule_refused', answer)
  if (outside === -1) for (const record of records) table.records.set(record.id, record)
  if (went) prober.judgeNumber(place, records.length, (answer.data as { inserted: number }).inserted)
  await finish(prober, table, opened.id)
}

/** The key of a record that is there: it is found by who reads it, and new for everybody else. */
async function byKey(prober: Prober, table: TableModel) {
  const opened = await open(prober, table, 'upsert')
  if (!opened) return
  const { person } = prober
  const target = prober.random.oneOf([...table.records.values()])
  const secret = secretOf(table).id
  const drawn = drawRecord(prober.tools, table)
  const cells = Object.fromEntries(
    writable(table).map((field) => [
      field.id,
      field.id === secret ? target.cells[secret]! : drawCell(prober.random, table, field),
    ]),
  ) as RecordModel['cells']
  const sent: RecordModel = { id: drawn.id, cells: { ...drawn.cells, ...cells } }
  const isFound = reaches(table, person, 'read', target)
  const found = changed(target, cells)
  const allowed = isFound
    ? mayTouch(table, person, 'update', target) && !leaves(table, person, target, cells)
    : reaches(table, person, 'create', sent)
  const args = { import: opened.id, chunk: 0, rows: [rowOf(opened.fields, sent)], misfits: [] }
  const answer = await prober.send(callOf('import_rows', args))
  const place = { action: 'import by a key', table, record: target }
  // A locked record is left out of the chunk, and the answer says so.
  const isLeftOut = isFound && isLocked(table, person, target)
  const refusal = isFound && reaches(table, person, 'update', target) ? 'rule_left' : 'rule_refused'
  if (prober.judgeAnswer(place, allowed || isLeftOut ? null : refusal, answer)) {
    const { updated, inserted } = answer.data as { updated: number; inserted: number }
    prober.judgeNumber(place, isLeftOut ? 0 : 1, updated + inserted)
  }
  if (allowed && isFound) target.cells = found.cells
  // Two records with one secret: it stays for those who read the first one.
  else if (allowed) await takeBack(prober, table, sent)
  await finish(prober, table, opened.id)
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
