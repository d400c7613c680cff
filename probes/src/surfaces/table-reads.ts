/** Reading by the routes of the users' tables: rows, columns, filters, order, pages, counts, other forms of answer. */
import type { CellValue } from '@plinth/domain'
import { onRoute, saidOnRoute, sameOnRoute } from '../cells.ts'
import { type FieldModel, openFields, type RecordModel, type TableModel } from '../model.ts'
import { isHidden, reached } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { type Answer, type Ask, isOk, routeOf } from '../wire.ts'
import type { Surface } from './surface.ts'

type Shown = Readonly<Record<string, unknown>>

export const tableReads: Surface = {
  name: 'table routes, reading',
  async probe(prober, table) {
    const forms = [
      wholeRows,
      oneColumn,
      filtered,
      byId,
      ordered,
      counted,
      inPages,
      asCsv,
      single,
      everythingElse,
    ]
    for (const form of prober.random.some(forms, 5)) await form(prober, table)
  },
}

const visible = (prober: Prober, table: TableModel) => reached(table, prober.person, 'read')

/** Asks; null where the route is closed to this caller, as it must be. */
async function read(prober: Prober, table: TableModel, query: string, more: Partial<Ask> = {}) {
  const answer = await prober.send(routeOf(table.relation, query, more))
  if (!prober.identity.reachesRoutes || table.isDeleted) {
    prober.judgeAnswer({ action: `read ${query}`, table }, 'any', answer)
    return null
  }
  return answer
}

function judgeRows(
  prober: Prober,
  table: TableModel,
  query: string,
  expected: RecordModel[],
  answer: Answer,
) {
  const place = { action: `read ${query}`, table }
  if (!prober.judgeAnswer(place, null, answer)) return
  const rows = answer.data as Shown[]
  const ids = rows.map(({ id }) => id as string)
  const width = rows.length > 0 ? Object.keys(rows[0]!).filter((key) => isField(table, key)).length : 1
  prober.judgeIds(place, {
    all: table.records.keys(),
    expected: expected.map(({ id }) => id),
    got: ids,
    width,
  })
  if (rows[0]) judgeColumns(prober, table, rows[0])
  for (const row of rows) judgeCells(prober, table, row)
}

const isField = ({ fields }: TableModel, key: string) => fields.some(({ column }) => column === key)

/** What every record has beside its fields. */
const systemColumns = ['id', 'ver', 'created_at', 'created_by', 'changed_at', 'changed_by']

/** Columns that stand aside, or belong to no field any more, are in no row; what is filled is for who sees its field. */
function judgeColumns(prober: Prober, table: TableModel, row: Shown): void {
  const filled = table.fields.filter((field) => field.isChanging || (field.side && !isHidden(table, field)))
  const pending = filled.map(({ column }) => `${column}__pending`)
  const known = [
    ...systemColumns,
    ...[...openFields(table), ...table.links].map(({ column }) => column),
    ...pending,
  ]
  const surplus = Object.keys(row).filter((key) => !known.includes(key))
  if (surplus.length === 0) prober.right()
  else prober.leak({ action: 'the columns of a row', table }, known, surplus)
}

/** Each value that is shown is the one that is stored. */
function judgeCells(prober: Prober, table: TableModel, row: Shown): void {
  const record = table.records.get(row['id'] as string)
  if (!record) return
  for (const field of table.fields) {
    if (!(field.column in row)) continue
    if (sameOnRoute(field, record.cells[field.id] ?? null, row[field.column])) prober.right()
    else {
      const place = { action: `the value of ${field.column}`, table, record }
      prober.refused(place, record.cells[field.id], row[field.column])
    }
  }
}

async function wholeRows(prober: Prober, table: TableModel) {
  const answer = await read(prober, table, 'select=*')
  if (answer) judgeRows(prober, table, 'whole rows', visible(prober, table), answer)
}

async function oneColumn(prober: Prober, table: TableModel) {
  const { column } = prober.random.oneOf(openFields(table))
  const query = `select=id,${column}`
  const answer = await read(prober, table, query)
  if (answer) judgeRows(prober, table, query, visible(prober, table), answer)
}

/** A filter as a question about what is hidden: it finds no more than what is visible, and all of that. */
async function filtered(prober: Prober, table: TableModel) {
  const { random } = prober
  const field = random.oneOf(openFields(table).filter(({ type }) => type !== 'attachment'))
  // Values that are there: a guess that is right, most of all about hidden records.
  const stored = [...table.records.values()].map(({ cells }) => cells[field.id] ?? null)
  const guess = random.oneOf(stored)
  const [operator, test] = random.oneOf(questions(field, guess))
  const query = `select=id,${field.column}&${field.column}=${operator}`
  const answer = await read(prober, table, query)
  const expected = visible(prober, table).filter(({ cells }) => test(cells[field.id] ?? null))
  if (answer) judgeRows(prober, table, query, expected, answer)
}

type Question = readonly [operator: string, test: (cell: CellValue) => boolean]

function questions(field: FieldModel, guess: CellValue): Question[] {
  const empty: Question[] = [
    ['is.null', (cell) => cell === null],
    ['not.is.null', (cell) => cell !== null],
  ]
  if (guess === null) return empty
  const same = (cell: CellValue) => cell !== null && sameOnRoute(field, cell, onRoute(field, guess))
  const text = saidOnRoute(guess)
  const said = encodeURIComponent(text)
  // Text stands in quotes, in which \ and " are escaped.
  const quoted = encodeURIComponent(`("${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}")`)
  const all: Question[] = [
    ...empty,
    [`eq.${said}`, same],
    [`neq.${said}`, (cell) => cell !== null && !same(cell)],
    // Of lists there is no list: Postgres knows no type for it, here and at the provider.
    ...(field.type === 'multi_select' ? [] : [[`in.${quoted}`, same] as const]),
  ]
  if (field.type !== 'integer' && field.type !== 'number' && field.type !== 'date') return all
  return [
    ...all,
    [`gt.${said}`, (cell) => cell !== null && cell > guess],
    [`lte.${said}`, (cell) => cell !== null && cell <= guess],
  ]
}

async function byId(prober: Prober, table: TableModel) {
  const asked = prober.random.some([...table.records.keys()], 8)
  const query = `select=*&id=in.(${[...asked, prober.random.uuid()].join(',')})`
  const answer = await read(prober, table, query)
  const expected = visible(prober, table).filter(({ id }) => asked.includes(id))
  if (answer) judgeRows(prober, table, 'by ids', expected, answer)
}

/** The order tells nothing of the rows between: the list is that of the visible ones, in their order. */
async function ordered(prober: Prober, table: TableModel) {
  const field = openFields(table).find(({ type }) => type === 'integer')
  if (!field) return
  const [limit, offset] = [3 + prober.random.upTo(10), prober.random.upTo(4)]
  const query = `select=id&order=${field.column}.desc.nullslast,id.asc&limit=${limit}&offset=${offset}`
  const answer = await read(prober, table, query)
  if (!answer) return
  const place = { action: `read ${query}`, table }
  if (!prober.judgeAnswer(place, null, answer)) return
  const number = ({ cells }: RecordModel) => (cells[field.id] ?? Number.NEGATIVE_INFINITY) as number
  const expected = visible(prober, table)
    .sort((a, b) => (number(a) === number(b) ? (a.id < b.id ? -1 : 1) : number(b) > number(a) ? 1 : -1))
    .slice(offset, offset + limit)
  const ids = (answer.data as Shown[]).map(({ id }) => id)
  prober.judgeList(
    place,
    expected.map(({ id }) => id),
    ids,
  )
}

async function counted(prober: Prober, table: TableModel) {
  const form = prober.random.oneOf(['exact', 'planned', 'estimated'])
  const method = prober.random.oneOf(['HEAD', 'GET'])
  const answer = await read(prober, table, 'select=id', { method, headers: { prefer: `count=${form}` } })
  if (!answer) return
  const total = Number(answer.range.split('/')[1])
  prober.judgeNumber({ action: `count=${form}`, table }, visible(prober, table).length, total)
}

async function inPages(prober: Prober, table: TableModel) {
  const headers = { range: '2-6', 'range-unit': 'items', prefer: 'count=exact' }
  const answer = await read(prober, table, 'select=id&order=id.asc', { headers })
  const expected = visible(prober, table).map(({ id }) => id)
  if (!answer) return
  const place = { action: 'rows 2 to 6', table }
  // Behind the last row there is no page.
  if (!isOk(answer)) return prober.judgeOutcome(place, expected.length <= 2 ? 'any' : null, 'refused')
  prober.judgeList(
    place,
    expected.slice(2, 7),
    (answer.data as Shown[]).map(({ id }) => id),
  )
}

async function asCsv(prober: Prober, table: TableModel) {
  const answer = await read(prober, table, 'select=id', { headers: { accept: 'text/csv' } })
  if (!answer || !prober.judgeAnswer({ action: 'read as CSV', table }, null, answer)) return
  const ids = answer.text.split(/\r?\n/).filter((line) => /^[0-9a-f-]{36}$/.test(line))
  const expected = visible(prober, table).map(({ id }) => id)
  prober.judgeIds({ action: 'read as CSV', table }, { all: table.records.keys(), expected, got: ids })
}

/** One record as an object: absent and hidden ones are refused alike. */
async function single(prober: Prober, table: TableModel) {
  const record = prober.random.oneOf([...table.records.values()])
  const headers = { accept: 'application/vnd.pgrst.object+json' }
  const answer = await read(prober, table, `select=*&id=eq.${record.id}`, { headers })
  if (!answer) return
  const isVisible = visible(prober, table).includes(record)
  const place = { action: 'read one as an object', table, record }
  if (!prober.judgeAnswer(place, isVisible ? null : 'any', answer)) return
  judgeCells(prober, table, answer.data as Shown)
}

/** Ways around a filter, and words that the interface knows and does not open. What comes out is searched. */
async function everythingElse(prober: Prober, table: TableModel) {
  const { column } = prober.random.oneOf(openFields(table))
  const wide = `select=id&or=(${column}.is.null,${column}.not.is.null)`
  const answer = await read(prober, table, wide)
  if (answer) judgeRows(prober, table, wide, visible(prober, table), answer)
  const odd = [
    `select=${column}::int`,
    `select=${column}::int&id=not.is.null`,
    `select=sum:${column}.sum()`,
    'select=count()',
    `select=${column}->a`,
    `${column}=eq.`,
    `${column}=like.*a*`,
    `${column}=fts.a`,
    `nothing=gt.1`,
    `select=nothing`,
    `order=nothing`,
    `select=*,role(*)`,
    `not.and=(id.is.null)`,
    `${column}=in.(1,"`,
    `id=gt.${prober.random.uuid()}`,
  ]
  for (const query of prober.random.some(odd, 4)) await read(prober, table, query)
}
