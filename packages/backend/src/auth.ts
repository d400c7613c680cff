import {
  type AuthApi,
  type AuthEvent,
  appError,
  err,
  ok,
  type Result,
  type SignedIn,
  type UserId,
} from '@plinth/domain'
import * as v from 'valibot'
import { type Client, type SessionStorageLike, sessionKey } from './client.ts'
import { type AuthFailure, authError } from './to-app-error.ts'

/** The part of a session that the app needs; also what is read back from storage while offline. */
const sessionShape = v.object({ user: v.object({ id: v.string(), email: v.optional(v.string()) }) })
type SessionShape = v.InferOutput<typeof sessionShape>

export interface AuthSetup {
  client: Client
  url: string
  /** Where the client keeps its session, if readable here. */
  storage: SessionStorageLike | null
}

export function createAuthApi({ client, url, storage }: AuthSetup): AuthApi {
  const { auth } = client
  const verify = createVerifier(client)
  /** What callers of `current` believe; the session may end before they listen. */
  let isKnownSignedIn = false
  return {
    async current() {
      const session = await currentSession(client, () => storage?.getItem(sessionKey(url)) ?? null)
      if (session !== null) verify()
      isKnownSignedIn = session !== null
      return session
    },
    onChange: (listener) => listenToAuth(client, listener, () => isKnownSignedIn),
    async signUp({ email, password, name, redirectTo }) {
      const { data, error } = await auth.signUp({
        email,
        password,
        options: { data: { name }, emailRedirectTo: redirectTo },
      })
      return error === null ? ok({ confirmationSent: data.session === null }) : err(authError(error))
    },
    async resendConfirmation({ email, redirectTo }) {
      return done(await auth.resend({ type: 'signup', email, options: { emailRedirectTo: redirectTo } }))
    },
    async signIn({ email, password }) {
      const { data, error } = await auth.signInWithPassword({ email, password })
      return error === null ? ok(signedIn(data.session)) : err(authError(error))
    },
    async sendMagicLink({ email, redirectTo }) {
      const options = { emailRedirectTo: redirectTo, shouldCreateUser: false }
      return hideUnknownAddress(done(await auth.signInWithOtp({ email, options })))
    },
    async sendReset({ email, redirectTo }) {
      return done(await auth.resetPasswordForEmail(email, { redirectTo }))
    },
    completeLink: (link) => completeLink(client, link),
    async changePassword({ password }) {
      return done(await auth.updateUser({ password }))
    },
    async changeEmail({ email, redirectTo }) {
      return done(await auth.updateUser({ email }, { emailRedirectTo: redirectTo }))
    },
    async signOut(scope) {
      const { error } = await auth.signOut({ scope })
      // Signing out without a session is what was asked for.
      return error === null || error.name === 'AuthSessionMissingError' ? ok(null) : err(authError(error))
    },
  }
}

/** How long a session counts as looked at, in milliseconds. */
const verifiedForMs = 60_000

/**
 * A stored token goes on working until it runs out, also after its session was ended on another device. So the
 * server is asked, beside whatever else happens; when it knows the session no more, the client forgets it and tells
 * `signed_out`.
 */
function createVerifier(client: Client): () => void {
  let verifiedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (Date.now() - verifiedAt < verifiedForMs) return
    verifiedAt = Date.now()
    void client.auth.getUser()
  }
}

function done({ error }: { error: AuthFailure | null }): Result<null> {
  return error === null ? ok(null) : err(authError(error))
}

/** Asking for a link never tells whether an account exists: an unknown address answers like a known one. */
function hideUnknownAddress(result: Result<null>): Result<null> {
  const hidden = !result.ok && (result.error.code === 'signup_closed' || isUnknown(result.error.code))
  return hidden ? ok(null) : result
}
const isUnknown = (code: string) => code === 'invalid_credentials'

function signedIn(session: SessionShape): SignedIn {
  return { userId: session.user.id as UserId, email: session.user.email ?? '' }
}

/**
 * The session as the client knows it. An expired one is refreshed first; when the server cannot be reached for that,
 * the stored one still says who is here, so that the app opens offline.
 */
async function currentSession(
  client: Client,
  stored: () => string | null | Promise<string | null>,
): Promise<SignedIn | null> {
  const { data, error } = await client.auth.getSession()
  if (data.session !== null) return signedIn(data.session)
  if (error === null || authError(error).code !== 'network') return null
  const text = await stored()
  if (text === null) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), sessionShape), text)
  return parsed.success ? signedIn(parsed.output) : null
}

const eventNames: Readonly<Record<string, AuthEvent>> = {
  SIGNED_IN: 'signed_in',
  SIGNED_OUT: 'signed_out',
  PASSWORD_RECOVERY: 'recovery',
  USER_UPDATED: 'user_updated',
}

function listenToAuth(
  client: Client,
  listener: (event: AuthEvent, session: SignedIn | null) => void,
  isKnownSignedIn: () => boolean,
): () => void {
  let knownUser: string | null = null
  const { data } = client.auth.onAuthStateChange((name, session) => {
    const hasEndedBefore = name === 'INITIAL_SESSION' && session === null && isKnownSignedIn()
    const event = hasEndedBefore ? 'signed_out' : eventNames[name]
    const user = session?.user.id ?? null
    // The client repeats SIGNED_IN whenever the tab is shown again; only a change of person is news.
    const repeated = event === 'signed_in' && user === knownUser
    knownUser = user
    if (event === undefined || repeated) return
    // Out of the client's own call: a listener that calls it back at once would wait for itself.
    setTimeout(() => listener(event, session === null ? null : signedIn(session)), 0)
  })
  return () => data.subscription.unsubscribe()
}

const otpTypes = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const

type Completed = Result<{ session: SignedIn; recovery: boolean; isHalf: boolean }>

async function completeLink(client: Client, link: string): Promise<Completed> {
  const params = linkParams(link)
  const failure = params.get('error_code') ?? params.get('error')
  if (failure !== null) return err(authError({ code: failure }))
  const code = params.get('code')
  const tokenHash = params.get('token_hash')
  if (code !== null) return completeCode(client, code)
  if (tokenHash !== null) return completeTokenHash(client, tokenHash, params.get('type') ?? '')
  // The first of two confirmations of a new address brings back no code.
  const session = await currentSession(client, () => null)
  return session === null
    ? err(appError('link_invalid'))
    : ok({ session, recovery: false, isHalf: params.has('message') })
}

async function completeCode(client: Client, code: string): Promise<Completed> {
  const { data, error } = await client.auth.exchangeCodeForSession(code)
  if (error !== null) return (await movedSession(client)) ?? err(authError(error))
  const redirectType = 'redirectType' in data ? data.redirectType : null
  return ok({ session: signedIn(data.session), recovery: redirectType === 'recovery', isHalf: false })
}

/**
 * The library forgets the verifier of a change of address when it stores the session with the pending change, so that the
 * code of its last link cannot be redeemed; by then the change holds, and a fresh session of the same person shows it.
 * Null when there is none, or its address is the one known before.
 */
async function movedSession(client: Client): Promise<Completed | null> {
  const { data: known } = await client.auth.getSession()
  if (known.session === null) return null
  const { data: fresh } = await client.auth.refreshSession()
  if (fresh.session === null || fresh.session.user.email === known.session.user.email) return null
  return ok({ session: signedIn(fresh.session), recovery: false, isHalf: false })
}

async function completeTokenHash(client: Client, tokenHash: string, type: string): Promise<Completed> {
  const known = otpTypes.find((name) => name === type)
  if (known === undefined) return err(appError('link_invalid'))
  const { data, error } = await client.auth.verifyOtp({ token_hash: tokenHash, type: known })
  if (error !== null) return err(authError(error))
  if (data.session === null) return err(appError('link_invalid'))
  return ok({ session: signedIn(data.session), recovery: known === 'recovery', isHalf: false })
}

/** Providers put the outcome into the query or into the fragment; both are read. */
function linkParams(link: string): URLSearchParams {
  const url = new URL(link, 'http://localhost')
  const params = new URLSearchParams(url.search)
  for (const [name, value] of new URLSearchParams(url.hash.slice(1))) params.append(name, value)
  return params
}
