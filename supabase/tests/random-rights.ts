/** Roles, grants and rules over a small table, made at random, and what they mean in a plain model. */
import { uuidV7 } from '@plinth/domain'
import type { Harness, Json, Person, TestTable, World } from './harness.ts'

export interface Row {
  id: string
  region: string | null
  budget: number | null
  open: boolean | null
}

/** A rule as the database knows it, and as the model does. */
export interface Rule {
  tree: Json
  holds: (row: Row) => boolean
}

export const regions = ['eu', 'us', 'asia']

/** Numbers that come again with the same seed (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const upTo = (n: number) => Math.floor(random() * n)
  const oneOf = <T>(list: readonly T[]): T => list[upTo(list.length)]!
  return { random, upTo, oneOf }
}
export type Randomness = ReturnType<typeof randomFrom>

export const randomValues = ({ upTo, oneOf }: Randomness): Omit<Row, 'id'> => ({
  region: oneOf([...regions, null]),
  budget: oneOf([null, upTo(20), upTo(20)]),
  open: oneOf([true, false, null]),
})

const call = (name: string, ...args: Json[]): Json => ({ call: name, args })

/** A rule over the fields Region, Budget and Open; `field` answers their ids. */
export function randomRule(by: Randomness, field: (name: string) => string, depth = 0): Rule {
  const { random, upTo, oneOf } = by
  const kind = upTo(depth < 2 ? 9 : 7)
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
  if (kind === 4) {
    const some = regions.filter(() => random() < 0.5)
    const list = { list: some.map((option) => ({ option, field: field('Region') })) }
    const holds = (row: Row) => row.region !== null && some.includes(row.region)
    return random() < 0.5
      ? { tree: call('in', { field: field('Region') }, list), holds }
      : { tree: call('has', list, { field: field('Region') }), holds }
  }
  if (kind === 5) {
    const number = oneOf([upTo(20), upTo(20), 7.5])
    return {
      tree: call('=', { number }, { field: field('Budget') }),
      holds: (row) => row.budget === number,
    }
  }
  if (kind === 6) {
    const numbers = [upTo(20), oneOf([upTo(20), 0.5])]
    return {
      tree: call('in', { field: field('Budget') }, { list: numbers.map((number) => ({ number })) }),
      holds: (row) => row.budget !== null && numbers.includes(row.budget),
    }
  }
  const left = randomRule(by, field, depth + 1)
  if (kind === 7) return { tree: call('not', left.tree), holds: (row) => !left.holds(row) }
  const right = randomRule(by, field, depth + 1)
  const isAnd = random() < 0.5
  return {
    tree: call(isAnd ? 'and' : 'or', left.tree, right.tree),
    holds: (row) => (isAnd ? left.holds(row) && right.holds(row) : left.holds(row) || right.holds(row)),
  }
}

const actions = ['read', 'create', 'update', 'delete'] as const
export type Action = (typeof actions)[number]

interface Model {
  person: Person
  /** Names of the roles that this person holds. */
  roles: string[]
}

/** What roles are granted in one table. */
export interface RandomRights {
  readonly roleIds: ReadonlyMap<string, string>
  readonly people: readonly Model[]
  /** Changes the grants of some roles at random. */
  shuffle(): Promise<void>
  /** What is in force for a role: its grant, or what its kind says. */
  scopeOf(role: string, action: Action): string
  /** Does one of the roles reach the row? */
  reaches(roles: readonly string[], action: Action, row: Row): boolean
  /** Is there anything at all that these roles may read? Else the table is not there. */
  seesTable(roles: readonly string[]): boolean
}

/** People with custom and built-in roles in every mixture. */
async function makePeople(h: Harness, world: World) {
  const roleIds = new Map<string, string>()
  const people: Model[] = []
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
  return { roleIds, people }
}

export async function makeRights(
  h: Harness,
  world: World,
  table: TestTable,
  by: Randomness,
): Promise<RandomRights> {
  const { roleIds, people } = await makePeople(h, world)
  const grants = new Map<string, { scope: string; rule: Rule | null }>()
  const field = (name: string) => table.fields.find((one) => one.name === name)!.id
  const scopeOf = (name: string, action: Action): string => {
    const usual = name === 'editor' || (action === 'read' && ['viewer', 'commenter'].includes(name))
    return name === 'creator' ? 'all' : (grants.get(`${name} ${action}`)?.scope ?? (usual ? 'all' : 'none'))
  }
  const reaches = (roles: readonly string[], action: Action, row: Row): boolean =>
    roles.some((name) => {
      const scope = scopeOf(name, action)
      return scope === 'all' || (scope === 'rules' && grants.get(`${name} ${action}`)!.rule!.holds(row))
    }) &&
    (action === 'read' || reaches(roles, 'read', row))
  return {
    roleIds,
    people,
    scopeOf,
    reaches,
    seesTable: (roles) => roles.some((name) => scopeOf(name, 'read') !== 'none'),
    async shuffle() {
      for (const [name, role] of roleIds) {
        for (const action of actions) {
          if (by.random() < 0.5) continue
          const scope = by.oneOf([null, 'none', 'all', 'rules', 'rules'])
          const rule = scope === 'rules' ? randomRule(by, field) : null
          const args = { role, table: table.id, action, scope, rule: rule?.tree ?? null }
          await h.rpc(world.creator, 'set_grant', args)
          if (scope === null) grants.delete(`${name} ${action}`)
          else grants.set(`${name} ${action}`, { scope, rule })
        }
      }
    },
  }
}
