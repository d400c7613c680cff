/** The calls by which the app reads: windows of a view, rows by id, counts, anchors, what changed. */
import { sameInCall } from '../cells.ts'
import type { FieldModel, TableModel } from '../model.ts'
import { scopeOf, seenFields } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { hasOrder, inOrder, peopleInOrder } from '../view-model.ts'
import { aField, ask, visible } from './asking.ts'
import type { Surface } from './surface.ts'
import { views } from './views.ts'

export const windows: Surface = {
  name: 'calls that read',
  async probe(prober, table) {
    const forms = [
      wholeView,
      viewByHand,
      sortedView,
      backwards,
      behindAnything,
      byIds,
      statistics,
      anchors,
      changes,
    ]
    for (const form of prober.random.some(forms, 4)) await form(prober, table)
    for (const form of prober.random.some(views, 3)) await form(prober, table)
  },
}

interface Window {
  readonly fields: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  readonly lastKey: unknown
  readonly atEnd: boolean
}

/** Without a choice of fields an answer has all that the person sees. */
function judgeFields(prober: Prober, table: TableModel, { fields }: Pick<Window, 'fields'>): void {
  const expected = seenFields(table, prober.person).map(({ id }) => id)
  const listed = { all: table.fields.map(({ id }) => id), expected, got: fields }
  prober.judgeIds({ action: 'the fields of a window', table }, listed)
}

function judgeRows(
  prober: Prober,
  table: TableModel,
  { fields, rows }: Pick<Window, 'fields' | 'rows'>,
): void {
  for (const [id, , ...values] of rows) {
    const record = table.records.get(id as string)
    for (const [n, name] of fields.entries()) {
      const field = table.fields.find((one) => one.id === name)
      if (!record || !field) continue
      if (sameInCall(field, record.cells[field.id] ?? null, values[n])) prober.right()
      else {
        const place = { action: `the value of ${field.column}`, table, record }
        prober.refused(place, record.cells[field.id], values[n])
      }
    }
  }
}

const idsOf = ({ rows }: Pick<Window, 'rows'>) => rows.map(([id]) => id as string)

interface Sort {
  readonly field: FieldModel
  readonly direction: string
}

/** Walks a view to its end. */
async function walk(
  prober: Prober,
  table: TableModel,
  sort: Sort | null,
  view: string | null = null,
): Promise<string[] | null> {
  const sorts = sort ? [{ field: sort.field.id, direction: sort.direction }] : []
  const named = sort ? [sort.field] : []
  const ids: string[] = []
  let anchor: unknown = null
  for (let pages = 0; pages < 50; pages++) {
    const args = { query: { table: table.id, sorts, view }, anchor, direction: 'forward', skip: 0 }
    const call = { ...args, take: 5 + prober.random.upTo(30) }
    const answer = await ask(prober, table, 'rows_window', call, named)
    if (!answer) return null
    const window = answer.data as Window
    judgeFields(prober, table, window)
    judgeRows(prober, table, window)
    ids.push(...idsOf(window))
    if (window.atEnd) return ids
    anchor = window.lastKey
  }
  prober.refused({ action: 'walk through a view', table }, 'an end', `${ids.length} rows and no end`)
  return null
}

async function wholeView(prober: Prober, table: TableModel) {
  const ids = await walk(prober, table, null)
  const expected = visible(prober, table).map(({ id }) => id)
  if (ids) prober.judgeList({ action: 'walk through a view', table }, expected, ids)
}

/** Where records stand that were moved is known of those in reach alone, by walking there and by asking for one. */
async function viewByHand(prober: Prober, table: TableModel) {
  if (!table.view) return
  const { id: view, places } = table.view
  const ids = await walk(prober, table, null, view)
  const placeOf = (id: string) => places.get(id) ?? ([id, 0] as const)
  const expected = visible(prober, table)
    .map(({ id }) => ({ id, near: placeOf(id) }))
    .toSorted((a, b) => order(a.near[0], b.near[0]) || a.near[1] - b.near[1] || order(a.id, b.id))
    .map(({ id }) => id)
  if (ids) prober.judgeList({ action: 'walk through a view by hand', table }, expected, ids)
  const record = prober.random.oneOf([...table.records.keys()])
  const query = { table: table.id, sorts: [], view }
  const answer = await ask(prober, table, 'row_rank', { query, record, near: null })
  if (!answer) return
  const { index } = answer.data as { index: number | null }
  prober.judgeNumber({ action: 'the rank in a view by hand', table }, expected.indexOf(record), index ?? -1)
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const peopleOf = ({ tools }: Prober, { base }: TableModel) => peopleInOrder(base, tools.nameOf)

async function sortedView(prober: Prober, table: TableModel) {
  const field = aField(prober, table, hasOrder)
  const direction = prober.random.oneOf(['asc', 'desc'])
  const ids = await walk(prober, table, { field, direction })
  if (!ids) return
  const place = { action: `walk through a view by ${field.column} ${direction}`, table }
  const expected = visible(prober, table)
  prober.judgeIds(place, {
    all: table.records.keys(),
    expected: expected.map(({ id }) => id),
    got: ids,
    width: table.fields.length,
  })
  const sign = direction === 'asc' ? 1 : -1
  prober.judgeList(place, inOrder(expected, field, sign, peopleOf(prober, table)), ids)
}

async function backwards(prober: Prober, table: TableModel) {
  const skip = prober.random.upTo(4)
  const args = { query: { table: table.id, sorts: [] }, anchor: null, direction: 'backward', skip, take: 6 }
  const answer = await ask(prober, table, 'rows_window', args)
  if (!answer) return
  const ids = visible(prober, table).map(({ id }) => id)
  const expected = ids.slice(Math.max(0, ids.length - skip - 6), Math.max(0, ids.length - skip))
  prober.judgeList({ action: 'a window from the end', table }, expected, idsOf(answer.data as Window))
}

/** The key of any record, hidden ones most of all: what lies behind it is what lies behind it for this reader. */
async function behindAnything(prober: Prober, table: TableModel) {
  const record = prober.random.oneOf([...table.records.values()])
  const args = { query: { table: table.id, sorts: [] }, anchor: [record.id], direction: 'forward', skip: 0 }
  const answer = await ask(prober, table, 'rows_window', { ...args, take: 500 })
  if (!answer) return
  const expected = visible(prober, table).map(({ id }) => id)
  const place = { action: 'a window behind a record', table, record }
  prober.judgeList(
    place,
    expected.filter((id) => id > record.id),
    idsOf(answer.data as Window),
  )
  const field = aField(prober, table, hasOrder)
  const value = record.cells[field.id] ?? null
  const query = { table: table.id, sorts: [{ field: field.id, direction: 'asc' }] }
  const call = { ...args, query, anchor: [value, record.id], take: 500 }
  const sorted = await ask(prober, table, 'rows_window', call, [field])
  if (!sorted) return
  const order = inOrder([...new Set([...visible(prober, table), record])], field, 1, peopleOf(prober, table))
  prober.judgeList(place, order.slice(order.indexOf(record.id) + 1), idsOf(sorted.data as Window))
}

async function byIds(prober: Prober, table: TableModel) {
  const asked = prober.random.some([...table.records.keys()], 12)
  const isBold = prober.random.chance(0.2)
  const open = isBold ? table.fields : seenFields(table, prober.person)
  const chosen = prober.random.some(open, 3)
  const query = { table: table.id, sorts: [], fields: chosen.map(({ id }) => id) }
  const args = { query, ids: [...asked, prober.random.uuid()] }
  const answer = await ask(prober, table, 'rows_by_id', args, chosen)
  if (!answer) return
  const seen = new Set(visible(prober, table).map(({ id }) => id))
  const window = answer.data as Window
  prober.judgeList(
    { action: 'rows by their ids', table },
    asked.filter((id) => seen.has(id)),
    idsOf(window),
  )
  judgeRows(prober, table, window)
}

async function statistics(prober: Prober, table: TableModel) {
  const query = { table: table.id, sorts: [] }
  const answer = await ask(prober, table, 'view_stats', { query, exact: prober.random.chance(0.5) })
  const { total } = (answer?.data ?? {}) as { total?: number }
  if (answer)
    prober.judgeNumber({ action: 'the number of rows', table }, visible(prober, table).length, total)
}

async function anchors(prober: Prober, table: TableModel) {
  const answer = await ask(prober, table, 'view_anchors', {
    query: { table: table.id, sorts: [] },
    step: 100,
  })
  const list = (answer?.data as { anchors?: unknown[] } | undefined)?.anchors ?? []
  const expected = visible(prober, table).flatMap(({ id }, n) => (n % 100 === 0 ? [[n, [id]]] : []))
  if (answer) prober.judgeList({ action: 'anchors', table }, expected.map(String), list.map(String))
}

/** Whom rules restrict is told that something changed, never what. */
async function changes(prober: Prober, table: TableModel) {
  const answer = await ask(prober, table, 'changes_since', { table: table.id, seq: '1' })
  if (!answer) return
  const { events } = answer.data as { events: unknown[] }
  const isWhole = scopeOf(table, prober.person, 'read') === 'all'
  if (isWhole || events.length === 0) prober.right()
  else prober.leak({ action: 'changes since', table }, 'no events', events)
}
