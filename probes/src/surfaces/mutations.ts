/** The app's own writes: batches of mutations, whose answers and effects the model foresees one by one. */
import type { CellValue } from '@plinth/domain'
import { drawCell, sameCell } from '../cells.ts'
import { handOverFaults, insertFaults, judgeStored, place as put, store } from '../effects.ts'
import type { Cells, FieldModel, RecordModel, TableModel } from '../model.ts'
import { reaches, refusalOf, scopeOf, seesField } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { confined, drawRecord, sendable, valuesOf } from '../records.ts'
import type { Fault } from '../validity.ts'
import { callOf, isOk } from '../wire.ts'
import type { Surface } from './surface.ts'

export const mutations: Surface = {
  name: 'mutations',
  writes: true,
  async probe(prober, table) {
    const { random } = prober
    const list = attempts(prober, table)
    const atomic = random.chance(0.3)
    const batch = { mutations: list.map(({ mutation }) => mutation), atomic }
    const answer = await prober.send(callOf('apply_mutations', { batch }))
    const place = { action: 'a batch of mutations', table }
    if (!prober.judgeAnswer(place, prober.stopped, answer) || !isOk(answer)) return
    judgeResults(prober, table, { list, atomic, results: answer.data as Result[] })
    await judgeStored(prober, table, `mutations ${list.map(({ kind }) => kind).join(', ')}`)
  },
}

interface Attempt {
  readonly kind: 'insert' | 'update' | 'delete'
  readonly mutation: Readonly<Record<string, unknown>>
  readonly record: RecordModel
  readonly cells: Cells
  /** The fields that it names. */
  readonly sent: readonly FieldModel[]
  /** False: it says that something else was stored. */
  readonly knows: boolean
}

interface Result {
  readonly status: 'ok' | 'conflict' | 'error'
  readonly error?: { readonly code: string; readonly details?: Partial<Fault> }
  readonly left?: boolean
  readonly current?: Readonly<Record<string, unknown>>
}

/** A few mutations of different records, so that none stands on another. */
function attempts(prober: Prober, table: TableModel): Attempt[] {
  const { random, tools } = prober
  const id = () => random.uuid()
  const head = { table: table.id }
  const all = [...table.records.values()]
  // Who brought a record into its state may not always take it further.
  const own = all.filter(({ movers }) => [...movers.values()].includes(prober.person))
  const records = random.some(own.length > 1 && random.chance(0.5) ? own : all, 2 + random.upTo(6))
  const makesOne = random.chance(0.6)
  const list = records.map((record, n): Attempt => {
    if (random.chance(0.2) && table.records.size > 8) {
      const mutation = { ...head, id: id(), kind: 'delete', record: record.id }
      return { kind: 'delete', mutation, record, cells: {}, knows: true, sent: [] }
    }
    const { cells, base, knows, sent } = drawChange(prober, table, record, n === 0 && !makesOne)
    const mutation = { ...head, id: id(), kind: 'update', record: record.id, values: cells, base }
    return { kind: 'update', mutation, record, cells, knows, sent }
  })
  if (makesOne) {
    const sent = sendable(random, table, prober.person)
    const record = confined(table, drawRecord(tools, table), sent)
    const values = valuesOf(sent, record)
    const mutation = { ...head, id: id(), kind: 'insert', record: record.id, values }
    list.push({ kind: 'insert', mutation, record, cells: record.cells, knows: true, sent })
  }
  return random.shuffled(list)
}

/**
 * New values of one or two fields, with what was stored before; sometimes with a wrong guess. Of a batch one mutation at most
 * writes where each value stands once (`once`): neighbours may stand in one statement, and which of two came first is open.
 */
function drawChange(prober: Prober, table: TableModel, record: RecordModel, once: boolean) {
  const { random } = prober
  const open = sendable(random, table, prober.person)
    .slice(1)
    .filter(({ rules }) => once || !rules.unique)
  const states = open.filter(({ transitions }) => transitions.length > 0)
  const chosen = states.length > 0 && random.chance(0.35) ? states : open
  const fields = random.some(chosen, 1 + random.upTo(2))
  const cells: Cells = {}
  const base: Cells = {}
  const knows = random.chance(0.85)
  for (const field of fields) {
    const stored = record.cells[field.id] ?? null
    cells[field.id] = drawCell(random, table, field)
    base[field.id] = knows ? stored : other(stored)
  }
  return { cells, base, knows, sent: fields }
}

const other = (stored: CellValue): CellValue => (stored === null ? 'something' : null)

/** What the answer to one of them must be, after those before it. */
function foreseen(prober: Prober, table: TableModel, attempt: Attempt): readonly Fault[] {
  const { kind, record, cells, knows, sent } = attempt
  const { person } = prober
  if (kind === 'insert') return insertFaults(table, person, record, sent)
  const isOpen = scopeOf(table, person, kind) !== 'none'
  if (isOpen && sent.some((field) => !seesField(table, field, person))) return [{ code: 'invalid_input' }]
  if (isOpen && sent.some(({ isChanging }) => isChanging)) return [{ code: 'field_changing' }]
  const refusal = refusalOf(table, person, kind, record)
  if (refusal !== null) return [{ code: refusal }]
  if (kind === 'delete') return []
  const stays = Object.entries(cells).every(([id, cell]) =>
    sameCell(cell, record.cells[id as keyof Cells] ?? null),
  )
  if (stays) return []
  return knows ? handOverFaults(table, prober.person, record, cells) : [{ code: 'conflict' }]
}

/** Does it in the model; answers how to take it back. */
function run({ kind, record, cells }: Attempt, table: TableModel, { person }: Prober): () => void {
  const before = { cells: record.cells, movers: new Map(record.movers) }
  if (kind === 'delete') table.records.delete(record.id)
  else if (kind === 'insert') put(table, record, person)
  else store(table, record, cells, person)
  return () => {
    record.cells = before.cells
    for (const [field, mover] of before.movers) record.movers.set(field, mover)
    if (kind === 'insert') table.records.delete(record.id)
    else table.records.set(record.id, record)
  }
}

interface Judged {
  readonly list: readonly Attempt[]
  readonly atomic: boolean
  readonly results: readonly Result[]
}

function judgeResults(prober: Prober, table: TableModel, { list, atomic, results }: Judged): void {
  const undo: (() => void)[] = []
  const foretold = list.map((attempt) => {
    const faults = foreseen(prober, table, attempt)
    if (faults.length === 0) undo.unshift(run(attempt, table, prober))
    return { faults, place: { table, record: copyOf(attempt.record) } }
  })
  const isUndone = atomic && foretold.some(({ faults }) => faults.length > 0)
  if (isUndone) for (const step of undo) step()
  for (const [n, { kind, cells }] of list.entries()) {
    const { faults, place } = foretold[n]!
    const { status, error } = results[n]!
    const batch = atomic ? ' of an atomic batch' : ''
    const action = `${kind} by a mutation${batch}: ${JSON.stringify(cells)}`
    const got = status === 'ok' ? null : { ...error?.details, code: error?.code ?? status }
    const isGone =
      kind === 'update' && status === 'ok' && !reaches(table, prober.person, 'read', place.record)
    if ((results[n]!.left === true) === isGone) prober.right()
    else prober.refused({ ...place, action: `${action}: is it out of sight` }, isGone, results[n])
    const expected = isUndone && faults.length === 0 ? [{ code: 'batch_refused' }] : faults
    prober.judgeFaults({ ...place, action }, expected, got)
  }
}

const copyOf = (record: RecordModel): RecordModel => ({ ...record })
