/** Workflows of status fields: every refusal by every path and for every role, and random workflows beside a model. */
import { uuidV7 } from '@plinth/domain'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, number } from './expression-trees.ts'
import {
  buildWorld,
  deleteForGood,
  fieldOf,
  type Harness,
  type Person,
  Refusal,
  refusalOf,
  refusedFor,
  startHarness,
  type TestTable,
  type World,
} from './harness.ts'

type State = 'draft' | 'review' | 'approved' | 'void'
const states: readonly State[] = ['draft', 'review', 'approved', 'void']
const options = {
  options: states.map((id) => ({ id, label: id.toUpperCase(), hue: 'teal' })),
  initial: 'draft',
}

interface Step {
  id: string
  name: string
  from: State | null
  to: State
  roles: string[] | null
  guard: unknown
  requires: string[]
  fourEyes: boolean
}

let h: Harness
let world: World & { other: Person }
let table: TestTable
beforeAll(async () => {
  h = await startHarness()
  const built = await buildWorld(h)
  const other = await h.person('other')
  await h.rpc(other, 'my_session')
  const { token } = await h.rpc<{ token: string }>(built.owner, 'create_invitation', {
    workspace: built.workspace,
    role: 'member',
    base: built.base,
    base_role: 'editor',
    email: null,
  })
  await h.rpc(other, 'accept_invitation', { token })
  world = { ...built, other }
  table = await makeTable('Orders')
  for (const action of ['read', 'create', 'update', 'delete']) {
    await h.rpc(world.creator, 'set_grant', {
      role: world.role,
      table: table.id,
      action,
      scope: 'all',
      rule: null,
    })
  }
})
afterAll(() => h.db.stop())

async function makeTable(name: string): Promise<TestTable> {
  const fields = [fieldOf('Title', 'text'), fieldOf('Amount', 'integer'), fieldOf('State', 'status', options)]
  return h.rpc<TestTable>(world.creator, 'create_table', {
    base: world.base,
    definition: { id: uuidV7(), name, fields },
  })
}

const idOf = (name: string, of = table) => of.fields.find((field) => field.name === name)!.id
const step = (from: State | null, to: State, more: Partial<Step> = {}): Step => ({
  id: uuidV7(),
  name: `${from ?? 'any'} to ${to}`,
  from,
  to,
  roles: null,
  guard: null,
  requires: [],
  fourEyes: false,
  ...more,
})
const setSteps = (list: readonly Step[], field = idOf('State')) =>
  h.rpc(world.creator, 'set_transitions', { field, transitions: list })

interface Answer {
  status: string
  error?: { code: string; details: Record<string, unknown> }
}

async function apply(person: Person, mutation: object): Promise<Answer> {
  const full = { id: uuidV7(), table: table.id, ...mutation }
  const [answer] = await h.rpc<Answer[]>(person, 'apply_mutations', {
    batch: { mutations: [full], atomic: false },
  })
  if (answer!.error) throw new Refusal(answer!.error.code, '', JSON.stringify(answer!.error.details))
  return answer!
}

async function make(person: Person, amount: number | null = null): Promise<string> {
  const record = uuidV7()
  await apply(person, { kind: 'insert', record, values: { [idOf('Amount')]: amount } })
  return record
}

/** As if what was deleted had been so much earlier. */
const letPass = (interval: string) =>
  h.db.sql`update plinth_private.state_entry set deleted_at = deleted_at - ${interval}::interval
           where deleted_at is not null`

async function stateOf(record: string): Promise<string | null> {
  const [row] = await h.db.sql.unsafe(`select state from data.${table.relation} where id = '${record}'`)
  return row!['state'] as string | null
}

interface Imported {
  refused?: { line: number; code: string; field: string; rule: string }[]
}

/** A row that an import left out, as the refusal that it is elsewhere. */
function throwRefused({ refused = [] }: Imported) {
  for (const { line: _, code, ...details } of refused) {
    throw new Refusal(code, '', JSON.stringify({ table: table.id, ...details }))
  }
}

/** Every way to move a record. */
const paths: Record<string, (person: Person, record: string, to: State) => Promise<unknown>> = {
  'a mutation': async (person, record, to) =>
    apply(person, {
      kind: 'update',
      record,
      values: { [idOf('State')]: to },
      base: { [idOf('State')]: await stateOf(record) },
    }),
  'an update by REST': (person, record, to) =>
    h.as(person, (tx) =>
      tx.unsafe(`update data.${table.relation} set state = '${to}' where id = '${record}'`),
    ),
  'an update of many': (person, record, to) =>
    h.as(person, (tx) =>
      tx.unsafe(
        `update data.${table.relation} set state = '${to}', title = '${record}' where id in ('${record}')`,
      ),
    ),
  'an upsert by REST': (person, record, to) =>
    h.as(person, (tx) =>
      tx.unsafe(`insert into data.${table.relation} (id) values ('${record}')
                 on conflict (id) do update set state = '${to}'`),
    ),
  'an import by key': async (person, record, to) => {
    const title = `key ${record}`
    await h.db.sql.unsafe(`update data.${table.relation} set title = '${title}' where id = '${record}'`)
    const id = uuidV7()
    await h.rpc(person, 'begin_import', {
      import: id,
      table: table.id,
      file_name: 'a.csv',
      fields: [idOf('Title'), idOf('State')],
      mode: 'upsert',
      key: idOf('Title'),
    })
    const rows = [[uuidV7(), title, to]]
    const answer = await h.rpc<Imported>(person, 'import_rows', { import: id, chunk: 0, rows, misfits: [] })
    throwRefused(answer)
  },
}

async function faultOf(work: Promise<unknown>): Promise<Record<string, unknown> | null> {
  try {
    await work
    return null
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'transition_refused') throw error
    return JSON.parse(error.details) as Record<string, unknown>
  }
}

interface Moves {
  state: State
  bound: boolean
  moves: { to: State; refusal: { rule: string; roles?: { name: string }[]; fields?: string[] } | null }[]
}
const movesOf = (person: Person | null, record: string) =>
  h.rpc<Moves>(person, 'transitions_for', { table: table.id, field: idOf('State'), record })

describe('without transitions', () => {
  test('any state may follow any, empty too, and a record without one begins in the initial state', async () => {
    await setSteps([])
    const record = await make(world.editor)
    expect(await stateOf(record)).toBe('draft')
    for (const to of ['approved', 'review', 'draft'] as const) {
      await paths['a mutation']!(world.editor, record, to)
      expect(await stateOf(record)).toBe(to)
    }
    const values = { [idOf('State')]: null }
    await apply(world.editor, { kind: 'update', record, values, base: { [idOf('State')]: 'draft' } })
    expect(await stateOf(record)).toBeNull()
    expect(await movesOf(world.editor, record)).toMatchObject({ bound: false })
    const inserted = await h.as(world.editor, (tx) =>
      tx.unsafe(`insert into data.${table.relation} (state) values ('approved') returning id`),
    )
    expect(await stateOf(inserted[0]!['id'] as string)).toBe('approved')
  })
})

describe('a record that comes', () => {
  test('begins in the initial state, whoever makes it and whatever way', async () => {
    await setSteps([step('draft', 'review')])
    const insert = (person: Person, state: string) =>
      h.as(person, (tx) => tx.unsafe(`insert into data.${table.relation} (state) values ('${state}')`))
    for (const who of ['owner', 'creator', 'editor', 'holder'] as const) {
      await insert(world[who], 'draft')
      expect(await faultOf(insert(world[who], 'approved'))).toMatchObject({ rule: 'initial' })
      const values = { [idOf('State')]: 'review' }
      const refused = apply(world[who], { kind: 'insert', record: uuidV7(), values })
      expect(await faultOf(refused)).toEqual({ rule: 'initial', table: table.id, field: idOf('State') })
    }
    const id = uuidV7()
    await h.rpc(world.editor, 'begin_import', {
      import: id,
      table: table.id,
      file_name: 'a.csv',
      fields: [idOf('State')],
      mode: 'append',
      key: null,
    })
    const rows = (state: string | null, chunk: number) => ({
      import: id,
      chunk,
      rows: [[uuidV7(), state]],
      misfits: [],
    })
    const left = await h.rpc<Imported>(world.editor, 'import_rows', rows('void', 0))
    expect(left.refused).toMatchObject([{ line: 1, code: 'transition_refused', rule: 'initial' }])
    expect(await h.rpc(world.editor, 'import_rows', rows(null, 1))).toEqual({ inserted: 1, updated: 0 })
  })

  test('tells nothing of the workflow to who may not make records', async () => {
    await setSteps([step('draft', 'review')])
    for (const who of ['viewer', 'member', 'outsider', 'anonymous'] as const) {
      for (const conflict of ['', `on conflict (id) do update set state = 'review'`]) {
        const insert = h.as(world[who], (tx) =>
          tx.unsafe(
            `insert into data.${table.relation} (id, state) values ('${uuidV7()}', 'review') ${conflict}`,
          ),
        )
        const told = await insert.then(
          () => null,
          (error: unknown) => error as Refusal,
        )
        expect([who, told?.state, told?.details]).toEqual([who, '42501', ''])
      }
    }
  })

  test('comes back into the state in which it was deleted, and who brought it there stays known', async () => {
    await setSteps([step('draft', 'review'), step('review', 'approved', { fourEyes: true })])
    const record = await make(world.editor)
    await paths['a mutation']!(world.editor, record, 'review')
    await apply(world.other, { kind: 'delete', record })
    const back = (state: State) =>
      apply(world.other, { kind: 'insert', record, values: { [idOf('State')]: state } })
    expect(await faultOf(back('approved'))).toMatchObject({ rule: 'initial' })
    await back('review')
    expect(await faultOf(paths['a mutation']!(world.editor, record, 'approved'))).toMatchObject({
      rule: 'four_eyes',
    })
    await paths['a mutation']!(world.other, record, 'approved')
  })

  test('comes back into no state of another record, nor after more than a day', async () => {
    await setSteps([step('draft', 'review'), step('review', 'approved')])
    const [record, other] = [await make(world.editor), await make(world.editor)]
    for (const to of ['review', 'approved'] as const) await paths['a mutation']!(world.editor, record, to)
    for (const one of [record, other]) await apply(world.editor, { kind: 'delete', record: one })
    const back = (one: string) =>
      apply(world.editor, { kind: 'insert', record: one, values: { [idOf('State')]: 'approved' } })
    for (const one of [other, uuidV7()]) expect(await faultOf(back(one))).toMatchObject({ rule: 'initial' })
    await letPass('25 hours')
    expect(await faultOf(back(record))).toMatchObject({ rule: 'initial' })
    // Nor by what others delete since.
    await apply(world.editor, { kind: 'delete', record: await make(world.editor) })
    expect(await faultOf(back(record))).toMatchObject({ rule: 'initial' })
  })
})

describe('two fields of states', () => {
  test('know nothing of one another: neither where a record comes back nor who moved it', async () => {
    const fields = [fieldOf('First', 'status', options), fieldOf('Second', 'status', options)]
    const definition = { id: uuidV7(), name: 'Twice', fields }
    const twice = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
    const [first, second] = ['First', 'Second'].map((name) => idOf(name, twice)) as [string, string]
    for (const field of [first, second])
      await setSteps([step('draft', 'review'), step('review', 'approved', { fourEyes: true })], field)
    const make = (record: string, values: Record<string, State>) =>
      apply(world.editor, { kind: 'insert', table: twice.id, record, values })
    const move = (person: Person, record: string, field: string, from: State, to: State) =>
      apply(person, {
        kind: 'update',
        table: twice.id,
        record,
        values: { [field]: to },
        base: { [field]: from },
      })
    const record = uuidV7()
    await make(record, {})
    await move(world.editor, record, first, 'draft', 'review')
    await move(world.other, record, second, 'draft', 'review')
    for (const [person, field] of [
      [world.editor, first],
      [world.other, second],
    ] as const)
      expect(await faultOf(move(person, record, field, 'review', 'approved'))).toMatchObject({
        rule: 'four_eyes',
      })
    await move(world.other, record, first, 'review', 'approved')
    await apply(world.editor, { kind: 'delete', table: twice.id, record })
    const both = make(record, { [first]: 'approved', [second]: 'approved' })
    expect(await faultOf(both)).toMatchObject({ rule: 'initial', field: second })
    await make(record, { [first]: 'approved', [second]: 'review' })
  })
})

describe.each(Object.keys(paths))('a move by %s', (path) => {
  const move = (person: Person, record: string, to: State) => paths[path]!(person, record, to)

  test('needs a transition, for everybody', async () => {
    await setSteps([step('draft', 'review'), step(null, 'void')])
    for (const who of ['owner', 'creator', 'editor', 'holder'] as const) {
      const record = await make(world.editor)
      expect(await faultOf(move(world[who], record, 'approved'))).toEqual({
        rule: 'no_transition',
        table: table.id,
        field: idOf('State'),
      })
      await move(world[who], record, 'review')
      await move(world[who], record, 'void')
      expect(await stateOf(record)).toBe('void')
    }
  })

  test('needs a role of the transition, creators too', async () => {
    const toReview = step('draft', 'review', { roles: [world.role] })
    await setSteps([toReview, step('draft', 'approved', { roles: ['creator'] })])
    for (const who of ['owner', 'creator', 'editor'] as const) {
      const record = await make(world.editor)
      expect(await faultOf(move(world[who], record, 'review'))).toEqual({
        rule: 'role',
        transition: toReview.id,
        roles: [{ id: world.role, kind: 'custom', name: 'Sellers' }],
        table: table.id,
        field: idOf('State'),
      })
    }
    const forCreators = await make(world.editor)
    expect(await faultOf(move(world.editor, forCreators, 'approved'))).toMatchObject({ rule: 'role' })
    await move(world.creator, forCreators, 'approved')
    await move(world.owner, await make(world.editor), 'approved')
    await move(world.holder, await make(world.editor), 'review')
  })

  test('needs the fields of the transition filled and its guard true', async () => {
    const guard = call('>', { field: idOf('Amount') }, number(10))
    await setSteps([step('draft', 'review', { requires: [idOf('Amount')], guard })])
    expect(await faultOf(move(world.creator, await make(world.editor), 'review'))).toMatchObject({
      rule: 'required',
      fields: [idOf('Amount')],
    })
    expect(await faultOf(move(world.editor, await make(world.editor, 10), 'review'))).toMatchObject({
      rule: 'guard',
      fields: [idOf('Amount')],
    })
    await move(world.editor, await make(world.editor, 11), 'review')
  })

  test('needs a second person where four eyes are asked for', async () => {
    await setSteps([step('draft', 'review'), step('review', 'approved', { fourEyes: true })])
    for (const [proposer, approver] of [
      [world.editor, world.other],
      [world.creator, world.editor],
      [world.editor, world.owner],
    ] as const) {
      const record = await make(world.other)
      await move(proposer, record, 'review')
      expect(await faultOf(move(proposer, record, 'approved'))).toMatchObject({ rule: 'four_eyes' })
      await move(approver, record, 'approved')
      expect(await stateOf(record)).toBe('approved')
    }
  })

  test('is refused to readers and strangers before any workflow', async () => {
    await setSteps([step('draft', 'review')])
    const record = await make(world.editor)
    for (const who of ['viewer', 'member', 'outsider', 'anonymous'] as const) {
      const code = await move(world[who], record, 'review').then(
        () => null,
        (error: unknown) => (error as Refusal).code,
      )
      expect(code).not.toBe('transition_refused')
      expect(await stateOf(record)).toBe('draft')
    }
  })
})

describe('four eyes', () => {
  test('are not closed by trying to make the record again', async () => {
    await setSteps([step('draft', 'review'), step('review', 'approved', { fourEyes: true })])
    const record = await make(world.editor)
    await paths['a mutation']!(world.editor, record, 'review')
    await h.as(world.other, (tx) =>
      tx.unsafe(`insert into data.${table.relation} (id) values ('${record}') on conflict do nothing`),
    )
    expect(await faultOf(paths['a mutation']!(world.editor, record, 'approved'))).toMatchObject({
      rule: 'four_eyes',
    })
  })

  test('are not closed by deleting other records, also such with the same id in another table', async () => {
    await setSteps([step('draft', 'review'), step('review', 'approved', { fourEyes: true })])
    const elsewhere = await makeTable('Same id')
    const record = await make(world.editor)
    await paths['a mutation']!(world.editor, record, 'review')
    await apply(world.editor, { kind: 'insert', table: elsewhere.id, record, values: {} })
    await apply(world.editor, { kind: 'delete', table: elsewhere.id, record })
    // What was deleted long ago is forgotten when something is deleted.
    for (let n = 0; n < 2; n += 1) {
      await apply(world.editor, { kind: 'delete', record: await make(world.editor) })
      await letPass('25 hours')
    }
    const values = { [idOf('Title')]: 'Renamed' }
    await apply(world.other, { kind: 'update', record, values, base: { [idOf('Title')]: null } })
    expect(await faultOf(paths['a mutation']!(world.editor, record, 'approved'))).toMatchObject({
      rule: 'four_eyes',
    })
    await paths['a mutation']!(world.other, record, 'approved')
  })

  test('look at who changed a record last where nobody knows who moved it', async () => {
    await setSteps([step('draft', 'approved', { fourEyes: true })])
    const record = await make(world.editor)
    await h.db.sql`delete from plinth_private.state_entry where record_id = ${record}`
    expect(await faultOf(paths['a mutation']!(world.editor, record, 'approved'))).toMatchObject({
      rule: 'four_eyes',
    })
    await paths['a mutation']!(world.other, record, 'approved')
  })

  test('see one of two who approve at once', async () => {
    await setSteps([step('draft', 'review'), step('review', 'approved', { fourEyes: true })])
    const record = await make(world.other)
    await paths['a mutation']!(world.editor, record, 'review')
    const both = await Promise.allSettled(
      [world.other, world.creator].map((person) => paths['an update by REST']!(person, record, 'approved')),
    )
    expect(both.map(({ status }) => status)).toContain('fulfilled')
    expect(await stateOf(record)).toBe('approved')
  })
})

describe('one update', () => {
  test('may fill what the move needs', async () => {
    await setSteps([step('draft', 'review', { requires: [idOf('Amount')] })])
    const record = await make(world.editor)
    await apply(world.editor, {
      kind: 'update',
      record,
      values: { [idOf('State')]: 'review', [idOf('Amount')]: 5 },
      base: { [idOf('State')]: 'draft', [idOf('Amount')]: null },
    })
    expect(await stateOf(record)).toBe('review')
  })

  test('may leave the state alone, in any state', async () => {
    await setSteps([step('draft', 'review')])
    const record = await make(world.editor)
    await paths['a mutation']!(world.editor, record, 'review')
    await h.as(world.editor, (tx) =>
      tx.unsafe(
        `update data.${table.relation} set title = 'y', state = state, amount = 3 where id = '${record}'`,
      ),
    )
    const empty = { values: { [idOf('State')]: null }, base: { [idOf('State')]: 'review' } }
    expect(await faultOf(apply(world.editor, { kind: 'update', record, ...empty }))).toMatchObject({
      rule: 'no_transition',
    })
  })

  test('of many records moves all or none', async () => {
    await setSteps([step('draft', 'review', { requires: [idOf('Amount')] })])
    const [one, two] = [await make(world.editor, 5), await make(world.editor)]
    const both = h.as(world.editor, (tx) =>
      tx.unsafe(`update data.${table.relation} set state = 'review' where id in ('${one}', '${two}')`),
    )
    expect(await faultOf(both)).toMatchObject({ rule: 'required' })
    expect([await stateOf(one), await stateOf(two)]).toEqual(['draft', 'draft'])
  })
})

describe('the service', () => {
  test('and the owner of the database repair past the workflow; nobody else does by saying so', async () => {
    await setSteps([step('draft', 'review')])
    const record = await make(world.editor)
    await h.db.sql.unsafe(`update data.${table.relation} set state = 'approved' where id = '${record}'`)
    await h.db.sql.begin(async (tx) => {
      await tx`select set_config('role', 'service_role', true), set_config('request.jwt.claims', '{"role": "service_role"}', true)`
      await tx.unsafe(`update data.${table.relation} set state = 'void' where id = '${record}'`)
    })
    expect(await stateOf(record)).toBe('void')
    const forged = h.as(world.editor, async (tx) => {
      const claims = JSON.stringify({ sub: world.editor.id, role: 'service_role' })
      await tx`select set_config('request.jwt.claims', ${claims}, true)`
      await tx.unsafe(`update data.${table.relation} set state = 'draft' where id = '${record}'`)
    })
    expect(await faultOf(forged)).toMatchObject({ rule: 'no_transition' })
  })
})

describe('transitions_for', () => {
  test('tells what each person may do, why not the rest, and whom to ask', async () => {
    await setSteps([
      step('draft', 'review', { requires: [idOf('Amount')] }),
      step('draft', 'approved', { roles: [world.role, 'creator'] }),
    ])
    const record = await make(world.editor)
    const told = async (person: Person) => {
      const { moves } = await movesOf(person, record)
      return moves.map(({ to, refusal }) => [to, refusal?.rule ?? 'allowed'])
    }
    expect(await told(world.editor)).toEqual([
      ['review', 'required'],
      ['approved', 'role'],
      ['void', 'no_transition'],
    ])
    expect((await told(world.creator))[1]).toEqual(['approved', 'allowed'])
    expect((await told(world.viewer)).map(([, rule]) => rule)).toEqual([
      'read_only',
      'read_only',
      'read_only',
    ])
    const { moves } = await movesOf(world.editor, record)
    expect(moves[1]!.refusal!.roles!.map(({ name }) => name).toSorted()).toEqual(['Sellers', 'creator'])
  })

  test('answers nobody who may not read the record, nor for what is no field of states', async () => {
    const record = await make(world.editor)
    for (const person of [world.member, world.outsider]) {
      expect(await refusalOf(movesOf(person, record))).toBe('not_found')
    }
    const wrong = { table: table.id, field: idOf('Title'), record }
    expect(await refusalOf(h.rpc(world.editor, 'transitions_for', wrong))).toBe('not_found')
    expect(await refusalOf(movesOf(world.editor, uuidV7()))).toBe('not_found')
  })
})

describe('set_transitions', () => {
  test('refuses what is no transition of this field', async () => {
    const elsewhere = await makeTable('Elsewhere')
    const foreign = step('draft', 'review')
    await setSteps([foreign], idOf('State', elsewhere))
    const bad: [string, unknown][] = [
      ['state', step('draft', 'nowhere' as State)],
      ['state', step('nowhere' as State, 'draft')],
      ['state', step('draft', 'draft')],
      ['roles', step('draft', 'review', { roles: [] })],
      ['roles', step('draft', 'review', { roles: [uuidV7()] })],
      ['roles', step('draft', 'review', { roles: ["'; drop table x"] })],
      ['requires', step('draft', 'review', { requires: [idOf('Title', elsewhere)] })],
      ['id', { ...step('draft', 'review'), id: 'x' }],
      ['id', step('draft', 'review', { id: foreign.id })],
      ['type', step('draft', 'review', { guard: number(1) })],
      ['field', step('draft', 'review', { guard: call('is_filled', { field: idOf('Title', elsewhere) }) })],
    ]
    await setSteps([step('draft', 'void')])
    for (const [rule, definition] of bad) {
      const refusal = await setSteps([definition as Step]).catch((error: unknown) => error as Refusal)
      expect([rule, JSON.parse((refusal as Refusal).details).rule]).toEqual([rule, rule])
    }
    const twice = step('draft', 'review')
    expect(await refusalOf(setSteps([twice, twice]))).toBe('invalid_input')
    expect(await refusalOf(setSteps({} as never))).toBe('invalid_input')
    expect(await refusalOf(setSteps([twice], idOf('Title')))).toBe('invalid_input')
    const many = Array.from({ length: 201 }, () => step('draft', 'review'))
    expect(await refusalOf(setSteps(many))).toBe('limit_exceeded')
    const kept = await h.rpc<Step[]>(world.creator, 'transitions', { field: idOf('State') })
    expect(kept).toMatchObject([{ from: 'draft', to: 'void' }])
  })

  test('answers what was set, in its order', async () => {
    const guard = call('=', { field: idOf('State') }, { option: 'review', field: idOf('State') })
    const list = [
      step('draft', 'review', {
        roles: ['creator', world.role].toSorted(),
        guard,
        requires: [idOf('Title')],
        fourEyes: true,
      }),
      step(null, 'void'),
    ]
    await setSteps(list)
    expect(await h.rpc<Step[]>(world.creator, 'transitions', { field: idOf('State') })).toEqual(list)
    // The guard sees the state that the record goes into.
    const record = await make(world.other)
    await h.db.sql.unsafe(`update data.${table.relation} set title = 'z' where id = '${record}'`)
    await paths['a mutation']!(world.creator, record, 'review')
  })
})

describe('what transitions need', () => {
  test('cannot be taken away', async () => {
    const guard = call('is_filled', { field: idOf('Amount') })
    const ofTitle = step('review', 'approved', { requires: [idOf('Title')], roles: [world.role] })
    await setSteps([step('draft', 'review', { guard }), ofTitle])
    for (const name of ['Amount', 'Title']) {
      const deletion = () => h.rpc(world.creator, 'delete_field', { field: idOf(name) })
      expect(await refusalOf(deletion())).toBe('used_by_rule')
      expect(await refusedFor(deletion())).toMatchObject({ needed: { kind: 'workflow', name: 'State' } })
    }
    const end = () => h.rpc(world.creator, 'delete_role', { role: world.role })
    expect(await refusalOf(end())).toBe('used_by_rule')
    expect(await refusedFor(end())).toMatchObject({ needed: { kind: 'workflow', name: 'State' } })
    const without = (id: State) => ({
      field: idOf('State'),
      changes: { options: { ...options, options: options.options.filter((option) => option.id !== id) } },
    })
    expect(await refusalOf(h.rpc(world.creator, 'update_field', without('approved')))).toBe('used_by_rule')
    const other = await makeTable('Shrinking')
    const field = idOf('State', other)
    await h.rpc(world.creator, 'update_field', { ...without('void'), field })
    expect(await refusalOf(h.rpc(world.creator, 'update_field', { ...without('draft'), field }))).toBe(
      'invalid_input',
    )
  })

  test('may go while the field of states is in the trash, and is asked for again when it is back', async () => {
    const own = await makeTable('Away')
    await h.rpc(world.creator, 'create_field', { table: own.id, definition: fieldOf('More', 'text') })
    const [title, amount, state] = ['Title', 'Amount', 'State'].map((name) => idOf(name, own)) as [
      string,
      string,
      string,
    ]
    const steps = [
      step('draft', 'review', { requires: [title] }),
      step('draft', 'void', { guard: call('>', { field: amount }, number(5)) }),
      step('review', 'draft'),
    ]
    await setSteps(steps, state)
    const record = uuidV7()
    await h.db.sql.unsafe(`insert into data.${own.relation} (id, title, amount) values ('${record}', '', 9)`)
    const move = (to: State) =>
      h.as(world.editor, (tx) =>
        tx.unsafe(`update data.${own.relation} set state = '${to}' where id = '${record}'`),
      )
    const change = (name: string, field: string) => h.rpc(world.creator, name, { field })
    const required = async () =>
      (await h.rpc<Step[]>(world.creator, 'transitions', { field: state })).map(({ requires }) => requires)
    expect(await refusalOf(change('delete_field', title))).toBe('used_by_rule')
    expect(await refusalOf(change('delete_field', amount))).toBe('used_by_rule')
    await change('delete_field', state)
    for (const field of [title, amount]) await change('delete_field', field)
    await h.db.sql.unsafe(`update plinth.base set time_zone = 'UTC' where id = '${world.base}'`)
    await change('restore_field', state)
    // What it required is not there to be filled; what its condition reads is not there to be true.
    expect(await required()).toEqual([[], [], []])
    await h.db.sql.unsafe(`update plinth.base set time_zone = 'Europe/Vienna' where id = '${world.base}'`)
    expect(await refusalOf(move('void'))).toBe('transition_refused')
    await move('review')
    await move('draft')
    for (const field of [title, amount]) await change('restore_field', field)
    expect(await required()).toEqual([[title], [], []])
    expect(await refusalOf(move('review'))).toBe('transition_refused')
    await move('void')
  })

  test('goes with the field, the table and the base', async () => {
    const gone = await makeTable('Gone')
    await setSteps([step('draft', 'review', { requires: [idOf('Title', gone)] })], idOf('State', gone))
    await h.as(world.editor, (tx) => tx.unsafe(`insert into data.${gone.relation} default values`))
    const state = { base: world.base, id: idOf('State', gone), name: 'State' }
    await deleteForGood(h, world.creator, state, 'field')
    await h.as(world.editor, (tx) => tx.unsafe(`insert into data.${gone.relation} (title) values ('a')`))
    await h.rpc(world.creator, 'delete_field', { field: idOf('Title', gone) })
    await deleteForGood(h, world.creator, { base: world.base, ...gone })
    const [left] = await h.db
      .sql`select count(*)::int as n from plinth.transition where field_id = ${idOf('State', gone)}`
    expect(left!['n']).toBe(0)
  })

  test('follows the time zone of the base', async () => {
    await setSteps([step('draft', 'review', { guard: call('=', call('today'), call('today')) })])
    const settings = (timeZone: string) => ({ base: world.base, changes: { timeZone } })
    const condition = async () => {
      const [row] = await h.db.sql`select condition from plinth.transition where field_id = ${idOf('State')}`
      return row!['condition'] as string
    }
    const before = await condition()
    await h.rpc(world.creator, 'update_base', settings('Asia/Tokyo'))
    expect(await condition()).not.toBe(before)
    await h.rpc(world.creator, 'update_base', settings('Europe/Vienna'))
    expect(await condition()).toBe(before)
  })
})

describe('renaming and reordering states', () => {
  test('leaves records and transitions alone', async () => {
    await setSteps([step('draft', 'review')])
    const record = await make(world.editor)
    const turned = options.options.toReversed().map((option) => ({ ...option, label: `${option.label}!` }))
    await h.rpc(world.creator, 'update_field', {
      field: idOf('State'),
      changes: { options: { options: turned, initial: 'draft' } },
    })
    await paths['a mutation']!(world.editor, record, 'review')
    expect(await stateOf(record)).toBe('review')
    await h.rpc(world.creator, 'update_field', { field: idOf('State'), changes: { options } })
  })
})

describe('random workflows', () => {
  const actorNames = ['owner', 'creator', 'editor', 'other', 'holder'] as const
  type Actor = (typeof actorNames)[number]
  interface Held {
    state: State
    amount: number | null
    mover: Actor
  }
  interface Drawn {
    from: State | null
    to: State
    roles: ('creator' | 'editor' | 'custom')[] | null
    least: number | null
    needsAmount: boolean
    fourEyes: boolean
  }
  const anyState = fc.constantFrom(...states)
  const drawn: fc.Arbitrary<Drawn> = fc
    .record({
      from: fc.option(anyState, { freq: 4 }),
      to: anyState,
      roles: fc.option(fc.subarray(['creator', 'editor', 'custom'] as const, { minLength: 1 }), { freq: 2 }),
      least: fc.option(fc.integer({ min: 0, max: 4 }), { freq: 1 }),
      needsAmount: fc.boolean(),
      fourEyes: fc.boolean(),
    })
    .filter(({ from, to }) => from !== to) as fc.Arbitrary<Drawn>
  const move = fc.record({
    actor: fc.constantFrom(...actorNames),
    to: anyState,
    amount: fc.option(fc.integer({ min: 0, max: 5 }), { freq: 3 }),
    path: fc.constantFrom('a mutation', 'an update by REST'),
  })
  const holds = (actor: Actor, role: string): boolean =>
    role === 'creator'
      ? actor === 'owner' || actor === 'creator'
      : role === 'editor'
        ? actor === 'editor' || actor === 'other'
        : actor === 'holder'

  /** The model: may this person take a record there, as it will be? */
  const allows = (
    list: readonly Drawn[],
    { state, mover }: Held,
    to: State,
    actor: Actor,
    amount: number | null,
  ) =>
    state === to ||
    list.length === 0 ||
    list.some(
      (one) =>
        (one.from === null || one.from === state) &&
        one.to === to &&
        (one.roles === null || one.roles.some((role) => holds(actor, role))) &&
        !(one.fourEyes && mover === actor) &&
        !(one.needsAmount && amount === null) &&
        (one.least === null || (amount !== null && amount >= one.least)),
    )

  test('let through what the model lets through, and tell it before', async () => {
    const [row] = await h.db.sql`select id from plinth.role where base_id = ${world.base} and kind = 'editor'`
    const roleIds = { creator: 'creator', editor: row!['id'] as string, custom: world.role }
    const asStep = ({ from, to, roles, least, needsAmount, fourEyes }: Drawn): Step =>
      step(from, to, {
        roles: roles && roles.map((role) => roleIds[role]),
        guard: least === null ? null : call('>=', { field: idOf('Amount') }, number(least)),
        requires: needsAmount ? [idOf('Amount')] : [],
        fourEyes,
      })
    let moved = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(drawn, { maxLength: 10 }),
        fc.array(move, { minLength: 6, maxLength: 12 }),
        async (list, moves) => {
          await setSteps(list.map(asStep))
          const record = await make(world.editor)
          const held: Held = { state: 'draft', amount: null, mover: 'editor' }
          for (const { actor, to, amount, path } of moves) {
            await h.as(world[actor], (tx) =>
              tx.unsafe(`update data.${table.relation} set amount = ${amount} where id = '${record}'`),
            )
            held.amount = amount
            const told = (await movesOf(world[actor], record)).moves.find((one) => one.to === to)
            const expected = allows(list, held, to, actor, amount)
            const fault = await faultOf(paths[path]!(world[actor], record, to))
            expect({ allowed: fault === null }).toEqual({ allowed: expected })
            // Where it stands already is not told.
            expect(told ? told.refusal === null : held.state === to).toBe(expected)
            expect(await stateOf(record)).toBe(expected ? to : held.state)
            if (expected && held.state !== to) {
              moved += 1
              held.state = to
              held.mover = actor
            }
          }
        },
      ),
      { numRuns: 15 },
    )
    expect(moved).toBeGreaterThan(5)
  })
})
