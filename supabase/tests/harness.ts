/**
 * What the SQL tests share: a throw-away database, people with accounts, and calls made exactly as REST makes them
 * (role `authenticator`, then the caller's role and claims in the transaction).
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type FieldTypeName, uuidV7 } from '@plinth/domain'
import {
  cloneTestDatabase,
  sharedCluster,
  startTestDatabase,
  type TestCluster,
  type TestDatabase,
} from '@plinth/embedded/testing/database'
import type postgres from 'postgres'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A refusal as REST would pass it on. */
export class Refusal extends Error {
  readonly code: string
  readonly state: string
  readonly details: string
  constructor(code: string, state: string, details: string) {
    super(code)
    this.code = code
    this.state = state
    this.details = details
  }
}

export interface Person {
  readonly id: string
  readonly email: string
  /** Claims beside sub and role. */
  readonly claims?: Readonly<Record<string, Json>>
}

export class Harness {
  readonly db: TestDatabase
  private types: Map<string, { names: string[]; types: string[] }> | null = null

  constructor(db: TestDatabase) {
    this.db = db
  }

  /** An account with a confirmed e-mail address; no profile yet. */
  async person(name: string, claims?: Record<string, Json>): Promise<Person> {
    const id = randomUUID()
    const email = `${name}-${id.slice(0, 6)}@example.org`
    await this.db.admin`
      insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data, aud, role)
      values (${id}, ${email}, now(), ${this.db.admin.json({ name })}, 'authenticated', 'authenticated')`
    return claims ? { id, email, claims } : { id, email }
  }

  /** Runs `work` in one transaction as this person; null: as anonymous role `anon`. */
  async as<T>(person: Person | null, work: (tx: postgres.TransactionSql) => Promise<T>): Promise<T> {
    const role = person ? 'authenticated' : 'anon'
    const claims = JSON.stringify(
      person ? { sub: person.id, role, email: person.email, ...person.claims } : { role },
    )
    try {
      return (await this.db.authenticator.begin(async (tx) => {
        await tx`select set_config('role', ${role}, true), set_config('request.jwt.claims', ${claims}, true)`
        return work(tx)
      })) as T
    } catch (error) {
      throw asRefusal(error)
    }
  }

  /** Calls `plinth.<name>` with named arguments. */
  async rpc<T = never>(person: Person | null, name: string, args: Record<string, unknown> = {}): Promise<T> {
    const signature = await this.signature(name)
    return this.as(person, (tx) => this.rpcIn<T>(tx, name, args, signature))
  }

  /** The same inside a transaction that is open already. */
  async rpcIn<T>(
    tx: postgres.TransactionSql,
    name: string,
    args: Record<string, unknown>,
    signature?: { names: string[]; types: string[] },
  ): Promise<T> {
    const known = signature ?? (await this.signature(name))
    const parts = Object.keys(args).map((key, n) => {
      const type = known.types[known.names.indexOf(key)]
      if (!type) throw new Error(`${name} has no argument ${key}`)
      return `"${key}" => $${n + 1}::text::${type}`
    })
    const values = Object.keys(args).map((key) => {
      const value = args[key]
      const type = known.types[known.names.indexOf(key)]
      if (value === null || value === undefined) return null
      if (type === 'jsonb') return JSON.stringify(value)
      if (Array.isArray(value)) return `{${value.join(',')}}`
      return String(value)
    })
    const rows = await tx.unsafe(`select plinth.${name}(${parts.join(', ')}) as answer`, values)
    return rows[0]?.['answer'] as T
  }

  private async signature(name: string): Promise<{ names: string[]; types: string[] }> {
    if (!this.types) {
      const rows = await this.db.sql<{ proname: string; names: string[] | null; types: string[] }[]>`
        select p.proname, p.proargnames as names,
               array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as u (t, n) order by n) as types
        from pg_proc p where p.pronamespace = 'plinth'::regnamespace`
      this.types = new Map(rows.map((row) => [row.proname, { names: row.names ?? [], types: row.types }]))
    }
    const found = this.types.get(name)
    if (!found) throw new Error(`no function plinth.${name}`)
    return found
  }
}

function asRefusal(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && 'severity' in error) {
    const detail = 'detail' in error ? String(error.detail ?? '') : ''
    return new Refusal(error.message, String(error.code), detail)
  }
  return error
}

/**
 * `PLINTH_TEST_BIN` names the program folder of another Postgres, for example of version 15. To see whether a test finds what is
 * broken (`npm run mutants`), `PLINTH_TEST_CLUSTER` names a running cluster whose database is copied, `PLINTH_TEST_MUTATION` a file
 * of SQL that breaks something in it.
 */
export async function startHarness(options: Parameters<typeof startTestDatabase>[0] = {}): Promise<Harness> {
  const cluster = process.env['PLINTH_TEST_CLUSTER']
  const mutation = process.env['PLINTH_TEST_MUTATION']
  // A script that runs by itself ends only when its database does.
  const hasOwn = Object.keys(options).length > 0 || (!cluster && !process.env['VITEST'])
  const db = hasOwn
    ? await startTestDatabase(options)
    : await cloneTestDatabase(cluster ? JSON.parse(cluster) : undefined)
  if (mutation) await db.admin.unsafe(await readFile(mutation, 'utf8')).simple()
  return new Harness(db)
}

let furnished: Promise<{ cluster: TestCluster; world: World }> | undefined

/** A database with a world in it: a copy of one that was furnished once, but where what is broken has to show in the furnishing. */
export async function startWorld(): Promise<{ h: Harness; world: World }> {
  if (process.env['PLINTH_TEST_CLUSTER']) {
    const h = await startHarness()
    return { h, world: await buildWorld(h) }
  }
  furnished ??= furnish()
  const { cluster, world } = await furnished
  return { h: new Harness(await cloneTestDatabase(cluster)), world: structuredClone(world) }
}

async function furnish(): Promise<{ cluster: TestCluster; world: World }> {
  const db = await cloneTestDatabase({ ...(await sharedCluster()), keepCopies: true })
  const world = await buildWorld(new Harness(db))
  // A database is copied only while nobody is connected to it.
  await db.stop()
  const { adminDatabaseUrl: adminUrl, databaseUrl: ownerUrl, authenticatorUrl, major } = db
  return { cluster: { adminUrl, ownerUrl, authenticatorUrl, major }, world }
}

export interface Option {
  id: string
  label: string
  hue: string
}

/** A field definition as `create_table` takes it. */
export function fieldOf(name: string, type: FieldTypeName, options: Json = {}) {
  return { id: uuidV7() as string, name, type, options }
}

export interface World {
  owner: Person
  creator: Person
  editor: Person
  viewer: Person
  /** Guest of the workspace with a custom role in the base, and no built-in one: see `role`. */
  holder: Person
  /** Member of the workspace without a role in the base. */
  member: Person
  /** Owner of another workspace with a base of its own, stranger to this one. */
  outsider: Person
  /** Signed in without an account of their own. */
  anonymous: Person
  workspace: string
  base: string
  /** The custom role "Sellers". */
  role: string
  /** Ids of the outsider's own workspace and base, of a role, a table and its fields there. */
  elsewhere: readonly string[]
}

export async function createBase(
  h: Harness,
  creator: Person,
  workspace: string,
  name: string,
): Promise<string> {
  const base = uuidV7()
  const settings = { hue: 'blue', timeZone: 'Europe/Vienna', locale: 'en-GB', weekStart: 1 }
  await h.rpc(creator, 'create_base', { base, workspace, name, settings })
  return base
}

async function createWorkspace(h: Harness, owner: Person, workspace: string, name: string) {
  await h.db.sql`
    insert into plinth_private.workspace_creator (user_id) values (${owner.id}) on conflict do nothing`
  await h.rpc(owner, 'create_workspace', { workspace, name })
}

/**
 * A stranger's own workspace, with one of everything that hangs on workspaces, bases and tables: being an owner there is worth
 * nothing here, and nothing of it may come up here.
 */
async function furnishElsewhere(h: Harness, owner: Person): Promise<readonly string[]> {
  const workspace = uuidV7()
  await createWorkspace(h, owner, workspace, 'Elsewhere')
  const base = await createBase(h, owner, workspace, 'Elsewhere')
  await h.db.sql`delete from plinth_private.workspace_creator where user_id = ${owner.id}`
  const make = <T = Json>(rpc: string, args: Record<string, unknown>) => h.rpc<T>(owner, rpc, args)
  const invited = { role: 'member', base, base_role: 'viewer', email: null }
  await make('create_invitation', { workspace, ...invited })
  const role = uuidV7()
  await make('save_role', { base, role, changes: { name: 'Elsewhere' } })
  const options = ['one', 'two'].map((id) => ({ id, label: id, hue: 'red' }))
  const fields = [
    fieldOf('Title', 'text'),
    fieldOf('Count', 'integer'),
    fieldOf('State', 'status', { options }),
    fieldOf('Gone', 'text'),
  ]
  const definition = { id: uuidV7(), name: 'Elsewhere', fields }
  const table = await make<TestTable>('create_table', { base, definition })
  const rule = { call: '>', args: [{ field: fields[1]!.id }, { number: 0 }] }
  await make('set_grant', { role, table: table.id, action: 'read', scope: 'rules', rule })
  await make('save_table_rule', {
    table: table.id,
    rule: uuidV7(),
    definition: { name: 'Elsewhere', message: 'No', rule },
    keep: false,
  })
  const lock = { name: 'Elsewhere', rule, creators: false, roles: [] }
  await make('save_record_lock', { table: table.id, lock: uuidV7(), definition: lock })
  const view = { name: 'Elsewhere', isShared: true, config: {} }
  await make('create_view', { table: table.id, view: uuidV7(), definition: view })
  const step = {
    id: uuidV7(),
    name: 'Go',
    from: 'one',
    to: 'two',
    roles: null,
    guard: null,
    requires: [],
    fourEyes: false,
  }
  await make('set_transitions', { field: fields[2]!.id, transitions: [step] })
  await h.db.sql.unsafe(`insert into data.${table.relation} (title, count) values ('Elsewhere', 1)`)
  await make('delete_field', { field: fields[3]!.id })
  return [workspace, base, role, table.id, ...fields.map(({ id }) => id)]
}

/** A workspace with one base and a person in every role. */
export async function buildWorld(h: Harness): Promise<World> {
  const names = ['owner', 'creator', 'editor', 'viewer', 'holder', 'member', 'outsider'] as const
  const people = {} as Record<(typeof names)[number], Person>
  for (const name of names) {
    people[name] = await h.person(name)
    await h.rpc(people[name], 'my_session')
  }
  const anonymous = await h.person('anonymous', { is_anonymous: true })
  const workspace = uuidV7()
  await createWorkspace(h, people.owner, workspace, 'Acme')
  const elsewhere = await furnishElsewhere(h, people.outsider)
  const base = await createBase(h, people.owner, workspace, 'Müller & Söhne')
  for (const name of ['creator', 'editor', 'viewer', 'member'] as const) {
    const { token } = await h.rpc<{ token: string }>(people.owner, 'create_invitation', {
      workspace,
      role: 'member',
      base: name === 'member' ? null : base,
      base_role: name === 'member' ? null : name,
      email: null,
    })
    await h.rpc(people[name], 'accept_invitation', { token })
  }
  const role = uuidV7()
  await h.rpc(people.creator, 'save_role', { base, role, changes: { name: 'Sellers' } })
  const invitation = { workspace, role: 'guest', base, base_role: null, email: null, custom_role: role }
  const { token } = await h.rpc<{ token: string }>(people.owner, 'create_invitation', invitation)
  await h.rpc(people.holder, 'accept_invitation', { token })
  return { ...people, anonymous, workspace, base, role, elsewhere }
}

export interface TestTable {
  id: string
  name: string
  relation: string
  fields: { id: string; name: string; type: FieldTypeName; column: string; position: number }[]
}

/** The code that a call is refused with; fails when it is not refused. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
  throw new Error('was not refused')
}

/** What a refusal is about, by names. */
export async function refusedFor(work: Promise<unknown>): Promise<Record<string, Json>> {
  const error: unknown = await work.then(
    () => null,
    (failure: unknown) => failure,
  )
  if (error instanceof Refusal) return JSON.parse(error.details) as Record<string, Json>
  throw error ?? new Error('was not refused')
}

/** A table with one field of every type. */
export async function createFullTable(h: Harness, world: World, name = 'Things'): Promise<TestTable> {
  const options = ['low', 'mid', 'high'].map((label) => ({ id: label, label, hue: 'blue' }))
  const definition = {
    id: uuidV7(),
    name,
    fields: [
      fieldOf('Title', 'text'),
      fieldOf('Notes', 'long_text'),
      fieldOf('Count', 'integer'),
      fieldOf('Ratio', 'number', { decimals: 2 }),
      fieldOf('Done', 'checkbox'),
      fieldOf('Day', 'date'),
      fieldOf('Moment', 'datetime'),
      fieldOf('Level', 'single_select', { options }),
      fieldOf('Mail', 'email'),
      fieldOf('Site', 'url'),
      fieldOf('Files', 'attachment'),
      fieldOf('Owner', 'person'),
      fieldOf('State', 'status', { options }),
      fieldOf('Phone', 'phone'),
      fieldOf('Share', 'percent'),
      fieldOf('Stars', 'rating'),
      fieldOf('Length', 'duration'),
      fieldOf('Price', 'currency', { currency: 'EUR' }),
      fieldOf('Tags', 'multi_select', { options }),
      fieldOf('No', 'autonumber', { prefix: 'N-', digits: 3 }),
      fieldOf('Paper', 'json'),
      fieldOf('Made at', 'created_time'),
      fieldOf('Made by', 'created_by'),
      fieldOf('Changed at', 'changed_time'),
      fieldOf('Changed by', 'changed_by'),
    ],
  }
  return h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
}

/** Deletes a table and empties it out of the trash, or a field with `field`. */
export async function deleteForGood(
  h: Harness,
  who: Person,
  item: { base: string; id: string; name: string },
  kind: 'table' | 'field' = 'table',
): Promise<void> {
  await h.rpc(who, `delete_${kind}`, { [kind]: item.id })
  await h.rpc(who, 'empty_trash', { base: item.base, item: item.id, confirm_name: item.name })
}

/** A promise to wait for, and the function that ends the waiting. */
export function gate(): { passed: Promise<void>; open: () => void } {
  let open: (() => void) | undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open: () => open?.() }
}
