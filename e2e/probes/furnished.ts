/** A furnished installation with a person in every role, reached as an app reaches it: through the provider's client. */
import { uuidV7 } from '@plinth/domain'
import { startTestBackend, type TestBackend, type TestUser } from '@plinth/embedded/testing'
import type { SupabaseClient } from '@supabase/supabase-js'

export const roles = ['owner', 'creator', 'editor', 'viewer', 'member', 'outsider', 'removed'] as const
export type Role = (typeof roles)[number]

/** Stands in the table and in a file: it may stand in no answer to a stranger. */
export const SECRET = 'the-secret-of-the-vault'

/** An answer of a call or a route, with everything it says. */
export interface Answer {
  status: number
  code: string
  text: string
  data: unknown
}

export interface Installation {
  backend: TestBackend
  people: Record<Role, TestUser>
  /** Signed in without an account of their own. */
  guest: SupabaseClient
  /** The publishable key and nobody signed in. */
  nobody: SupabaseClient
  workspace: string
  base: string
  table: string
  relation: string
  /** Field ids by their names in `FIELDS`. */
  fields: Record<string, string>
  columns: Record<string, string>
  record: string
  attachment: string
  key: string
  /** Keys of the room and the data topic. */
  epoch(): Promise<number>
}

const OPTIONS = [
  { id: 'a', label: 'First', hue: 'red' },
  { id: 'b', label: 'Second', hue: 'blue' },
]

const FIELDS = [
  { name: 'Title', type: 'text', options: {} },
  { name: 'Notes', type: 'long_text', options: {} },
  { name: 'Count', type: 'integer', options: {} },
  { name: 'Weight', type: 'number', options: {} },
  { name: 'Done', type: 'checkbox', options: {} },
  { name: 'Day', type: 'date', options: {} },
  { name: 'Moment', type: 'datetime', options: {} },
  { name: 'Kind', type: 'single_select', options: { options: OPTIONS } },
  { name: 'Mail', type: 'email', options: {} },
  { name: 'Web', type: 'url', options: {} },
  { name: 'Files', type: 'attachment', options: {} },
]

export const fresh = () => uuidV7() as string

/** Calls `plinth.<name>`; a refusal is an answer like any other. */
export async function call(
  client: SupabaseClient,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Answer> {
  const { data, error, status } = await client.schema('plinth').rpc(name, args)
  const said = error ?? data
  return { status, code: error?.message ?? '', text: JSON.stringify(said), data }
}

/** Calls and throws a refusal: for what must go through. */
export async function done<T = unknown>(
  client: SupabaseClient,
  name: string,
  args: Record<string, unknown> = {},
): Promise<T> {
  const answer = await call(client, name, args)
  if (answer.status >= 400) throw new Error(`${name}: ${answer.status} ${answer.text}`)
  return answer.data as T
}

/** One mutation, by its result. */
export async function mutate(
  client: SupabaseClient,
  mutation: Record<string, unknown>,
): Promise<{ status: string; error?: { code: string } } & Record<string, unknown>> {
  const batch = { atomic: false, mutations: [{ id: fresh(), ...mutation }] }
  const [result] = await done<[never]>(client, 'apply_mutations', { batch })
  return result
}

export async function tokenOf(client: SupabaseClient): Promise<string> {
  const { data } = await client.auth.getSession()
  return data.session?.access_token ?? ''
}

const baseSettings = { hue: 'red', timeZone: 'UTC', locale: 'en', weekStart: 1 }

export async function makeBase(client: SupabaseClient, workspace: string, name: string): Promise<string> {
  const base = fresh()
  await done(client, 'create_base', { base, workspace, name, settings: baseSettings })
  return base
}

export interface MadeTable {
  id: string
  relation: string
  fields: { id: string; name: string; column: string }[]
}

export function makeTable(
  client: SupabaseClient,
  base: string,
  name: string,
  fields: readonly Record<string, unknown>[] = FIELDS,
): Promise<MadeTable> {
  const definition = { id: fresh(), name, fields: fields.map((field) => ({ id: fresh(), ...field })) }
  return done<MadeTable>(client, 'create_table', { base, definition })
}

/** Brings somebody into the workspace, and with a role into the base. */
export async function bring(
  owner: SupabaseClient,
  client: SupabaseClient,
  to: { workspace: string; base: string | null; baseRole: string | null; role?: string },
): Promise<void> {
  const { workspace, base, baseRole, role = 'member' } = to
  const args = { workspace, role, base, base_role: baseRole, email: null }
  const { token } = await done<{ token: string }>(owner, 'create_invitation', args)
  await done(client, 'accept_invitation', { token })
}

export async function attach(
  client: SupabaseClient,
  place: { table: string; record: string; field: string },
  content = SECRET,
): Promise<{ id: string; key: string }> {
  const file = {
    id: fresh(),
    name: 'letter.txt',
    mime: 'text/plain',
    bytes: content.length,
    thumbnail: false,
  }
  const begun = await done<{ id: string; key: string }>(client, 'begin_upload', { ...place, file })
  const { error } = await client.storage.from('plinth').upload(begun.key, new Blob([content]), {
    contentType: 'text/plain',
  })
  if (error) throw error
  await done(client, 'finish_upload', { attachment: begun.id })
  return begun
}

export async function furnish(): Promise<Installation> {
  const backend = await startTestBackend()
  const people = {} as Record<Role, TestUser>
  for (const role of roles) {
    people[role] = await backend.createUser(`${role}@example.org`, { name: role })
    await done(people[role].client, 'my_session')
  }
  const owner = people.owner.client
  const workspace = fresh()
  await done(owner, 'create_workspace', { workspace, name: 'Vault' })
  const base = await makeBase(owner, workspace, 'Papers')
  const table = await makeTable(owner, base, 'Letters')
  for (const role of ['creator', 'editor', 'viewer'] as const) {
    await bring(owner, people[role].client, { workspace, base, baseRole: role })
  }
  await bring(owner, people.removed.client, { workspace, base, baseRole: 'editor' })
  await bring(owner, people.member.client, { workspace, base: null, baseRole: null })
  const fields = Object.fromEntries(table.fields.map(({ name, id }) => [name, id]))
  const columns = Object.fromEntries(table.fields.map(({ name, column }) => [name, column]))
  const record = fresh()
  const values = { [fields['Title']!]: SECRET, [fields['Count']!]: 7 }
  await mutate(owner, { kind: 'insert', table: table.id, record, values })
  const attachment = await attach(owner, { table: table.id, record, field: fields['Files']! })
  const guest = backend.anonymous()
  const session = await guest.auth.signInAnonymously()
  if (session.error) await signGuestIn(backend, guest)
  return {
    backend,
    people,
    guest,
    nobody: backend.anonymous(),
    workspace,
    base,
    table: table.id,
    relation: table.relation,
    fields,
    columns,
    record,
    attachment: attachment.id,
    key: attachment.key,
    epoch: async () => {
      const [row] = await backend.sql<{ epoch: number }[]>`
        select access_epoch as epoch from plinth.base where id = ${base}`
      return row!.epoch
    },
  }
}

/** Where anonymous sign-in is off, an account that the database calls anonymous takes its place. */
async function signGuestIn(backend: TestBackend, guest: SupabaseClient): Promise<void> {
  const made = await backend.createUser('guest@example.org')
  await backend.admin`update auth.users set is_anonymous = true where id = ${made.id}`
  const { error } = await guest.auth.signInWithPassword({ email: made.email, password: made.password })
  if (error) throw error
}

/** Everything that people stored, as one number: equal before and after an attack that changed nothing. */
export async function fingerprint({ backend, relation }: Installation): Promise<string> {
  const places = [
    `data.${relation}`,
    ...['workspace', 'workspace_member', 'base', 'base_member', '"table"', 'field', 'attachment'].map(
      (name) => `plinth.${name}`,
    ),
    'plinth_private.invitation',
    'plinth_private.import',
    'storage.objects',
  ]
  const parts = await Promise.all(
    places.map((place) =>
      backend.admin.unsafe(
        `select coalesce(sum(hashtextextended((to_jsonb(t) - 'last_accessed_at')::text, 0)), 0)::text as sum from ${place} as t`,
      ),
    ),
  )
  return parts.map((rows, n) => `${places[n]}=${rows[0]?.['sum']}`).join(' ')
}
