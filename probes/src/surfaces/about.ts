/** The calls that tell of bases, people and rights. */
import type { OptionId, RecordAction, Scope } from '@plinth/domain'
import { actions, type BaseModel, basesOf, grantKey, liveTables, type TableModel } from '../model.ts'
import {
  fellowsOf,
  handsOver,
  inBase,
  isCreator,
  isHidden,
  isLocked,
  mayWrite,
  reached,
  reaches,
  scopeOf,
  seenFields,
  sees,
  seesField,
  standingOf,
} from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { writesSomething } from '../validation.ts'
import { callOf } from '../wire.ts'
import { stateFault } from '../workflow.ts'
import type { Surface } from './surface.ts'

export const about: Surface = {
  name: 'calls about bases and rights',
  async probe(prober, table) {
    for (const form of prober.random.some(
      [schema, people, fellows, roles, matching, explain, moves, trash, seenAs],
      3,
    )) {
      await form(prober, table)
    }
  },
}

const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

/** Who is nothing in the base gets the answer of a base that is not there. */
function byBase({ stopped, person }: Prober, base: BaseModel, needsCreator: boolean): string | null {
  if (stopped !== null) return stopped
  if (standingOf(base, person) === null) return 'not_found'
  return needsCreator && !isCreator(base, person) ? 'forbidden' : null
}

interface SchemaTable {
  readonly id: string
  readonly access: Readonly<Record<RecordAction, Scope>>
  readonly fields: readonly { readonly id: string; readonly access?: string; readonly hidden?: true }[]
  readonly locks: readonly { readonly id: string }[]
  readonly rules: readonly { readonly id: string }[]
}

async function schema(prober: Prober, { base }: TableModel) {
  const { person } = prober
  const answer = await prober.send(callOf('base_schema', { base: base.id }))
  const place = { action: 'the schema of a base' }
  if (!prober.judgeAnswer(place, byBase(prober, base, false), answer)) return
  const { tables } = answer.data as { tables: SchemaTable[] }
  const seen = base.tables.filter((one) => sees(one, person))
  prober.judgeIds(place, { all: ids(base.tables), expected: ids(seen), got: ids(tables) })
  for (const shown of tables) {
    const table = seen.find(({ id }) => id === shown.id)
    if (!table) continue
    const fields = table.fields.filter((field) => seesField(table, field, person))
    const listed = { all: ids(table.fields), expected: ids(fields), got: ids(shown.fields) }
    prober.judgeIds({ action: 'the fields of a table', table }, listed)
    const hidden = fields.filter((field) => isHidden(table, field))
    const told = shown.fields.filter((field) => field.hidden)
    prober.judgeIds(
      { action: 'the hidden fields of a table', table },
      { all: ids(table.fields), expected: ids(hidden), got: ids(told) },
    )
    for (const field of fields) {
      const isKept = shown.fields.find(({ id }) => id === field.id)?.access === 'read'
      const place = { action: `whether ${field.column} is read only`, table }
      if (isKept === !mayWrite(table, field, person)) prober.right()
      else if (isKept) prober.refused(place, 'write', 'read')
      else prober.leak(place, 'read', 'write')
    }
    prober.judgeIds(
      { action: 'the locks of a table', table },
      { all: [], expected: ids(table.locks), got: ids(shown.locks) },
    )
    const rules = writesSomething(table, person) ? table.rules : []
    prober.judgeIds(
      { action: 'the rules of a table', table },
      { all: ids(table.rules), expected: ids(rules), got: ids(shown.rules) },
    )
    for (const action of actions) {
      const scope = scopeOf(table, person, action)
      if (shown.access[action] === scope) prober.right()
      else prober.refused({ action: `the scope of ${action}`, table }, scope, shown.access[action])
    }
  }
}

/** What is in the trash, by name and amount: for creators. */
async function trash(prober: Prober, { base }: TableModel) {
  const answer = await prober.send(callOf('base_trash', { base: base.id }))
  const place = { action: 'the trash of a base' }
  if (!prober.judgeAnswer(place, byBase(prober, base, true), answer)) return
  const tables = base.tables.filter(({ isDeleted }) => isDeleted)
  const fields = base.tables.flatMap((one) => one.trash.map(({ field }) => field))
  const listed = {
    all: [],
    expected: [...ids(tables), ...ids(fields)],
    got: ids(answer.data as { id: string }[]),
  }
  prober.judgeIds(place, listed)
}

async function people(prober: Prober, { base }: TableModel) {
  const { members } = base.workspace
  const answer = await prober.send(callOf('base_members', { base: base.id }))
  const place = { action: 'the people of a base' }
  if (!prober.judgeAnswer(place, byBase(prober, base, false), answer)) return
  const expected = [...members].filter(([id, role]) => role === 'owner' || inBase(base, id)).map(([id]) => id)
  const shown = (answer.data as { id: string }[]).map(({ id }) => id)
  prober.judgeIds(place, { all: members.keys(), expected, got: shown })
}

async function fellows(prober: Prober, { base: { workspace } }: TableModel) {
  const { person, stopped } = prober
  const answer = await prober.send(callOf('workspace_members', { workspace: workspace.id }))
  const isMember = person !== null && workspace.members.has(person)
  const place = { action: 'the people of a workspace' }
  if (!prober.judgeAnswer(place, stopped ?? (isMember ? null : 'not_found'), answer)) return
  const shown = (answer.data as { id: string }[]).map(({ id }) => id)
  const expected = fellowsOf(workspace, person)
  prober.judgeIds(place, { all: workspace.members.keys(), expected, got: shown })
  const usage = await prober.send(callOf('workspace_usage', { workspace: workspace.id }))
  const isGuest = workspace.members.get(person!) === 'guest'
  prober.judgeAnswer({ action: 'how much a workspace holds' }, isGuest ? 'forbidden' : null, usage)
  await unusedFiles(prober, workspace)
}

/** For those who shape a base of the workspace. */
async function unusedFiles(prober: Prober, workspace: TableModel['base']['workspace']) {
  const { person, world } = prober
  const bases = basesOf(world).filter((base) => base.workspace === workspace)
  const isShaper = workspace.members.get(person!) === 'owner' || bases.some((base) => isCreator(base, person))
  const expected = isShaper ? null : 'forbidden'
  const unused = await prober.send(callOf('unused_files', { workspace: workspace.id }))
  prober.judgeAnswer({ action: 'how many files of a workspace are unused' }, expected, unused)
  const swept = await prober.send(callOf('sweep_files', { workspace: workspace.id, take: 10 }))
  prober.judgeAnswer({ action: 'sweep the files of a workspace' }, expected, swept)
  const missing = await prober.send(callOf('missing_files', { workspace: workspace.id, after: null }))
  prober.judgeAnswer({ action: 'files of a workspace that are missing' }, expected, missing)
}

async function roles(prober: Prober, { base }: TableModel) {
  const answer = await prober.send(callOf('base_roles', { base: base.id }))
  const place = { action: 'the roles of a base' }
  if (!prober.judgeAnswer(place, byBase(prober, base, true), answer)) return
  const shown = answer.data as { id: string; grants: { handOver: boolean }[] }[]
  prober.judgeIds(place, { all: [], expected: ids(base.roles), got: ids(shown) })
  for (const role of base.roles) {
    const grants = shown.find(({ id }) => id === role.id)?.grants
    // What was granted in a table that is in the trash comes back with it.
    const granted = liveTables(base).flatMap((table) =>
      actions.flatMap((action) => role.grants.get(grantKey(table, action)) ?? []),
    )
    prober.judgeNumber({ action: 'the grants of a role' }, granted.length, grants?.length)
    const handing = granted.filter((grant) => grant.handsOver).length
    const told = grants?.filter(({ handOver }) => handOver).length
    prober.judgeNumber({ action: 'the grants of a role that hand over' }, handing, told)
  }
}

/** A rule over a table that is not there for somebody is no way to ask about its records. */
async function matching(prober: Prober, table: TableModel) {
  const { random, person } = prober
  const field = random.oneOf(table.fields)
  const isAside = field.side !== null
  const rule = { call: 'is_filled', args: [{ field: field.id }] }
  const answer = await prober.send(callOf('count_matching', { table: table.id, rule }))
  const place = { action: 'count what a rule lets through', table }
  const expected = prober.stopped ?? (sees(table, person) ? byBase(prober, table.base, true) : 'not_found')
  if (!prober.judgeAnswer(place, expected ?? (isAside ? 'field_hidden' : null), answer)) return
  const filled = [...table.records.values()].filter(({ cells }) => (cells[field.id] ?? null) !== null)
  prober.judgeNumber(place, filled.length, (answer.data as { matching: number }).matching)
}

async function explain(prober: Prober, table: TableModel) {
  const { random, person, stopped, world } = prober
  const everybody = basesOf(world).flatMap(({ workspace }) => [...workspace.members.keys()])
  const about = random.chance(0.6) && person !== null ? person : random.oneOf(everybody)
  const action = random.oneOf(actions)
  const record = random.chance(0.75) ? random.oneOf([...table.records.values()]) : null
  const isOfFields = action === 'read' || action === 'update'
  const field = isOfFields && random.chance(0.5) ? random.oneOf(table.fields) : null
  const args = {
    table: table.id,
    record: record?.id ?? null,
    person: about,
    action,
    field: field?.id ?? null,
  }
  const answer = await prober.send(callOf('explain_access', args))
  const place = { action: `explain ${action}`, table, ...(record ? { record } : {}) }
  const isReadable = record === null || reaches(table, person, 'read', record)
  const mayAsk = about === person || isCreator(table.base, person)
  const isSeen = field === null || seesField(table, field, person)
  const isThere = isReadable && isSeen
  const refusal = !sees(table, person) ? 'not_found' : !mayAsk ? 'forbidden' : isThere ? null : 'not_found'
  if (!prober.judgeAnswer(place, stopped ?? refusal, answer)) return
  const { allowed, handOver = false } = answer.data as { allowed: boolean; handOver?: true }
  const isHeld =
    record !== null && (action === 'update' || action === 'delete') && isLocked(table, about, record)
  const expected = record
    ? reaches(table, about, action, record) && !isHeld
    : scopeOf(table, about, action) !== 'none'
  const isGiven =
    field === null || (action === 'read' ? seesField(table, field, about) : mayWrite(table, field, about))
  const wanted = expected && isGiven
  if (allowed === wanted) prober.right()
  else prober.refused({ ...place, action: `explain ${action} of ${field?.column}` }, wanted, answer.data)
  if (record === null || field !== null || isCreator(table.base, about)) return
  const hands = action === 'update' && wanted && handsOver(table, about, record)
  if (handOver === hands) prober.right()
  else prober.refused({ ...place, action: 'explain handing over' }, hands, answer.data)
}

interface Moves {
  readonly state: string | null
  readonly moves: readonly { readonly to: string; readonly refusal: { readonly rule: string } | null }[]
}

/** Where a record may go: asked by everybody who reads it. */
async function moves(prober: Prober, table: TableModel) {
  const { random, person, stopped } = prober
  const field = table.fields.find(({ type }) => type === 'status') ?? random.oneOf(table.fields)
  const all = [...table.records.values()]
  // Who brought a record into its state may not take it further alone, where four eyes are needed.
  const own = all.filter(({ movers }) => person !== null && movers.get(field.id) === person)
  const record = random.oneOf(own.length > 0 && random.chance(0.6) ? own : all)
  const args = { table: table.id, field: field.id, record: record.id }
  const answer = await prober.send(callOf('transitions_for', args))
  const place = { action: 'where a record may go', table, record }
  const isThere = field.type === 'status' && reaches(table, person, 'read', record)
  if (!prober.judgeAnswer(place, stopped ?? (isThere ? null : 'not_found'), answer)) return
  const told = answer.data as Moves
  const from = (record.cells[field.id] ?? null) as string | null
  if (told.state === from) prober.right()
  else prober.refused(place, from, told.state)
  for (const { to, refusal } of told.moves) {
    const next = { ...record, cells: { ...record.cells, [field.id]: to as OptionId } }
    const expected = reaches(table, person, 'update', record)
      ? stateFault(field, to, { table, person, next, from })
      : 'read_only'
    prober.judgeOutcome({ ...place, action: `whether it may go to ${to}` }, expected, refusal?.rule ?? null)
  }
}

/** A creator looks through the eyes of somebody in the base: they see what that person sees. */
async function seenAs(prober: Prober, table: TableModel) {
  const { base } = table
  const { random, person } = prober
  const others = [...base.workspace.members.keys()].filter((one) => inBase(base, one))
  if (!isCreator(base, person) || others.length === 0) return
  const other = random.oneOf(others)
  const query = { table: table.id, sorts: [] }
  const args = { query, anchor: null, direction: 'forward', skip: 0, take: 500 }
  const call = { base: base.id, who: { person: other }, call: 'rows_window', args }
  const answer = await prober.send(callOf('view_as', call))
  const place = { action: `what ${other} sees`, table }
  if (!prober.judgeAnswer(place, sees(table, other) ? null : 'not_found', answer)) return
  const { fields, rows } = answer.data as { fields: string[]; rows: [string][] }
  const expected = ids(reached(table, other, 'read'))
  prober.judgeIds(place, { all: table.records.keys(), expected, got: rows.map(([id]) => id) })
  prober.judgeIds(place, { all: ids(table.fields), expected: ids(seenFields(table, other)), got: fields })
}
