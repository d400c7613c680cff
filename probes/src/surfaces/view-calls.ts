/**
 * What somebody keeps of the views of a table and asks about them: how many records a colour is for, copies of views, what a view costs,
 * and the indexes that a large table has for its views.
 */
import type { Ast } from '@plinth/expression'
import { checkAst, contextOf, evaluate } from '@plinth/expression'
import type { FieldModel, RecordModel, TableModel } from '../model.ts'
import { isCreator, scopeOf, sees, seesField, situationOf } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { drawRule } from '../rules.ts'
import { callOf } from '../wire.ts'
import { aField, ask, visible } from './asking.ts'
import { makerOf, must } from './share-tools.ts'
import type { Surface } from './surface.ts'
import { questionOf } from './views.ts'

type Form = (prober: Prober, table: TableModel) => Promise<void>

export const viewCalls: Surface = {
  name: 'calls about views',
  async probe(prober, table) {
    const forms = [coloured, coloured, coloured, copied, foreign, costing, indexed]
    for (const form of prober.random.some(forms, 3)) await form(prober, table)
  },
}

/** Whoever shapes the table; others are told so where they see it. */
const shaperOnly = ({ stopped, person }: Prober, table: TableModel): string | null =>
  stopped ?? (!sees(table, person) ? 'not_found' : isCreator(table.base, person) ? null : 'forbidden')

interface Color {
  readonly when: Ast
  readonly reads: readonly FieldModel[]
  readonly isFor: (record: RecordModel) => boolean
}

/** Is a field filled, be it one that somebody is kept from, or a condition of several. Null: expressions have no such field. */
function aColor({ random, tools, person }: Prober, table: TableModel): Color | null {
  const { base, fields } = table
  const filled: Ast = { call: 'is_filled', args: [{ field: random.oneOf(fields).id }] }
  const roleNames = base.roles.map(({ name }) => name)
  const when = random.chance(0.5)
    ? filled
    : drawRule(random, fields.filter(isPlain), tools.canaries.draw(random, 'r'), roleNames).ast
  const checked = checkAst(when, { fields, expects: { kind: 'boolean' } })
  if (!checked.ok) return null
  const rule = checked.value
  const isFor = ({ cells }: RecordModel) =>
    evaluate(rule, contextOf(fields, cells, situationOf(base, person))) === true
  return { when, reads: fields.filter(({ id }) => rule.fields.has(id)), isFor }
}

/** Its cells are known for certain. */
const isPlain = ({ isChanging }: FieldModel) => !isChanging

/** Counts are of the records in reach alone, and a colour looks at what its asker sees. */
const coloured: Form = async (prober, table) => {
  const color = aColor(prober, table)
  if (!color) return
  const { person, random } = prober
  const question = random.chance(0.4)
    ? questionOf(
        prober,
        table,
        aField(prober, table, () => true),
      )
    : null
  const asked = table.fields.filter(({ id }) => id === question?.condition.field)
  const filter = question && { join: 'and', items: [question.condition] }
  const query = { table: table.id, sorts: [], filter }
  const isBlind = sees(table, person) && asked.every((field) => seesField(table, field, person))
  const unseen = isBlind && color.reads.some((field) => !seesField(table, field, person))
  const answer = await prober.send(callOf('count_when', { query, when: color.when }))
  const place = { action: 'how many records a colour is for', table }
  const refusal = sees(table, person) ? (isBlind ? null : 'invalid_input') : 'not_found'
  const expected = prober.stopped ?? (unseen ? 'expression_invalid' : refusal)
  if (!prober.judgeAnswer(place, expected, answer) || expected !== null) return
  const counted = visible(prober, table).filter((record) => question?.holds(record) ?? true)
  const { total, matching } = answer.data as { total: number; matching: number }
  prober.judgeNumber({ ...place, action: 'of how many records a colour is asked' }, counted.length, total)
  prober.judgeNumber(place, counted.filter(color.isFor).length, matching)
}

/** Everybody who reads a table copies its views for themselves; for everybody, those who shape it. What the copy names is searched. */
const copied: Form = async (prober, table) => {
  const { random, person, stopped } = prober
  if (!table.view) return
  const shared = random.chance(0.5)
  const copy = random.uuid()
  const args = { view: table.view.id, copy, name: `Copy ${copy}`, is_shared: shared }
  const answer = await prober.send(callOf('duplicate_view', args))
  const own = stopped ?? (sees(table, person) ? null : 'not_found')
  const place = { action: `copy a view for ${shared ? 'everybody' : 'oneself'}`, table }
  if (!prober.judgeAnswer(place, shared ? shaperOnly(prober, table) : own, answer)) return
  const gone = await prober.send(callOf('delete_view', { view: copy }))
  prober.judgeAnswer({ action: 'delete the copy of a view', table }, null, gone)
}

/** A view of somebody's own is to everybody else one that is not there, whatever they may shape. */
const foreign: Form = async (prober, table) => {
  const { random, person, stopped } = prober
  const maker = makerOf(prober, table)
  if (!maker || table.isDeleted || maker.person === person) return
  const token = maker.token()
  const view = random.uuid()
  const name = `Own ${view}`
  const definition = { name, isShared: false, config: {} }
  await must(prober, token, 'create_view', { table: table.id, view, definition })
  const calls: readonly (readonly [string, object])[] = [
    ['duplicate_view', { view, copy: random.uuid(), name: 'x', is_shared: false }],
    ['update_view', { view, changes: { isShared: true } }],
    ['move_view', { view, position: 0 }],
    ['move_records', { view, records: random.some([...table.records.keys()], 2), before: null }],
    ['delete_view', { view }],
  ]
  for (const [call, args] of random.some(calls, 2)) {
    const answer = await prober.send(callOf(call, { ...args }))
    prober.judgeAnswer({ action: `${call} of somebody's own view`, table }, stopped ?? 'not_found', answer)
  }
  const listed = await prober.send(callOf('base_schema', { base: table.base.id }))
  if (listed.text.includes(view)) prober.leak({ action: 'views of others', table }, 'none', name)
  else prober.right()
  await must(prober, token, 'delete_view', { view })
}

/** What a view costs is told to those who read the whole table: how long it takes would tell others of what they do not read. */
const costing: Form = async (prober, table) => {
  const field = aField(prober, table, () => true)
  const { condition } = questionOf(prober, table, field)
  const query = { table: table.id, sorts: [], filter: { join: 'and', items: [condition] } }
  const answer = await ask(prober, table, 'view_cost', { query }, [field])
  if (!answer) return
  const expected = scopeOf(table, prober.person, 'read') === 'rules' ? 'unknown' : 'small'
  const { state } = answer.data as { state: string }
  prober.judgeList({ action: 'what a view costs', table }, [expected], [state])
}

const unindexed: readonly string[] = ['attachment', 'link', 'long_text', 'url', 'json']

/** Indexes are for creators to make, to see and to drop. */
const indexed: Form = async (prober, table) => {
  const fields = table.fields.filter(({ type, isChanging }) => !isChanging && !unindexed.includes(type))
  const field = prober.random.oneOf(fields)
  const ofField =
    seesField(table, field, prober.person) || prober.stopped !== null
      ? shaperOnly(prober, table)
      : 'not_found'
  const made = await prober.send(callOf('create_view_index', { field: field.id }))
  const isMade = prober.judgeAnswer({ action: 'make an index for views', table }, ofField, made)
  const list = await prober.send(callOf('view_indexes', { table: table.id }))
  const place = { action: 'the indexes for views', table }
  if (prober.judgeAnswer(place, shaperOnly(prober, table), list)) {
    const got = (list.data as { field: string }[]).map((one) => one.field)
    prober.judgeIds(place, { all: [field.id], expected: isMade ? [field.id] : [], got })
  }
  const dropped = await prober.send(callOf('drop_view_index', { field: field.id }))
  prober.judgeAnswer({ action: 'drop an index for views', table }, ofField, dropped)
}
