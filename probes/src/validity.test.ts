import type { FieldId, OptionId } from '@plinth/domain'
import { checkAst } from '@plinth/expression'
import { expect, test } from 'vitest'
import { handOverFaults, updateFaults } from './effects.ts'
import {
  type BaseModel,
  type FieldModel,
  grantKey,
  type Person,
  type RecordModel,
  type TableModel,
  type TransitionModel,
} from './model.ts'
import { invalidities } from './validity.ts'
import { begun, stateFault } from './workflow.ts'

const field = (id: string, type: FieldModel['type'], options: FieldModel['options'] = {}): FieldModel => ({
  id: id as FieldId,
  name: id,
  column: id,
  type,
  options,
  isPrivate: false,
  side: null,
  isChanging: false,
  rules: {},
  transitions: [],
})
const option = (id: string) => ({ id: id as OptionId, label: id, hue: 'red' as const })

/** A table with an integer, a text and a state, of which ann is an editor and bob a creator. */
function tableOf() {
  const base: BaseModel = {
    id: 'b',
    name: 'b',
    timeZone: 'UTC',
    workspace: {
      id: 'w',
      name: 'w',
      members: new Map([
        ['ann', 'member'],
        ['bob', 'member'],
      ]),
      bases: [],
    },
    tables: [],
    roles: [
      { id: 'e', kind: 'editor', name: 'e', grants: new Map(), fieldGrants: new Map(), holders: new Set() },
    ],
    former: new Set(),
    builtIn: new Map([
      ['ann', 'editor'],
      ['bob', 'creator'],
    ]),
  }
  const states = { options: [option('new'), option('done')], initial: 'new' as OptionId }
  const fields = {
    size: field('00000000-0000-7000-8000-000000000001', 'integer'),
    name: field('00000000-0000-7000-8000-000000000002', 'text'),
    state: field('00000000-0000-7000-8000-000000000003', 'status', states),
  }
  const table: TableModel = {
    id: 't',
    name: 't',
    relation: 't',
    base,
    isDeleted: false,
    links: [],
    late: [],
    trash: [],
    fields: Object.values(fields),
    records: new Map(),
    view: null,
    locks: [],
    comments: [],
    automations: [],
    notices: [],
    isLaidOut: false,
    rules: [],
  }
  return { table, ...fields }
}

const step = (more: Partial<TransitionModel>): TransitionModel => ({
  id: 's',
  from: 'new',
  to: 'done',
  roles: null,
  guard: null,
  requires: [],
  fourEyes: false,
  ...more,
})

let made = 0
const record = (cells: RecordModel['cells']): RecordModel => ({ id: `r${++made}`, cells, movers: new Map() })
const added = (table: TableModel, cells: RecordModel['cells']) => {
  const one = record(cells)
  table.records.set(one.id, one)
  return one
}
const isBig = ({ table, size }: ReturnType<typeof tableOf>) => {
  const checked = checkAst({ call: '>', args: [{ field: size.id }, { number: 5 }] }, { fields: table.fields })
  if (!checked.ok) throw new Error(checked.error[0]!.message)
  return checked.value
}

test('a rule of a field is asked of new values, not of one that stays', () => {
  const { table, size, name } = tableOf()
  const old = added(table, { [size.id]: 1 })
  size.rules = { min: 3, required: true }
  const write = (cells: RecordModel['cells']) =>
    updateFaults(table, 'bob', old, cells).map(({ rule }) => rule)
  expect(write({ [name.id]: 'x' })).toEqual([])
  expect(write({ [size.id]: 2 })).toEqual(['min'])
  expect(write({ [size.id]: null })).toEqual(['required'])
  expect(invalidities({ table, person: 'bob', next: record({}), stored: null })).toMatchObject([
    { code: 'value_required', field: size.id },
  ])
})

test('what is unique counts records that nobody sees, and not the record itself', () => {
  const { table, size } = tableOf()
  size.rules = { unique: true }
  const [one, other] = [added(table, { [size.id]: 1 }), added(table, { [size.id]: 2 })]
  expect(updateFaults(table, 'ann', other, { [size.id]: 1 })).toMatchObject([{ code: 'not_unique' }])
  expect(updateFaults(table, 'ann', one, { [size.id]: 1 })).toEqual([])
})

test('a rule of a table that comes out empty is broken', () => {
  const world = tableOf()
  const { table, size, name } = world
  table.rules.push({ id: 'rule', rule: isBig(world) })
  const old = added(table, { [size.id]: null })
  expect(updateFaults(table, 'ann', old, { [name.id]: 'x' })).toEqual([])
  expect(updateFaults(table, 'ann', old, { [size.id]: 6 })).toEqual([])
  expect(updateFaults(table, 'ann', old, { [size.id]: 5 })).toEqual([{ code: 'rule_violated', rule: 'rule' }])
})

test('a list that is written as it stands is no other value', () => {
  const { table, name } = tableOf()
  const rule = checkAst({ call: 'is_empty', args: [{ field: name.id }] }, { fields: table.fields })
  if (!rule.ok) throw new Error(rule.error[0]!.message)
  table.rules.push({ id: 'rule', rule: rule.value })
  const old = added(table, { [name.id]: ['a', 'b'] as never })
  const write = (cell: string[]) => updateFaults(table, 'ann', old, { [name.id]: cell as never })
  expect(write(['a', 'b'])).toEqual([])
  expect(write(['b', 'a'])).toEqual([{ code: 'rule_violated', rule: 'rule' }])
})

test('a state is reached by a transition, and the fault that is nearest is told', () => {
  const world = tableOf()
  const { table, state, name } = world
  const next = begun(table, record({}))
  expect(next.cells[state.id]).toBe('new')
  next.movers.set(state.id, 'ann')
  const fault = (person: Person, to: string, from: string | null = 'new') =>
    stateFault(state, to, { table, person, next, from })
  expect(fault('ann', 'done', null)).toBe(null)
  state.transitions = [step({ roles: ['creator'] })]
  expect([fault('ann', 'done'), fault('bob', 'done'), fault('bob', 'new', 'done')]).toEqual([
    'role',
    null,
    'no_transition',
  ])
  expect(fault('bob', 'done', null)).toBe('initial')
  state.transitions = [step({ roles: ['creator'] }), step({ fourEyes: true })]
  expect(fault('ann', 'done')).toBe('four_eyes')
  state.transitions = [step({ fourEyes: true }), step({ requires: [name.id] })]
  expect(fault('ann', 'done')).toBe('required')
  state.transitions = [step({ guard: isBig(world) })]
  expect(fault('bob', 'done')).toBe('guard')
})

test('a record is handed over by the grant that reaches it, and by no other way', () => {
  const world = tableOf()
  const { table, size } = world
  const rule = isBig(world)
  const { grants } = table.base.roles[0]!
  const old = added(table, { [size.id]: 6 })
  const give = (handsOver: boolean) =>
    grants.set(grantKey(table, 'update'), { scope: 'rules', rule, handsOver })
  give(false)
  expect(handOverFaults(table, 'ann', old, { [size.id]: 1 })).toEqual([{ code: 'rule_left' }])
  give(true)
  expect(handOverFaults(table, 'ann', old, { [size.id]: 1 })).toEqual([])
  expect(updateFaults(table, 'ann', old, { [size.id]: 1 })).toEqual([{ code: 'rule_left' }])
})
