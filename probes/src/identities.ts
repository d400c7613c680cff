/** Who probes: an account in every part that somebody can have, and those without one. */
import type { TestBackend, TestUser } from '@plinth/embedded/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Person } from './model.ts'

export const accountNames = [
  'owner',
  'admin',
  'creator',
  'editor',
  'commenter',
  'viewer',
  'holder of a role',
  'holder of roles',
  'viewer with a role',
  'editor with roles',
  'member',
  'guest of another base',
  'creator of another base',
  'removed member',
  'stranger',
] as const
export type AccountName = (typeof accountNames)[number]

export interface Identity {
  readonly name: string
  /** Null: nobody whom the oracle would give anything. */
  readonly person: Person
  readonly token: () => string | null
  /** What all calls answer, whatever they are about; null: it depends. `any` where the gateway or grants refuse. */
  readonly stopped: 'forbidden' | 'any' | null
  /** Is a table's route open at all? It answers nothing then, instead of a refusal. */
  readonly reachesRoutes: boolean
}

export interface Accounts {
  readonly users: ReadonlyMap<AccountName, TestUser>
  readonly identities: readonly Identity[]
  idOf(name: AccountName): string
}

const day = 86_400

/** For `startTestBackend`: a run outlasts the hour that a token is good for. */
export const longTokens = { accessTokenTtl: 7 * day }

export async function openAccounts(
  backend: TestBackend,
  names: ReadonlyMap<AccountName, string>,
): Promise<Accounts> {
  const users = new Map<AccountName, TestUser>()
  const signedIn: Identity[] = []
  for (const name of accountNames) {
    const email = `${names.get(name)!}@example.org`
    const user = await backend.createUser(email, { name: names.get(name)! })
    const { error } = await user.client.schema('plinth').rpc('my_session')
    if (error) throw error
    users.set(name, user)
    const token = await tokenOf(user.client)
    signedIn.push({ name, person: user.id, token: () => token, stopped: null, reachesRoutes: true })
  }
  const owner = signedIn[0]!.token()!
  const guest = await tokenOf(await signInAnonymously(backend))
  const identities: Identity[] = [
    ...signedIn,
    {
      name: 'anonymous sign-in',
      person: null,
      token: () => guest,
      stopped: 'forbidden',
      reachesRoutes: true,
    },
    ...outside('nobody', null),
    ...outside("owner's token, damaged", damaged(owner)),
    ...outside("owner's token, unsigned", unsigned(owner)),
    ...outside("owner's token, of another person", exchanged(owner, guest)),
  ]
  return { users, identities, idOf: (name) => users.get(name)!.id }
}

function outside(name: string, token: string | null): Identity[] {
  return [{ name, person: null, token: () => token, stopped: 'any', reachesRoutes: false }]
}

async function tokenOf(client: SupabaseClient): Promise<string> {
  const { data } = await client.auth.getSession()
  return data.session!.access_token
}

/** Where anonymous sign-in is off, an account that the database calls anonymous takes its place. */
async function signInAnonymously(backend: TestBackend): Promise<SupabaseClient> {
  const client = backend.anonymous()
  const session = await client.auth.signInAnonymously()
  if (!session.error) return client
  const { id, email, password } = await backend.createUser('anonymous@example.org')
  await backend.admin`update auth.users set is_anonymous = true where id = ${id}`
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

/** One character of the signature is another. */
function damaged(token: string): string {
  const at = token.length - 20
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
}

/** The claims of a token without its signature. */
function unsigned(token: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
  return `${header}.${token.split('.')[1]}.`
}

/** The claims of one token with the signature of another. */
function exchanged(token: string, other: string): string {
  const [header, claims] = token.split('.')
  return `${header}.${claims}.${other.split('.')[2]}`
}
