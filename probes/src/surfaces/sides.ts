/**
 * The relations beside a table in which hidden fields stand, each with one column: read, asked, embedded and written by
 * everybody, over REST, past the calls that know about fields.
 */
import { asWritten, drawCell, onRoute, saidOnRoute, sameOnRoute } from '../cells.ts'
import { judgeStored, store, updateFaults } from '../effects.ts'
import { type FieldModel, type RecordModel, sidesOf, type TableModel } from '../model.ts'
import { mayTouch, mayWrite, reached, seesField } from '../oracle.ts'
import type { Place, Prober } from '../prober.ts'
import { standsTwice } from '../validity.ts'
import { type Ask, isOk, routeOf } from '../wire.ts'
import type { Surface } from './surface.ts'

export const sides: Surface = {
  name: 'hidden fields',
  async probe(prober, table) {
    const { random } = prober
    const tables = [table, ...table.base.tables].filter((one) => sidesOf(one).length > 0 && !one.isDeleted)
    const [chosen] = tables
    if (!chosen || chosen.records.size === 0) return
    const forms = [
      rows,
      asked,
      inOrder,
      counted,
      embedded,
      embedding,
      fromTheTable,
      change,
      changeMany,
      intrusions,
    ]
    for (const form of random.some(forms, 4)) await form(prober, chosen, random.oneOf(sidesOf(chosen)))
  },
}

type Row = Readonly<Record<string, unknown>>

/** The records whose value somebody sees. */
const shownTo = ({ person }: Prober, table: TableModel, field: FieldModel) =>
  seesField(table, field, person) ? reached(table, person, 'read') : []

const ids = (records: readonly RecordModel[]) => records.map(({ id }) => id)

/** Asks the route of the side; null where routes are closed to this caller, or it was refused. */
async function read(
  prober: Prober,
  table: TableModel,
  field: FieldModel,
  query: string,
  more: Partial<Ask> = {},
) {
  const answer = await prober.send(routeOf(field.side!, query, more))
  const place = { action: `read aside ${query}`, table }
  const isClosed = !prober.identity.reachesRoutes
  return prober.judgeAnswer(place, isClosed ? 'any' : null, answer) ? answer : null
}

function judgeRows(
  prober: Prober,
  place: Place & { table: TableModel },
  field: FieldModel,
  got: readonly Row[],
  expected: readonly RecordModel[],
) {
  const { table } = place
  const shown = got.map(({ id }) => id as string)
  prober.judgeIds(place, { all: table.records.keys(), expected: ids(expected), got: shown })
  for (const row of got) {
    const record = table.records.get(row['id'] as string)
    if (!record || !(field.column in row)) continue
    if (sameOnRoute(field, record.cells[field.id] ?? null, row[field.column])) prober.right()
    else prober.refused({ ...place, record }, record.cells[field.id], row[field.column])
  }
}

async function rows(prober: Prober, table: TableModel, field: FieldModel) {
  const query = prober.random.oneOf(['select=*', `select=id,${field.column}`, ''])
  const answer = await read(prober, table, field, query)
  const place = { action: 'read aside', table }
  if (answer) judgeRows(prober, place, field, answer.data as Row[], shownTo(prober, table, field))
}

/** A filter as a question about a hidden value. */
async function asked(prober: Prober, table: TableModel, field: FieldModel) {
  const { random } = prober
  const guess = random.oneOf([...table.records.values()]).cells[field.id] ?? null
  const isText = typeof guess === 'string' && field.type === 'text'
  const operator =
    guess === null || field.type === 'attachment' ? 'not.is.null' : random.oneOf(['eq', 'neq', 'gte'])
  // What is greater as a text is for the database to say.
  if (operator === 'gte' && (isText || field.type !== 'integer')) return
  const said =
    guess === null || operator === 'not.is.null'
      ? operator
      : `${operator}.${encodeURIComponent(saidOnRoute(guess))}`
  const fits = (cell: unknown) => {
    if (cell === null) return false
    if (operator === 'not.is.null') return true
    if (operator === 'gte') return (cell as number) >= (guess as number)
    return sameOnRoute(field, cell as typeof guess, onRoute(field, guess)) === (operator === 'eq')
  }
  if (field.type === 'attachment') return
  const query = `select=id&${field.column}=${said}`
  const answer = await read(prober, table, field, query)
  const expected = shownTo(prober, table, field).filter(({ cells }) => fits(cells[field.id] ?? null))
  if (answer)
    judgeRows(prober, { action: `read aside ${query}`, table }, field, answer.data as Row[], expected)
}

async function inOrder(prober: Prober, table: TableModel, field: FieldModel) {
  const query = `select=id,${field.column}&order=${field.column}.desc.nullslast,id&limit=5`
  const answer = await read(prober, table, field, query)
  if (!answer) return
  const shown = shownTo(prober, table, field)
  const got = answer.data as Row[]
  const known = new Set(ids(shown))
  prober.judgeIds(
    { action: `read aside ${query}`, table },
    { all: [], expected: [], got: got.map(({ id }) => id as string).filter((id) => !known.has(id)) },
  )
  prober.judgeNumber({ action: `read aside ${query}`, table }, Math.min(5, shown.length), got.length)
}

async function counted(prober: Prober, table: TableModel, field: FieldModel) {
  const form = prober.random.oneOf(['exact', 'planned', 'estimated'])
  const answer = await read(prober, table, field, 'select=id', { headers: { prefer: `count=${form}` } })
  const total = Number(answer?.range.split('/')[1])
  if (answer)
    prober.judgeNumber({ action: `count aside, ${form}`, table }, shownTo(prober, table, field).length, total)
}

/** The side as a part of its table's rows: the rows are those of the table, the part is for those who see the field. */
async function embedded(prober: Prober, table: TableModel, field: FieldModel) {
  const answer = await prober.send(routeOf(table.relation, `select=id,${field.side}(*)`))
  if (!isOk(answer)) return
  const place = { action: 'the side in the rows of its table', table }
  const got = answer.data as Row[]
  const expected = reached(table, prober.person, 'read')
  prober.judgeIds(place, {
    all: table.records.keys(),
    expected: ids(expected),
    got: got.map(({ id }) => id as string),
  })
  const parts = got.flatMap((row): Row[] => [row[field.side!] ?? []].flat() as Row[])
  judgeRows(prober, place, field, parts, shownTo(prober, table, field))
}

/** The table as a part of the side's rows, and filters that pass through it. */
async function embedding(prober: Prober, table: TableModel, field: FieldModel) {
  const secret = prober.random.oneOf([...table.records.values()]).cells[table.fields[0]!.id]
  const filter = prober.random.chance(0.5) ? `&${table.relation}.${table.fields[0]!.column}=eq.${secret}` : ''
  const answer = await prober.send(routeOf(field.side!, `select=id,${table.relation}(*)${filter}`))
  if (!isOk(answer)) return
  const place = { action: 'the table in the rows of its side', table }
  judgeRows(prober, place, field, answer.data as Row[], shownTo(prober, table, field))
}

/** The column is not in the table's own relation, for nobody. */
async function fromTheTable(prober: Prober, table: TableModel, field: FieldModel) {
  const { column } = field
  const ways = [
    `select=${column}`,
    `select=id&${column}=not.is.null`,
    `select=id&order=${column}`,
    `select=sum:${column}.sum()`,
    `select=id&or=(${column}.is.null,id.not.is.null)`,
  ]
  for (const query of prober.random.some(ways, 2)) {
    const answer = await prober.send(routeOf(table.relation, query))
    prober.judgeAnswer({ action: `ask the table for what stands aside: ${query}`, table }, 'any', answer)
  }
}

const change = (prober: Prober, table: TableModel, field: FieldModel) =>
  write(prober, table, field, [prober.random.oneOf([...table.records.values()])])

const changeMany = (prober: Prober, table: TableModel, field: FieldModel) =>
  write(prober, table, field, prober.random.some([...table.records.values()], 4))

/** Changes the values that are in reach, and no others; all is refused where one of them is not as it must be. */
async function write(prober: Prober, table: TableModel, field: FieldModel, targets: readonly RecordModel[]) {
  const { person, random } = prober
  if (field.type === 'attachment') return
  const isTrial = random.chance(0.3)
  const cells = asWritten([field], { [field.id]: drawCell(random, table, field) })
  const isMine =
    prober.identity.reachesRoutes && mayWrite(table, field, person) && seesField(table, field, person)
  const mine = isMine ? targets.filter((record) => mayTouch(table, person, 'update', record)) : []
  const isTwice = standsTwice(field, cells, mine)
  const isRefused =
    !prober.identity.reachesRoutes ||
    isTwice ||
    mine.some((record) => updateFaults(table, person, record, cells).length > 0)
  const ask: Ask = routeOf(field.side!, `id=in.(${ids(targets).join(',')})`, {
    method: 'PATCH',
    body: { [field.column]: onRoute(field, cells[field.id] ?? null) },
    headers: { prefer: `return=representation${isTrial ? ',tx=rollback' : ''}` },
  })
  const answer = await prober.send(ask)
  const place = { action: `change aside${isTrial ? ', to try' : ''}`, table, record: targets[0]! }
  if (prober.judgeAnswer(place, isRefused ? 'any' : null, answer)) {
    const got = (answer.data as Row[]).map(({ id }) => id as string)
    prober.judgeIds(place, { all: table.records.keys(), expected: ids(mine), got })
  }
  if (!isRefused && !isTrial) for (const record of mine) store(table, record, cells, person)
  await judgeStored(prober, table, place.action)
}

/** Rows of a side come and go with their records, and stay theirs. */
async function intrusions(prober: Prober, table: TableModel, field: FieldModel) {
  const { random } = prober
  const [record, other] = random.some([...table.records.values()], 2)
  if (!record || !other) return
  const value = { [field.column]: onRoute(field, drawCell(random, table, field)) }
  const merging = { prefer: 'resolution=merge-duplicates' }
  const ways: [string, Partial<Ask>][] = [
    ['', { method: 'POST', body: { id: random.uuid(), ...value } }],
    ['', { method: 'POST', body: { id: record.id, ...value } }],
    ['on_conflict=id', { method: 'POST', body: { id: record.id, ...value }, headers: merging }],
    [`id=eq.${record.id}`, { method: 'DELETE' }],
    [`id=eq.${record.id}`, { method: 'PATCH', body: { id: random.uuid() } }],
    [`id=eq.${record.id}`, { method: 'PUT', body: { id: record.id, ...value } }],
  ]
  const [query, ask] = random.oneOf(ways)
  const answer = await prober.send(routeOf(field.side!, query, ask))
  const place = { action: `${ask.method} aside`, table, record }
  prober.judgeAnswer(place, 'any', answer)
  await judgeStored(prober, table, place.action)
}
