/** Random roles, grants and rules: the fast paths and the policies answer alike, and both as a plain model says. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildWorld,
  fieldOf,
  type Harness,
  type Json,
  type Person,
  type Refusal,
  startHarness,
  type TestTable,
  type World,
} from './harness.ts'

const actions = ['read', 'create', 'update', 'delete'] as const
type Action = (typeof actions)[number]

interface Row {
  id: string
  region: string | null
  budget: number | null
  open: boolean | null
}

/** A rule as the database knows it, and as the model does. */
interface Rule {
  tree: Json
  holds: (row: Row) => boolean
}

interface Model {
  person: Person
  /** Names of the roles that this person holds. */
  roles: string[]
}

/** Numbers that come again with the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const seed = Number(process.env['PLINTH_TEST_SEED'] ?? 20261101)
const random = randomFrom(seed)
const upTo = (n: number) => Math.floor(random() * n)
const oneOf = <T>(list: readonly T[]): T => list[upTo(list.length)]!

let h: Harness
let world: World
let table: TestTable
const rows: Row[] = []
const roleIds = new Map<string, string>()
const people: Model[] = []
const grants = new Map<string, { scope: string; rule: Rule | null }>()

const regions = ['eu', 'us', 'asia']
const field = (name: string) => table.fields.find((one) => one.name === name)!.id

beforeAll(async () => {
  h = await startHarness()
  world = await buildWorld(h)
  const options = regions.map((id) => ({ id, label: id, hue: 'blue' }))
  const fields = [
    fieldOf('Region', 'single_select', { options }),
    fieldOf('Budget', 'integer'),
    fieldOf('Open', 'checkbox'),
  ]
  const definition = { id: uuidV7(), name: 'Random', fields }
  table = await h.rpc(world.creator, 'create_table', { base: world.base, definition })
  for (let n = 0; n < 250; n++) {
    const row = {
      id: uuidV7(),
      region: oneOf([...regions, null]),
      budget: oneOf([null, upTo(20), upTo(20)]),
      open: oneOf([true, false, null]),
    }
    rows.push(row)
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (id, region, budget, open) values ($1, $2, $3, $4)`,
      [row.id, row.region, row.budget, row.open],
    )
  }
  await makePeople()
})
afterAll(() => h.db.stop())

async function makePeople(): Promise<void> {
  for (const name of ['One', 'Two', 'Three']) {
    const role = uuidV7()
    await h.rpc(world.creator, 'save_role', { base: world.base, role, changes: { name } })
    roleIds.set(name, role)
  }
  const list = await h.rpc<{ id: string; name: string }[]>(world.creator, 'base_roles', { base: world.base })
  for (const { id, name } of list) roleIds.set(name, id)
  const held = [
    ['One'],
    ['One', 'Two'],
    ['editor'],
    ['editor', 'Three'],
    ['viewer', 'Two'],
    ['commenter', 'One', 'Three'],
  ]
  for (const roles of held) {
    const person = await h.person(roles.join('-'))
    const builtIn = roles.find((name) => name === name.toLowerCase()) ?? null
    const [custom = null, ...more] = roles.filter((name) => name !== builtIn)
    const { token } = await h.rpc<{ token: string }>(world.owner, 'create_invitation', {
      workspace: world.workspace,
      role: 'guest',
      base: world.base,
      base_role: builtIn,
      custom_role: custom && roleIds.get(custom)!,
      email: null,
    })
    await h.rpc(person, 'accept_invitation', { token })
    for (const name of more) {
      await h.rpc(world.creator, 'set_role_member', {
        role: roleIds.get(name)!,
        member: person.id,
        holds: true,
      })
    }
    people.push({ person, roles })
  }
  people.push({ person: world.creator, roles: ['creator'] })
}

const call = (name: string, ...args: Json[]): Json => ({ call: name, args })

function randomRule(depth = 0): Rule {
  const kind = upTo(depth < 2 ? 6 : 4)
  if (kind === 0) {
    const id = oneOf(regions)
    const option = { option: id, field: field('Region') }
    return { tree: call('=', { field: field('Region') }, option), holds: (row) => row.region === id }
  }
  if (kind === 1) {
    const limit = upTo(20)
    return {
      tree: call('>', { field: field('Budget') }, { number: limit }),
      holds: (row) => row.budget !== null && row.budget > limit,
    }
  }
  if (kind === 2) return { tree: { field: field('Open') }, holds: (row) => row.open === true }
  if (kind === 3) {
    return { tree: call('is_empty', { field: field('Budget') }), holds: (row) => row.budget === null }
  }
  const left = randomRule(depth + 1)
  if (kind === 4) return { tree: call('not', left.tree), holds: (row) => !left.holds(row) }
  const right = randomRule(depth + 1)
  const isAnd = random() < 0.5
  return {
    tree: call(isAnd ? 'and' : 'or', left.tree, right.tree),
    holds: (row) => (isAnd ? left.holds(row) && right.holds(row) : left.holds(row) || right.holds(row)),
  }
}

/** Changes the grants of some roles at random. */
async function shuffleGrants(): Promise<void> {
  for (const [name, role] of roleIds) {
    for (const action of actions) {
      if (random() < 0.5) continue
      const scope = oneOf([null, 'none', 'all', 'rules', 'rules'])
      const rule = scope === 'rules' ? randomRule() : null
      const args = { role, table: table.id, action, scope, rule: rule?.tree ?? null }
      await h.rpc(world.creator, 'set_grant', args)
      if (scope === null) grants.delete(`${name} ${action}`)
      else grants.set(`${name} ${action}`, { scope, rule })
    }
  }
}

/** What the model says: does one of the roles reach the row? */
function reaches(roles: readonly string[], action: Action, row: Row): boolean {
  const byRole = (name: string): boolean => {
    const grant = grants.get(`${name} ${action}`)
    if (name === 'creator') return true
    if (grant) return grant.scope === 'all' || (grant.rule?.holds(row) ?? false)
    return name === 'editor' || (action === 'read' && ['viewer', 'commenter'].includes(name))
  }
  return roles.some(byRole) && (action === 'read' || reaches(roles, 'read', row))
}

/** Is there anything at all that these roles may read? Else the table is not there. */
function seesTable(roles: readonly string[]): boolean {
  return roles.some((name) => {
    const grant = grants.get(`${name} read`)
    return (
      name === 'creator' ||
      (grant ? grant.scope !== 'none' : ['editor', 'viewer', 'commenter'].includes(name))
    )
  })
}

async function pages(person: Person, sorts: Json): Promise<string[]> {
  const ids: string[] = []
  let anchor: Json = null
  for (;;) {
    const window: { rows: [string][]; lastKey: Json; atEnd: boolean } = await h.rpc(person, 'rows_window', {
      query: { table: table.id, sorts },
      anchor,
      direction: 'forward',
      skip: 0,
      take: 61,
    })
    ids.push(...window.rows.map(([id]) => id))
    if (window.atEnd) return ids
    anchor = window.lastKey
  }
}

async function rolledBack(person: Person, sql: string): Promise<number> {
  const done = new Error('roll back')
  let count = -1
  await h
    .as(person, async (tx) => {
      count = (await tx.unsafe(sql)).count
      throw done
    })
    .catch((error: unknown) => {
      if (error !== done) throw error
    })
  return count
}

const sorted = (direction: string): Json => [{ field: field('Budget'), direction }]

/** What a person is given on each path. */
async function observe(person: Person) {
  const query = { table: table.id, sorts: [] }
  const select = async (order: string) =>
    (await h.as(person, (tx) => tx.unsafe(`select id from data.${table.relation} order by ${order}`))).map(
      (row) => row['id'] as string,
    )
  const plain = {
    natural: await select('id'),
    rising: await select('budget asc nulls last, id asc'),
    falling: await select('budget desc nulls last, id desc'),
    updated: await rolledBack(person, `update data.${table.relation} set budget = budget where true`),
    deleted: await rolledBack(person, `delete from data.${table.relation} where true`),
  }
  const stats = h.rpc<{ total: number }>(person, 'view_stats', { query, exact: false })
  const total = await stats.then(
    (answer) => answer.total,
    (error: unknown) => (error as Refusal).code,
  )
  if (total === 'not_found') return { plain, fast: 'not_found' }
  const { anchors } = await h.rpc<{ anchors: Json }>(person, 'view_anchors', { query, step: 100 })
  const fast = {
    natural: await pages(person, []),
    rising: await pages(person, sorted('asc')),
    falling: await pages(person, sorted('desc')),
    total,
    anchors,
  }
  return { plain, fast }
}

/** What the model gives them. Its order by budget: empty ones last, then by id in the direction of the sort. */
function foresee(roles: readonly string[]): Awaited<ReturnType<typeof observe>> {
  const reached = (action: Action) => rows.filter((row) => reaches(roles, action, row))
  const ordered = (sign: 1 | -1) =>
    reached('read')
      .toSorted((a, b) => {
        const byBudget = a.budget !== null && b.budget !== null ? sign * (a.budget - b.budget) : 0
        const byGap = Number(a.budget === null) - Number(b.budget === null)
        return byGap || byBudget || sign * (a.id < b.id ? -1 : 1)
      })
      .map(({ id }) => id)
  const lists = {
    natural: reached('read')
      .map(({ id }) => id)
      .toSorted(),
    rising: ordered(1),
    falling: ordered(-1),
  }
  const plain = { ...lists, updated: reached('update').length, deleted: reached('delete').length }
  if (!seesTable(roles)) return { plain, fast: 'not_found' }
  const anchors = lists.natural.flatMap((id, n) => (n % 100 === 0 ? [[n, [id]]] : []))
  return { plain, fast: { ...lists, total: lists.natural.length, anchors } }
}

test(`fast paths, policies and the model agree (seed ${seed})`, async () => {
  for (let round = 0; round < 8; round++) {
    await shuffleGrants()
    for (const { person, roles } of people) {
      expect({ round, roles, ...(await observe(person)) }).toEqual({ round, roles, ...foresee(roles) })
    }
  }
})
