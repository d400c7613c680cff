/** Random grants, rules, locks and rights on fields: every write is let through or refused as a plain model says. */
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
  type Rule,
  randomFrom,
  randomRule,
  randomValues,
  regions,
} from './random-rights.ts'

const seed = Number(process.env['PLINTH_TEST_SEED'] ?? 20261102)
const by = randomFrom(seed)
const columns = ['region', 'budget', 'open'] as const
type Column = (typeof columns)[number]

let h: Harness
let world: World
let table: TestTable
let rights: RandomRights
const rows: Row[] = []
const fieldGrants = new Map<string, 'read' | 'write'>()
const locks: { rule: Rule; creators: boolean; roles: string[] }[] = []

const field = (name: string) => table.fields.find((one) => one.name.toLowerCase() === name.toLowerCase())!.id

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const options = regions.map((id) => ({ id, label: id, hue: 'blue' }))
  const fields = [
    fieldOf('Region', 'single_select', { options }),
    fieldOf('Budget', 'integer'),
    fieldOf('Open', 'checkbox'),
  ]
  const definition = { id: uuidV7(), name: 'Random', fields }
  table = await h.rpc(world.creator, 'create_table', { base: world.base, definition })
  for (let n = 0; n < 60; n++) {
    const row = { id: uuidV7() as string, ...randomValues(by) }
    rows.push(row)
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (id, region, budget, open) values ($1, $2, $3, $4)`,
      [row.id, row.region, row.budget, row.open],
    )
  }
  rights = await makeRights(h, world, table, by)
})
afterAll(() => h.db.stop())

async function shuffleFields(): Promise<void> {
  for (const [name, role] of rights.roleIds) {
    for (const column of ['budget', 'open']) {
      if (by.random() < 0.4) continue
      const access = by.oneOf([null, 'read', 'read', 'write'] as const)
      await h.rpc(world.creator, 'set_field_grant', { role, field: field(column), access })
      if (access) fieldGrants.set(`${name} ${column}`, access)
      else fieldGrants.delete(`${name} ${column}`)
    }
  }
}

async function shuffleLocks(): Promise<void> {
  await h.db.sql`delete from plinth.record_lock where table_id = ${table.id}`
  locks.length = 0
  for (let n = by.upTo(3); n > 0; n--) {
    const rule = randomRule(by, field)
    const roles = [...rights.roleIds.keys()].filter(() => by.random() < 0.3)
    const creators = by.random() < 0.5
    locks.push({ rule, creators, roles })
    const definition = {
      name: `Lock ${n}`,
      rule: rule.tree,
      creators,
      roles: roles.map((name) => rights.roleIds.get(name)!),
    }
    await h.rpc(world.creator, 'save_record_lock', { table: table.id, lock: uuidV7(), definition })
  }
}

function scopeOf(roles: readonly string[], action: Action): string {
  const scopes = roles.map((name) => rights.scopeOf(name, action))
  if (roles.every((name) => rights.scopeOf(name, 'read') === 'none')) return 'none'
  return ['all', 'rules'].find((scope) => scopes.includes(scope)) ?? 'none'
}

const isLocked = (roles: readonly string[], row: Row): boolean =>
  locks.some(
    (lock) =>
      lock.rule.holds(row) &&
      !(lock.creators && roles.includes('creator')) &&
      !roles.some((name) => lock.roles.includes(name)),
  )

function mayWrite(roles: readonly string[], column: Column): boolean {
  const isGuarded = [...fieldGrants].some(([key, access]) => key.endsWith(` ${column}`) && access !== 'write')
  if (!isGuarded || roles.includes('creator')) return true
  return roles.some((name) => {
    const usual = (['create', 'update'] as const).some((action) => rights.scopeOf(name, action) !== 'none')
    return (fieldGrants.get(`${name} ${column}`) ?? (usual ? 'write' : 'read')) === 'write'
  })
}

/** What the model says of an attempt: `ok`, or the code of the refusal. */
function foresee(
  roles: readonly string[],
  action: 'create' | 'update' | 'delete',
  was: Row,
  is: Row,
): string {
  if (!rights.seesTable(roles)) return 'not_found'
  if (scopeOf(roles, action) === 'none') return 'read_only'
  if (action !== 'create') {
    const isSeen = rights.reaches(roles, 'read', was)
    if (isSeen && isLocked(roles, was)) return 'record_locked'
    if (!rights.reaches(roles, action, was)) return isSeen ? 'rule_refused' : 'not_found'
    if (action === 'delete') return 'ok'
  }
  const changed = columns.filter((column) => was[column] !== is[column])
  // Policies are asked as a record is written, rights on fields behind the statement.
  if (action === 'create' && !rights.reaches(roles, action, is)) return 'rule_refused'
  if (changed.length > 0 && !rights.reaches(roles, action, is)) return 'rule_left'
  return changed.some((column) => !mayWrite(roles, column)) ? 'field_read_only' : 'ok'
}

async function rolledBack<T>(person: Person, work: Parameters<Harness['as']>[1]): Promise<T | string> {
  const done = new Error('roll back')
  let answer: unknown
  try {
    await h.as(person, async (tx) => {
      answer = await work(tx)
      throw done
    })
  } catch (error) {
    if (error instanceof Refusal) return error.state === '42501' ? '42501' : error.code
    if (error !== done) throw error
  }
  return answer as T
}

async function byCall(person: Person, kind: string, was: Row, is: Row): Promise<string> {
  const changed = columns.filter((column) => was[column] !== is[column])
  const values = (row: Row) =>
    Object.fromEntries(changed.map((column) => [field(column), row[column] as Json]))
  const mutation = {
    id: uuidV7(),
    kind,
    table: table.id,
    record: is.id,
    values: kind === 'delete' ? {} : values(is),
    base: values(was),
  }
  const answer = await rolledBack<[{ status: string; error?: { code: string } }]>(person, (tx) =>
    h.rpcIn(tx, 'apply_mutations', { batch: { atomic: false, mutations: [mutation] } }),
  )
  if (typeof answer === 'string') return answer
  return answer[0].error?.code ?? answer[0].status
}

/** The same by the table's own route: a count of records, or a refusal. */
function bySql(person: Person, kind: string, was: Row, is: Row): Promise<number | string> {
  return rolledBack<number>(person, async (tx) => {
    const relation = `data.${table.relation}`
    if (kind === 'delete') return (await tx.unsafe(`delete from ${relation} where id = $1`, [was.id])).count
    const values = [is.id, is.region, is.budget, is.open]
    if (kind === 'insert') {
      const sql = `insert into ${relation} (id, region, budget, open) values ($1, $2, $3, $4)`
      return (await tx.unsafe(sql, values)).count
    }
    const sql = `update ${relation} set region = $2, budget = $3, open = $4 where id = $1`
    return (await tx.unsafe(sql, values)).count
  })
}

/** An answer of the model as the table's own route gives it. */
const plainly = (kind: string, code: string): number | string => {
  if (code === 'ok') return 1
  if (code === 'field_read_only') return code
  return kind === 'insert' || code === 'rule_left' ? '42501' : 0
}

/** Three attempts on a record taken at random: to change a field, to delete it, to make another. */
function attempts() {
  const row = by.oneOf(rows)
  const column = by.oneOf(columns)
  const empty: Row = { id: uuidV7(), region: null, budget: null, open: null }
  return [
    ['update', 'update', row, { ...row, [column]: randomValues(by)[column] }],
    ['delete', 'delete', row, row],
    ['insert', 'create', empty, { ...randomValues(by), id: empty.id }],
  ] as const
}

test(`writes by calls and by the table's route are as the model says (seed ${seed})`, async () => {
  const met = new Set<string>()
  for (let round = 0; round < 6; round++) {
    await rights.shuffle()
    await shuffleFields()
    await shuffleLocks()
    const tries = rights.people.flatMap(({ person, roles }) =>
      [1, 2, 3, 4].flatMap(() => attempts().map((attempt) => ({ person, roles, attempt }))),
    )
    for (const { person, roles, attempt } of tries) {
      const [kind, action, was, is] = attempt
      const foreseen = foresee(roles, action, was, is)
      met.add(foreseen)
      const place = { round, roles, kind, was, is }
      expect({ ...place, code: await byCall(person, kind, was, is) }).toEqual({ ...place, code: foreseen })
      // Without a change the call writes nothing, while the route does.
      if (kind === 'update' && columns.every((column) => was[column] === is[column])) continue
      const plain = await bySql(person, kind, was, is)
      expect({ ...place, plain }).toEqual({ ...place, plain: plainly(kind, foreseen) })
    }
  }
  expect([...met].toSorted()).toEqual(
    [
      'field_read_only',
      'not_found',
      'ok',
      'read_only',
      'record_locked',
      'rule_left',
      'rule_refused',
    ].toSorted(),
  )
})
