/** The tables of the exposed schema: which workspaces, bases, tables, fields, people, roles and files are there for whom. */
import { readsComment } from '../comments.ts'
import { filesOf } from '../files.ts'
import { attachmentField, basesOf, type Person, type TableModel, tablesOf, type World } from '../model.ts'
import {
  colleaguesOf,
  fellowsOf,
  inBase,
  isCreator,
  reached,
  sees,
  seesField,
  shownBases,
} from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { isOk } from '../wire.ts'
import type { Surface } from './surface.ts'

export const metadata: Surface = {
  name: 'routes of metadata',
  async probe(prober) {
    for (const [name, listing] of prober.random.some(Object.entries(listings), 4)) {
      await list(prober, name, listing)
    }
    await closedPlaces(prober)
    await embedded(prober)
  },
}

interface Listing {
  /** Columns that name a row. */
  readonly key: readonly string[]
  readonly all: (world: World) => string[]
  readonly shown: (world: World, person: Person) => string[]
}

const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)
const rolesOf = (world: World, person?: Person) =>
  (person === undefined ? basesOf(world) : shownBases(world, person)).flatMap(({ roles }) => roles)
const seesFiles = (table: TableModel, person: Person) => {
  const field = attachmentField(table)
  return field !== undefined && seesField(table, field, person)
}
const shapedTables = (world: World, person: Person) =>
  tablesOf(world).filter((table) => isCreator(table.base, person) && !table.isDeleted)
const seenTables = (world: World, person: Person) => tablesOf(world).filter((table) => sees(table, person))

/** Rows of the model by table. Keys are the values of the key columns, joined. */
const listings: Readonly<Record<string, Listing>> = {
  workspace: {
    key: ['id'],
    all: ({ workspaces }) => ids(workspaces),
    shown: ({ workspaces }, person) =>
      ids(workspaces.filter(({ members }) => person !== null && members.has(person))),
  },
  workspace_member: {
    key: ['workspace_id', 'user_id'],
    all: ({ workspaces }) =>
      workspaces.flatMap(({ id, members }) => [...members.keys()].map((user) => `${id} ${user}`)),
    shown: ({ workspaces }, person) =>
      workspaces.flatMap((one) => [...fellowsOf(one, person)].map((user) => `${one.id} ${user}`)),
  },
  base: {
    key: ['id'],
    all: (world) => ids(basesOf(world)),
    shown: (world, person) => ids(shownBases(world, person)),
  },
  base_member: {
    key: ['base_id', 'user_id'],
    all: (world) => basesOf(world).flatMap(peopleOf),
    shown: (world, person) => shownBases(world, person).flatMap(peopleOf),
  },
  table: {
    key: ['id'],
    all: (world) => ids(tablesOf(world)),
    shown: (world, person) => ids(seenTables(world, person)),
  },
  field: {
    key: ['id'],
    all: (world) => tablesOf(world).flatMap(({ fields }) => ids(fields)),
    shown: (world, person) =>
      tablesOf(world).flatMap((table) =>
        ids(table.fields.filter((field) => seesField(table, field, person))),
      ),
  },
  role: {
    key: ['id'],
    all: (world) => ids(rolesOf(world)),
    shown: (world, person) => ids(rolesOf(world, person)),
  },
  role_member: {
    key: ['role_id', 'user_id'],
    all: (world) => rolesOf(world).flatMap(holdersOf),
    shown: (world, person) => rolesOf(world, person).flatMap(holdersOf),
  },
  role_grant: {
    key: ['role_id', 'table_id', 'action'],
    all: (world) => rolesOf(world).flatMap(grantsOf),
    shown: (world, person) =>
      basesOf(world)
        .filter((base) => isCreator(base, person))
        .flatMap(({ roles }) => roles.flatMap(grantsOf)),
  },
  field_grant: {
    key: ['role_id', 'field_id'],
    all: (world) => rolesOf(world).flatMap(fieldGrantsOf),
    shown: (world, person) =>
      basesOf(world)
        .filter((base) => isCreator(base, person))
        .flatMap(({ roles }) => roles.flatMap(fieldGrantsOf)),
  },
  record_lock: {
    key: ['id'],
    all: (world) => tablesOf(world).flatMap(({ locks }) => ids(locks)),
    shown: (world, person) => shapedTables(world, person).flatMap(({ locks }) => ids(locks)),
  },
  view: {
    key: ['id'],
    all: (world) => tablesOf(world).flatMap(({ view }) => (view ? [view.id] : [])),
    shown: (world, person) => shapedTables(world, person).flatMap(({ view }) => (view ? [view.id] : [])),
  },
  record_layout: {
    key: ['table_id'],
    all: (world) => ids(tablesOf(world).filter(({ isLaidOut }) => isLaidOut)),
    shown: (world, person) => ids(shapedTables(world, person).filter(({ isLaidOut }) => isLaidOut)),
  },
  comment: {
    key: ['id'],
    all: (world) => tablesOf(world).flatMap(({ comments }) => ids(comments)),
    shown: (world, person) =>
      tablesOf(world).flatMap((table) =>
        ids(table.comments.filter((one) => readsComment(table, person, one))),
      ),
  },
  table_rule: {
    key: ['id'],
    all: (world) => tablesOf(world).flatMap(({ rules }) => ids(rules)),
    shown: (world, person) => shapedTables(world, person).flatMap(({ rules }) => ids(rules)),
  },
  transition: {
    key: ['id'],
    all: (world) =>
      tablesOf(world).flatMap(({ fields }) => fields.flatMap(({ transitions }) => ids(transitions))),
    shown: (world, person) =>
      shapedTables(world, person).flatMap(({ fields }) =>
        fields.flatMap(({ transitions }) => ids(transitions)),
      ),
  },
  attachment: {
    key: ['id'],
    all: (world) =>
      tablesOf(world).flatMap((table) =>
        [...table.records.values()].flatMap((one) => ids(filesOf(table, one))),
      ),
    shown: (world, person) =>
      tablesOf(world).flatMap((table) =>
        reached(table, person, 'read').flatMap((one) =>
          seesFiles(table, person) ? ids(filesOf(table, one)) : [],
        ),
      ),
  },
  profile: {
    key: ['id'],
    all: ({ workspaces }) => [...new Set(workspaces.flatMap(({ members }) => [...members.keys()]))],
    shown: (world, person) => [...colleaguesOf(world, person)],
  },
}

function peopleOf(base: ReturnType<typeof basesOf>[number]): string[] {
  return [...base.workspace.members.keys()]
    .filter((user) => inBase(base, user))
    .map((user) => `${base.id} ${user}`)
}

const holdersOf = ({ id, holders }: ReturnType<typeof rolesOf>[number]) =>
  [...holders].map((user) => `${id} ${user}`)
const grantsOf = ({ id, grants }: ReturnType<typeof rolesOf>[number]) =>
  [...grants.keys()].map((key) => `${id} ${key}`)

const fieldGrantsOf = ({ id, fieldGrants }: ReturnType<typeof rolesOf>[number]) =>
  [...fieldGrants.keys()].map((field) => `${id} ${field}`)

const plinth = { 'accept-profile': 'plinth' }

async function list(prober: Prober, name: string, { key, all, shown }: Listing) {
  const path = `/rest/v1/${name}?select=${prober.random.oneOf(['*', key.join(',')])}`
  const answer = await prober.send({ path, headers: plinth })
  const place = { action: `rows of plinth.${name}` }
  if (!prober.judgeAnswer(place, prober.identity.reachesRoutes ? null : 'any', answer)) return
  const rows = (answer.data as Record<string, unknown>[]).map((row) =>
    key.map((column) => row[column]).join(' '),
  )
  // What was removed with its record waits elsewhere; more than the model knows of is judged by its text.
  const expected = shown(prober.world, prober.person)
  prober.judgeIds(place, { all: all(prober.world), expected, got: rows })
}

/** Embedding follows the rights of every table that it passes. */
async function embedded(prober: Prober) {
  const { world, person } = prober
  const path =
    '/rest/v1/base?select=id,table(id,field(id)),role(id,role_grant(rule)),attachment(id),base_member(profile:user_id)'
  const answer = await prober.send({ path, headers: plinth })
  if (!isOk(answer)) return
  const bases = answer.data as { id: string; table: { id: string }[]; role: { role_grant: unknown[] }[] }[]
  const place = { action: 'tables of bases, embedded' }
  const got = bases.flatMap(({ table }) => ids(table))
  prober.judgeIds(place, { all: ids(tablesOf(world)), expected: ids(seenTables(world, person)), got })
  for (const { id, role } of bases) {
    const base = basesOf(world).find((one) => one.id === id)
    const rules = role.flatMap(({ role_grant }) => role_grant)
    if (rules.length === 0 || (base && isCreator(base, person))) prober.right()
    else prober.leak({ action: 'rules of roles, embedded' }, 'none', rules)
  }
}

/** What no request may name: other schemas, tables of bookkeeping, the list of everything. */
async function closedPlaces(prober: Prober) {
  const schema = prober.random.oneOf(['plinth_private', 'auth', 'storage', 'realtime', 'pg_catalog'])
  const name = prober.random.oneOf([
    'change_log',
    'invitation',
    'users',
    'objects',
    'messages',
    'pg_class',
    'mutation',
  ])
  const answer = await prober.send({
    path: `/rest/v1/${name}?select=*`,
    headers: { 'accept-profile': schema },
  })
  prober.judgeAnswer({ action: `rows of ${schema}.${name}` }, 'any', answer)
  // What it says is searched: it lists no table.
  await prober.send({ path: '/rest/v1/', headers: { 'accept-profile': 'data' } })
}
