/** The app's own writes: batches of mutations, whose answers and effects the model foresees one by one. */
import type { CellValue } from '@plinth/domain'
import { drawCell, writable } from '../cells.ts'
import { judgeStored, leaves, refusalOfInsert, writesKept } from '../effects.ts'
import { type Cells, changed, type RecordModel, type TableModel } from '../model.ts'
import { refusalOf } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { drawRecord, valuesOf } from '../records.ts'
import { callOf, isOk } from '../wire.ts'
import type { Surface } from './surface.ts'

export const mutations: Surface = {
  name: 'mutations',
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
  /** False: it says that something else was stored. */
  readonly knows: boolean
}

interface Result {
  readonly status: 'ok' | 'conflict' | 'error'
  readonly error?: { readonly code: string }
  readonly current?: Readonly<Record<string, unknown>>
}

/** A few mutations of different records, so that none stands on another. */
function attempts(prober: Prober, table: TableModel): Attempt[] {
  const { random, tools } = prober
  const id = () => random.uuid()
  const head = { table: table.id }
  const records = random.some([...table.records.values()], 2 + random.upTo(6))
  const list = records.map((record): Attempt => {
    if (random.chance(0.2) && table.records.size > 8) {
      const mutation = { ...head, id: id(), kind: 'delete', record: record.id }
      return { kind: 'delete', mutation, record, cells: {}, knows: true }
    }
    const { cells, base, knows } = drawChange(prober, table, record)
    const mutation = { ...head, id: id(), kind: 'update', record: record.id, values: cells, base }
    return { kind: 'update', mutation, record, cells, knows }
  })
  if (random.chance(0.6)) {
    const record = drawRecord(tools, table)
    const values = valuesOf(table, record)
    const mutation = { ...head, id: id(), kind: 'insert', record: record.id, values }
    list.push({ kind: 'insert', mutation, record, cells: record.cells, knows: true })
  }
  return random.shuffled(list)
}

/** New values of one or two fields, with what was stored before; sometimes with a wrong guess. */
function drawChange(prober: Prober, table: TableModel, record: RecordModel) {
  const { random } = prober
  const fields = random.some(writable(table).slice(1), 1 + random.upTo(2))
  const cells: Cells = {}
  const base: Cells = {}
  const knows = random.chance(0.85)
  for (const field of fields) {
    const stored = record.cells[field.id] ?? null
    cells[field.id] = drawCell(random, table, field)
    base[field.id] = knows ? stored : other(stored)
  }
  return { cells, base, knows }
}

const other = (stored: CellValue): CellValue => (stored === null ? 'something' : null)

/** What the answer to one of them must be. */
function foreseen(prober: Prober, table: TableModel, attempt: Attempt): string {
  const { kind, record, cells, knows } = attempt
  if (kind === 'insert') return refusalOfInsert(table, prober.person, record) ?? 'ok'
  const refusal = refusalOf(table, prober.person, kind, record)
  if (refusal !== null || kind === 'delete') return refusal ?? 'ok'
  const stays = Object.entries(cells).every(
    ([id, cell]) => cell === (record.cells[id as keyof Cells] ?? null),
  )
  if (stays) return 'ok'
  if (!knows) return 'conflict'
  if (leaves(table, prober.person, record, cells)) return 'rule_left'
  return writesKept(table, prober.person, cells, record.cells) ? 'field_read_only' : 'ok'
}

interface Judged {
  readonly list: readonly Attempt[]
  readonly atomic: boolean
  readonly results: readonly Result[]
}

function judgeResults(prober: Prober, table: TableModel, { list, atomic, results }: Judged): void {
  const single = list.map((attempt) => foreseen(prober, table, attempt))
  const isUndone = atomic && single.some((code) => code !== 'ok')
  for (const [n, attempt] of list.entries()) {
    const { kind, record, cells } = attempt
    const expected = isUndone && single[n] === 'ok' ? 'batch_refused' : single[n]!
    const { status, error } = results[n]!
    const place = { action: `${kind} by a mutation${atomic ? ' of an atomic batch' : ''}`, table, record }
    const got = status === 'error' ? error!.code : status
    prober.judgeOutcome(place, expected === 'ok' ? null : expected, got === 'ok' ? null : got)
    if (expected !== 'ok') continue
    if (kind === 'delete') table.records.delete(record.id)
    else if (kind === 'insert') table.records.set(record.id, record)
    else record.cells = changed(record, cells).cells
  }
}
