/** Random roles, grants, rules and hidden fields: calls, policies of tables and of sides answer alike, as a plain model says. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  Refusal,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import {
  type Action,
  makeRights,
  type RandomRights,
  type Row,
  randomFrom,
  randomValues,
  regions,
} from './random-rights.ts'

const seed = Number(process.env['PLINTH_TEST_SEED'] ?? 20261103)
const by = randomFrom(seed)
const hideable = ['Salary', 'Bonus'] as const
type Hideable = (typeof hideable)[number]
type Access = 'hidden' | 'read' | 'write'
type Full = Row & Record<Hideable, number | null>

let h: Harness
let world: World
let table: TestTable
let rights: RandomRights
const rows: Full[] = []
const granted = new Map<string, Access>()

const field = (name: string) => table.fields.find((one) => one.name === name)!.id
const amount = () => by.oneOf([null, by.upTo(6), by.upTo(6)])

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const options = regions.map((id) => ({ id, label: id, hue: 'blue' }))
  const fields = [
    fieldOf('Region', 'single_select', { options }),
    fieldOf('Budget', 'integer'),
    fieldOf('Open', 'checkbox'),
    ...hideable.map((name) => fieldOf(name, 'integer')),
  ]
  const definition = { id: uuidV7(), name: 'Random', fields }
  table = await h.rpc(world.creator, 'create_table', { base: world.base, definition })
  for (let n = 0; n < 40; n++) {
    const row: Full = { id: uuidV7(), ...randomValues(by), Salary: amount(), Bonus: amount() }
    rows.push(row)
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (id, region, budget, open, salary, bonus) values ($1, $2, $3, $4, $5, $6)`,
      [row.id, row.region, row.budget, row.open, row.Salary, row.Bonus],
    )
  }
  rights = await makeRights(h, world, table, by)
})
afterAll(() => h.db.stop())

async function shuffleFields(): Promise<void> {
  for (const [name, role] of rights.roleIds) {
    for (const label of hideable) {
      if (by.random() < 0.4) continue
      const access = by.oneOf([null, 'hidden', 'hidden', 'read', 'write'] as const)
      await h.rpc(world.creator, 'set_field_grant', { role, field: field(label), access })
      if (access) granted.set(`${name} ${label}`, access)
      else granted.delete(`${name} ${label}`)
    }
  }
}

/** What roles give in a field, by the model. */
function accessOf(roles: readonly string[], label: Hideable): 'write' | 'read' | null {
  const kept = [...granted].some(([key, access]) => key.endsWith(` ${label}`) && access !== 'write')
  if (!kept || roles.includes('creator')) return 'write'
  const given = roles.map((name) => {
    const usual = (action: Action) => rights.scopeOf(name, action) !== 'none'
    const own = usual('create') || usual('update') ? 'write' : usual('read') ? 'read' : null
    return granted.get(`${name} ${label}`) ?? own
  })
  return given.includes('write') ? 'write' : given.includes('read') ? 'read' : null
}

const isHidden = (label: Hideable) =>
  [...granted].some(([key, access]) => key.endsWith(` ${label}`) && access === 'hidden')
const sees = (roles: readonly string[], label: Hideable) =>
  !isHidden(label) || accessOf(roles, label) !== null

async function refused<T>(work: Promise<T>): Promise<T | string> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) return error.state === '42501' ? '42501' : error.code
    throw error
  }
}

interface Page {
  fields: string[]
  rows: Json[][]
  lastKey: Json
  atEnd: boolean
}

/** All of a view, page by page. */
async function walk(person: Person, sorts: Json): Promise<{ fields: string[]; rows: Json[][] } | string> {
  const found: Json[][] = []
  let fields: string[] = []
  let anchor: Json = null
  for (;;) {
    const args: Record<string, unknown> = {
      query: { table: table.id, sorts },
      anchor,
      direction: 'forward',
      skip: 0,
      take: 9,
    }
    const page: Page | string = await refused(h.rpc<Page>(person, 'rows_window', args))
    if (typeof page === 'string') return page
    found.push(...page.rows)
    fields = page.fields
    if (page.atEnd) return { fields, rows: found }
    anchor = page.lastKey
  }
}

const order = (label: Hideable, isDown: boolean) => (one: Full, other: Full) => {
  const [a, b] = [one[label], other[label]]
  if (a !== b) return a === null ? 1 : b === null ? -1 : isDown ? b - a : a - b
  return (one.id < other.id ? -1 : 1) * (isDown ? -1 : 1)
}

/** Of each row its id and what can be hidden, behind ver and the first three fields. */
const valuesOf = ({ fields, rows: list }: { fields: string[]; rows: Json[][] }) => ({
  fields,
  rows: list.map((row) => [row[0], ...row.slice(5)]),
})

async function readsAlike(person: Person, roles: readonly string[]): Promise<void> {
  const reached = rights.seesTable(roles) ? rows.filter((row) => rights.reaches(roles, 'read', row)) : []
  const seen = hideable.filter((label) => sees(roles, label))
  for (const label of hideable) {
    const isDown = by.random() < 0.5
    const answer = await walk(person, [{ field: field(label), direction: isDown ? 'desc' : 'asc' }])
    const sorted = reached.toSorted(order(label, isDown))
    const all = {
      fields: ['Region', 'Budget', 'Open', ...seen].map(field),
      rows: sorted.map((row) => [row.id, ...seen.map((name) => row[name])]),
    }
    const foreseen = rights.seesTable(roles) ? (seen.includes(label) ? all : 'invalid_input') : 'not_found'
    const found = typeof answer === 'string' ? answer : valuesOf(answer)
    expect({ roles, label, found }).toEqual({ roles, label, found: foreseen })
    const [place] = await h.db.sql`select side from plinth.field where id = ${field(label)}`
    expect(place!['side'] !== null).toBe(isHidden(label))
    if (place!['side'] === null) continue
    const aside = await h.as(person, (tx) => tx.unsafe(`select * from data.${place!['side'] as string}`))
    const byId = Object.fromEntries(aside.map((row) => [row['id'], row[label.toLowerCase()]]))
    const wanted = seen.includes(label) ? reached : []
    expect(byId).toEqual(Object.fromEntries(wanted.map((row) => [row.id, row[label]?.toString() ?? null])))
  }
}

async function undone<T>(person: Person, work: Parameters<Harness['as']>[1]): Promise<T | string> {
  const done = new Error('undo')
  let answer: unknown
  const refusal = await refused(
    h.as(person, async (tx) => {
      answer = await work(tx)
      throw done
    }),
  ).catch((error: unknown) => {
    if (error !== done) throw error
    return null
  })
  return (refusal ?? answer) as T | string
}

function foresee(roles: readonly string[], label: Hideable, row: Full, value: number | null): string {
  if (!rights.seesTable(roles)) return 'not_found'
  if (roles.every((name) => rights.scopeOf(name, 'update') === 'none')) return 'read_only'
  if (!sees(roles, label)) return 'invalid_input'
  if (!rights.reaches(roles, 'update', row))
    return rights.reaches(roles, 'read', row) ? 'rule_refused' : 'not_found'
  return row[label] !== value && accessOf(roles, label) !== 'write' ? 'field_read_only' : 'ok'
}

async function writesAlike(person: Person, roles: readonly string[]): Promise<string> {
  const [row, label, value] = [by.oneOf(rows), by.oneOf(hideable), amount()]
  const mutation = {
    id: uuidV7(),
    kind: 'update',
    table: table.id,
    record: row.id,
    values: { [field(label)]: value },
    base: { [field(label)]: row[label] },
  }
  const answer = await undone<[{ status: string; error?: { code: string } }]>(person, (tx) =>
    h.rpcIn(tx, 'apply_mutations', { batch: { atomic: false, mutations: [mutation] } }),
  )
  const code = typeof answer === 'string' ? answer : (answer[0].error?.code ?? answer[0].status)
  const foreseen = foresee(roles, label, row, value)
  expect({ roles, label, row, value, code }).toEqual({ roles, label, row, value, code: foreseen })
  const [place] = await h.db.sql`select side from plinth.field where id = ${field(label)}`
  if (place!['side'] === null) return code
  const sql = `update data.${place!['side'] as string} set ${label.toLowerCase()} = $2 where id = $1`
  const plain = await undone<number>(person, async (tx) => (await tx.unsafe(sql, [row.id, value])).count)
  const may = rights.reaches(roles, 'update', row) && sees(roles, label) && accessOf(roles, label) === 'write'
  expect({ roles, label, row, plain }).toEqual({
    roles,
    label,
    row,
    plain: may && rights.seesTable(roles) ? 1 : 0,
  })
  return code
}

test(`hidden fields are read and written as the model says (seed ${seed})`, async () => {
  const met = new Set<string>()
  for (let round = 0; round < 5; round++) {
    await rights.shuffle()
    await shuffleFields()
    for (const { person, roles } of rights.people) {
      await readsAlike(person, roles)
      for (let n = 0; n < 6; n++) met.add(await writesAlike(person, roles))
    }
  }
  expect([...met].toSorted()).toEqual([
    'field_read_only',
    'invalid_input',
    'not_found',
    'ok',
    'read_only',
    'rule_refused',
  ])
})
