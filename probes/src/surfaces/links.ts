/** Links: in cells, filters, searches, as a query of their own, by the routes of their relations, and as they are changed. */
import { isLinkable, linkedOf, misfitOf, readable } from '../links.ts'
import type { LinkField, RecordModel, TableModel } from '../model.ts'
import { isLocked, reaches, refusalOf, sees } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { callOf, isOk, routeOf } from '../wire.ts'
import { ask, visible } from './asking.ts'
import type { Surface } from './surface.ts'

type Form = (prober: Prober, table: TableModel, field: LinkField) => Promise<void>

export const links: Surface = {
  name: 'links',
  writes: true,
  async probe(prober, table) {
    if (table.links.length === 0) return
    const forms = [
      cells,
      filtered,
      named,
      grouped,
      ordered,
      linkedTo,
      linkable,
      relation,
      embedded,
      change,
      change,
    ]
    for (const form of prober.random.some(forms, 4))
      await form(prober, table, prober.random.oneOf(table.links))
  },
}

/** Any of the other table's records, one that is linked most of all. */
function aTarget({ random }: Prober, field: LinkField): RecordModel | undefined {
  const all = [...field.target.records.values()]
  const linked = all.filter(({ id }) => field.pairs.some((pair) => pair[1 - field.end] === id))
  return random.oneOf(linked.length > 0 && random.chance(0.8) ? linked : all)
}

const cells: Form = async (prober, table, field) => {
  const records = prober.random.some([...table.records.values()], 8)
  const query = { table: table.id, sorts: [], fields: [field.id] }
  const answer = await ask(prober, table, 'rows_by_id', { query, ids: records.map(({ id }) => id) })
  if (!answer) return
  const { rows } = answer.data as {
    rows: [string, number, { count: number; items: [string, unknown][] } | null][]
  }
  for (const [id, , cell] of rows) {
    const record = table.records.get(id)
    if (!record) continue
    const linked = linkedOf(field, record)
    const told = linked.filter(readable(field, prober.person)).slice(0, 20)
    const first = field.target.fields[0]!.id
    const place = { action: 'what a cell of links tells', table, record }
    prober.judgeList(
      place,
      told.map((one) => String([one.id, one.cells[first] ?? null])),
      (cell?.items ?? []).map(String),
    )
    if (cell === null || cell.count === linked.length) prober.right()
    else prober.refused(place, linked.length, cell)
  }
}

/** Asks which records fulfil a condition, and judges the answer. */
async function judgeFound(
  prober: Prober,
  table: TableModel,
  action: string,
  more: object,
  holds: (record: RecordModel) => boolean,
) {
  const query = { table: table.id, sorts: [], fields: [], ...more }
  const call = { query, anchor: null, direction: 'forward', skip: 0, take: 500 }
  const answer = await ask(prober, table, 'rows_window', call)
  if (!answer) return
  prober.judgeIds(
    { action, table },
    {
      all: table.records.keys(),
      expected: visible(prober, table)
        .filter(holds)
        .map(({ id }) => id),
      got: (answer.data as { rows: [string][] }).rows.map(([id]) => id),
    },
  )
}

/** A filter that names a record is no way to learn where it is linked, nor that it is there. */
const filtered: Form = async (prober, table, field) => {
  const target = aTarget(prober, field)
  if (!target) return
  const isRead = readable(field, prober.person)(target)
  const operator = prober.random.oneOf(['any_of', 'none_of'])
  const condition = { field: field.id, operator, value: [target.id, prober.random.uuid()] }
  const isLinked = (record: RecordModel) => isRead && linkedOf(field, record).includes(target)
  await judgeFound(
    prober,
    table,
    'records linked to one of these',
    { filter: { join: 'and', items: [condition] } },
    (record) => isLinked(record) === (operator === 'any_of'),
  )
}

/** Nor is one that names what a record is called. */
const named: Form = async (prober, table, field) => {
  const target = aTarget(prober, field)
  const text = target?.cells[field.target.fields[0]!.id]
  if (!target || typeof text !== 'string' || !/^v[0-9a-f]{10}x$/.test(text)) return
  const isRead = readable(field, prober.person)(target)
  const isLinked = (record: RecordModel) => isRead && linkedOf(field, record).includes(target)
  const condition = { field: field.id, operator: 'contains', value: text.slice(0, 9) }
  const query = prober.random.chance(0.5)
    ? { search: text.toUpperCase() }
    : { filter: { join: 'and', items: [condition] } }
  await judgeFound(prober, table, 'records linked to what is called', query, isLinked)
}

/** By how many are linked, whoever reads those; null: none. */
const countOf = (field: LinkField, record: RecordModel) => linkedOf(field, record).length || null

const grouped: Form = async (prober, table, field) => {
  const query = { table: table.id, sorts: [], groups: [{ field: field.id, direction: 'asc' }] }
  const answer = await ask(prober, table, 'view_groups', { query, figures: {}, skip: 0, take: 2000 })
  if (!answer) return
  const { groups } = answer.data as { groups: { path: unknown[]; count: number }[] }
  const expected = new Map<number | null, number>()
  for (const record of visible(prober, table)) {
    const count = countOf(field, record)
    expected.set(count, (expected.get(count) ?? 0) + 1)
  }
  prober.judgeList(
    { action: 'groups by how many are linked', table },
    [...expected].map(String).toSorted(),
    groups.map(({ path, count }) => String([path[0], count])).toSorted(),
  )
}

const ordered: Form = async (prober, table, field) => {
  const query = { table: table.id, sorts: [{ field: field.id, direction: 'asc' }], fields: [] }
  const call = { query, anchor: null, direction: 'forward', skip: 0, take: 500 }
  const answer = await ask(prober, table, 'rows_window', call)
  if (!answer) return
  const rankOf = (record: RecordModel) => countOf(field, record) ?? Number.POSITIVE_INFINITY
  const byId = visible(prober, table).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  prober.judgeList(
    { action: 'records by how many are linked', table },
    byId.toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : rankOf(a) > rankOf(b) ? 1 : 0)).map(({ id }) => id),
    (answer.data as { rows: [string][] }).rows.map(([id]) => id),
  )
}

const linkedTo: Form = async (prober, table, field) => {
  const { person, random, stopped } = prober
  const record = random.oneOf([...table.records.values()])
  const query = {
    table: field.target.id,
    sorts: [],
    fields: [],
    linkedTo: { field: field.id, record: record.id },
  }
  const call = { query, anchor: null, direction: 'forward', skip: 0, take: 500 }
  const answer = await prober.send(callOf('rows_window', call))
  const refusal = !sees(field.target, person) ? 'not_found' : sees(table, person) ? null : 'invalid_input'
  const place = { action: 'records that one is linked to', table, record }
  if (!prober.judgeAnswer(place, stopped ?? refusal, answer)) return
  const isRead = reaches(table, person, 'read', record)
  const expected = isRead ? linkedOf(field, record).filter(readable(field, person)) : []
  prober.judgeIds(place, {
    all: field.target.records.keys(),
    expected: expected.map(({ id }) => id),
    got: (answer.data as { rows: [string][] }).rows.map(([id]) => id),
  })
}

/** What may be linked is of what one reads, as far as the fields of both ends let it. */
const linkable: Form = async (prober, table, field) => {
  const { person, random, stopped } = prober
  const record = random.oneOf([...table.records.values()])
  const asked: { field: string; record?: string } = {
    field: field.id,
    ...(random.chance(0.5) ? { record: record.id } : {}),
  }
  const query = { table: field.target.id, sorts: [], fields: [], linkable: asked }
  const call = { query, anchor: null, direction: 'forward', skip: 0, take: 500 }
  const answer = await prober.send(callOf('rows_window', call))
  const refusal = !sees(field.target, person) ? 'not_found' : sees(table, person) ? null : 'invalid_input'
  const place = { action: 'records that may be linked', table, record }
  if (!prober.judgeAnswer(place, stopped ?? refusal, answer)) return
  prober.judgeIds(place, {
    all: field.target.records.keys(),
    expected: [...field.target.records.values()]
      .filter(readable(field, person))
      .filter((one) =>
        isLinkable(field, one, asked.record ? record : null, reaches(table, person, 'read', record)),
      )
      .map(({ id }) => id),
    got: (answer.data as { rows: [string][] }).rows.map(([id]) => id),
  })
}

const relation: Form = async (prober, table, field) => {
  const answer = await prober.send(routeOf(field.relation, 'select=a,b'))
  const place = { action: 'the relation of a link', table }
  if (!prober.identity.reachesRoutes || table.isDeleted || field.target.isDeleted) {
    prober.judgeAnswer(place, 'any', answer)
    return
  }
  if (!prober.judgeAnswer(place, null, answer)) return
  const pairs = [...table.records.values()].flatMap((record) =>
    linkedOf(field, record).map((other) => ({ record, other })),
  )
  const idOf = (own: string, other: string) => (field.end === 0 ? `${own} ${other}` : `${other} ${own}`)
  const isSeen = readable(field, prober.person)
  prober.judgeIds(place, {
    all: pairs.map(({ record, other }) => idOf(record.id, other.id)),
    expected: pairs
      .filter(({ record, other }) => isSeen(other) && reaches(table, prober.person, 'read', record))
      .map(({ record, other }) => idOf(record.id, other.id)),
    got: (answer.data as { a: string; b: string }[]).map(({ a, b }) => `${a} ${b}`),
  })
}

const embedded: Form = async (prober, table, field) => {
  const { target } = field
  const answer = await prober.send(routeOf(table.relation, `select=id,linked:${target.relation}(id)`))
  const place = { action: 'records with those that they are linked to', table }
  if (!prober.identity.reachesRoutes || table.isDeleted || target.isDeleted) {
    prober.judgeAnswer(place, 'any', answer)
    return
  }
  if (!prober.judgeAnswer(place, null, answer)) return
  for (const { id, linked } of answer.data as { id: string; linked: { id: string }[] }[]) {
    const record = table.records.get(id)
    if (!record) continue
    prober.judgeIds(
      { ...place, record },
      {
        all: target.records.keys(),
        expected: linkedOf(field, record)
          .filter(readable(field, prober.person))
          .map((one) => one.id),
        got: linked.map((one) => one.id),
      },
    )
  }
}

/** Why a change of links must be refused; null when it goes through. */
function foreseen(
  prober: Prober,
  table: TableModel,
  field: LinkField,
  record: RecordModel,
  asked: Asked,
): string | null {
  const { person } = prober
  const refusal = refusalOf(table, person, 'update', record)
  if (refusal !== null) return refusal
  const isRead = readable(field, person)
  if (!asked.link.every((one) => one !== null && isRead(one))) return 'value_invalid'
  const linked = linkedOf(field, record)
  const touched = [
    ...asked.link.filter((one) => one !== null && !linked.includes(one)),
    ...asked.unlink.filter((one) => isRead(one) && linked.includes(one)),
  ]
  if (touched.some((one) => isLocked(field.target, person, one!))) return 'record_locked'
  const left = asked.unlink.filter(isRead)
  for (const one of asked.link) {
    // What is unlinked and linked with one change is linked anew.
    const stays = one === null || (linked.includes(one) && !left.includes(one))
    const misfit = stays ? null : misfitOf(field, record, one, left)
    if (misfit !== null) return misfit
  }
  return null
}

interface Asked {
  /** Null: a record of nobody. */
  readonly link: readonly (RecordModel | null)[]
  readonly unlink: readonly RecordModel[]
}

const change: Form = async (prober, table, field) => {
  const { random, person } = prober
  const all = [...table.records.values()]
  // Mostly what gets as far as the fields of the link, which say no often enough.
  const free = all.filter((one) => refusalOf(table, person, 'update', one) === null)
  const record = random.oneOf(free.length > 0 && random.chance(0.8) ? free : all)
  const mine = [...field.target.records.values()].filter(readable(field, person))
  const chosen = () =>
    mine.length > 0 && random.chance(0.7) ? random.oneOf(mine) : (aTarget(prober, field) ?? null)
  const linked = linkedOf(field, record)
  const asked: Asked = {
    link: random.chance(0.1) ? [null] : random.chance(0.7) ? [chosen()] : [],
    unlink: linked.length > 0 && random.chance(0.5) ? [random.oneOf(linked)] : [],
  }
  const ids = (list: Asked['link']) => list.map((one) => one?.id ?? random.uuid())
  const values = { [field.id]: { link: ids(asked.link), unlink: ids(asked.unlink) } }
  const mutation = {
    id: random.uuid(),
    kind: 'update',
    table: table.id,
    record: record.id,
    values,
    base: { [field.id]: null },
  }
  const answer = await prober.send(
    callOf('apply_mutations', { batch: { mutations: [mutation], atomic: false } }),
  )
  const place = { action: 'a change of links', table, record }
  if (!prober.judgeAnswer(place, prober.stopped, answer) || !isOk(answer)) return
  const [result] = answer.data as { status: string; error?: { code: string } }[]
  const expected = foreseen(prober, table, field, record, asked)
  prober.judgeOutcome(
    place,
    expected,
    result!.status === 'ok' ? null : (result!.error?.code ?? result!.status),
  )
  if (expected === null) store(prober, field, record, asked)
  const rows = await prober.tools.stored(table)
  const stored = rows.get(record.id)?.[field.column]
  if (stored === linkedOf(field, record).length) prober.right()
  else
    prober.refused(
      { ...place, action: 'the number of links that is stored' },
      linkedOf(field, record).length,
      stored,
    )
}

/** Does it in the model. */
function store({ person }: Prober, field: LinkField, record: RecordModel, { link, unlink }: Asked): void {
  const { pairs, end } = field
  const at = (id: string) => pairs.findIndex((pair) => pair[end] === record.id && pair[1 - end] === id)
  for (const one of unlink.filter(readable(field, person))) {
    if (at(one.id) >= 0) pairs.splice(at(one.id), 1)
  }
  const linked = linkedOf(field, record)
  for (const one of link) {
    if (one && !linked.includes(one)) pairs.push(end === 0 ? [record.id, one.id] : [one.id, record.id])
  }
}
