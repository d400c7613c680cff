/** Fields that are computed when they are read: whoever asks is told what they could compute from what they may read, and nothing else. */
import type { Attachment, CellValue } from '@plinth/domain'
import { seesLate } from '../late.ts'
import type { TableModel } from '../model.ts'
import { isCreator, sees, standingOf } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { type Answer, callOf, routeOf } from '../wire.ts'
import { ask, visible } from './asking.ts'
import type { Surface } from './surface.ts'

export const onRead: Surface = {
  name: 'fields on read',
  async probe(prober, table) {
    if (table.late.length === 0) return
    const forms = [byIds, window, window, schema, asked, route, viewedAs]
    for (const form of prober.random.some(forms, 4)) await form(prober, table)
  },
}

const seenBy = ({ person }: Prober, table: TableModel) =>
  table.late.filter((late) => seesLate(table, late, person))

interface Rows {
  readonly fields: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

/** What an answer tells of late fields, as somebody. */
function judgeRows(prober: Prober, table: TableModel, { fields, rows }: Rows, person = prober.person): void {
  for (const [id, , ...values] of rows) {
    const record = table.records.get(id as string)
    for (const [n, name] of fields.entries()) {
      const late = table.late.find((one) => one.id === name)
      if (!record || !late) continue
      const expected = late.value(record, person)
      if (sameTold(expected, values[n])) prober.right()
      else
        prober.leak(
          { action: 'a value that is computed when it is read', table, record },
          expected,
          values[n],
        )
    }
  }
}

const idsOf = (files: readonly unknown[]) => files.map((one) => (one as Attachment).id ?? one)

/** Files are the same by their ids. */
function sameTold(expected: CellValue, told: unknown): boolean {
  if (!Array.isArray(expected) || !Array.isArray(told)) return told === expected
  return JSON.stringify(idsOf(told)) === JSON.stringify(idsOf(expected))
}

/** Some of them, seldom one that is not there for this person. */
async function byIds(prober: Prober, table: TableModel) {
  const { random, stopped, person } = prober
  const chosen = random.some(random.chance(0.3) ? table.late : seenBy(prober, table), 3)
  const query = { table: table.id, sorts: [], fields: chosen.map(({ id }) => id) }
  const ids = random.some([...table.records.keys()], 10)
  const answer = await prober.send(callOf('rows_by_id', { query, ids }))
  const isSeen = chosen.every((late) => seesLate(table, late, person))
  const refusal = stopped ?? (sees(table, person) ? (isSeen ? null : 'invalid_input') : 'not_found')
  const place = { action: 'rows by their ids with fields on read', table }
  if (!prober.judgeAnswer(place, refusal, answer)) return
  const seen = new Set(visible(prober, table).map(({ id }) => id))
  const { rows } = answer.data as Rows
  prober.judgeList(
    place,
    ids.filter((id) => seen.has(id)),
    rows.map(([id]) => id),
  )
  judgeRows(prober, table, answer.data as Rows)
}

async function window(prober: Prober, table: TableModel) {
  const query = { table: table.id, sorts: [] }
  const args = { query, anchor: null, direction: 'forward', skip: 0, take: 100 }
  const answer = await ask(prober, table, 'rows_window', args)
  if (answer) judgeAll(prober, table, answer)
}

function judgeAll(prober: Prober, table: TableModel, answer: Answer, person = prober.person): void {
  const told = answer.data as Rows
  const expected = table.late.filter((late) => seesLate(table, late, person)).map(({ id }) => id)
  const all = table.late.map(({ id }) => id)
  prober.judgeIds({ action: 'fields on read of a window', table }, { all, expected, got: told.fields })
  judgeRows(prober, table, told, person)
}

async function schema(prober: Prober, table: TableModel) {
  const { person, stopped } = prober
  const answer = await prober.send(callOf('base_schema', { base: table.base.id }))
  const refusal = stopped ?? (standingOf(table.base, person) === null ? 'not_found' : null)
  const place = { action: 'fields on read of a schema', table }
  if (!prober.judgeAnswer(place, refusal, answer)) return
  const { tables } = answer.data as { tables: { id: string; fields: { id: string }[] }[] }
  prober.judgeIds(place, {
    all: table.late.map(({ id }) => id),
    expected: seenBy(prober, table).map(({ id }) => id),
    got: tables.find(({ id }) => id === table.id)?.fields.map(({ id }) => id) ?? [],
  })
}

/** Records are not found, ordered or grouped by it, by whomever. */
async function asked(prober: Prober, table: TableModel) {
  const { random, person, stopped } = prober
  const field = random.oneOf(table.late).id
  const by = [{ field, direction: 'asc' }]
  const filter = { join: 'and', items: [{ field, operator: 'empty' }] }
  const form = random.oneOf([{ sorts: by }, { sorts: [], groups: by }, { sorts: [], filter }])
  const query = { table: table.id, ...form }
  const args = { query, anchor: null, direction: 'forward', skip: 0, take: 9 }
  const answer = await prober.send(callOf('rows_window', args))
  const refusal = stopped ?? (sees(table, person) ? 'invalid_input' : 'not_found')
  prober.judgeAnswer({ action: 'a question by a field on read', table }, refusal, answer)
}

/** The routes of tables have no such column. */
async function route(prober: Prober, table: TableModel) {
  const column = `late_${prober.random.oneOf(table.late).id.replaceAll('-', '')}`
  const answer = await prober.send(routeOf(table.relation, `select=${column}`))
  prober.judgeAnswer({ action: 'a field on read by a route', table }, 'any', answer)
}

/** Whoever looks through somebody's eyes is told what those are. */
async function viewedAs(prober: Prober, table: TableModel) {
  const { random, person, stopped } = prober
  const { base } = table
  const who = random.oneOf([...base.builtIn.keys()])
  const query = { table: table.id, sorts: [] }
  const args = { query, anchor: null, direction: 'forward', skip: 0, take: 100 }
  const call = { base: base.id, who: { person: who }, call: 'rows_window', args }
  const answer = await prober.send(callOf('view_as', call))
  const standing = standingOf(base, person)
  const mine = standing === null ? 'not_found' : isCreator(base, person) ? null : 'forbidden'
  const theirs = table.isDeleted || standingOf(base, who) === null || !sees(table, who) ? 'not_found' : null
  const place = { action: 'fields on read through other eyes', table }
  if (prober.judgeAnswer(place, stopped ?? mine ?? theirs, answer)) judgeAll(prober, table, answer, who)
}
