import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AuthBackend,
  freshEmail,
  PASSWORD,
  signedInUser,
  startAuthBackend,
} from './testing/auth-backend.ts'

let backend: AuthBackend
beforeAll(async () => {
  backend = await startAuthBackend()
})
afterAll(() => backend.stop())

const refresh = (refreshToken: string) =>
  backend.client().auth.refreshSession({ refresh_token: refreshToken })

describe('password grant', () => {
  it('issues an ES256 token with the claims of a hosted project', async () => {
    const { email, userId } = await signedInUser(backend)
    const client = backend.client()
    const { data, error } = await client.auth.signInWithPassword({
      email: email.toUpperCase(),
      password: PASSWORD,
    })
    expect(error).toBeNull()
    const session = data.session
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(decodeProtectedHeader(session?.access_token ?? '')).toMatchObject({
      alg: 'ES256',
      kid: backend.ctx.keys.signingKey.kid,
    })
    const claims = (await client.auth.getClaims())?.data?.claims
    expect(claims).toMatchObject({
      iss: `${backend.url}/auth/v1`,
      sub: userId,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      aal: 'aal1',
      app_metadata: { provider: 'email', providers: ['email'] },
      is_anonymous: false,
      exp: session?.expires_at,
    })
    expect(claims?.amr).toEqual([{ method: 'password', timestamp: expect.any(Number) }])
    expect(claims?.session_id).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('answers the same to a wrong password and to an unknown address, in about the same time', async () => {
    const { email } = await signedInUser(backend)
    const timed = async (address: string) => {
      const start = performance.now()
      const { error } = await backend
        .client()
        .auth.signInWithPassword({ email: address, password: 'wrong password' })
      return { ms: performance.now() - start, error: { ...error, message: error?.message } }
    }
    await timed(email)
    const runs = { known: [] as number[], unknown: [] as number[] }
    for (let i = 0; i < 5; i += 1) {
      const known = await timed(email)
      const unknown = await timed(freshEmail('nobody'))
      expect(unknown.error).toEqual(known.error)
      expect(known.error).toMatchObject({ code: 'invalid_credentials', status: 400 })
      runs.known.push(known.ms)
      runs.unknown.push(unknown.ms)
    }
    // A skipped hash would make the unknown address many times faster.
    expect(Math.min(...runs.unknown)).toBeGreaterThan(Math.min(...runs.known) / 2)
  })

  it('refuses a banned user only with the right password, and lets them in after the ban', async () => {
    const { email, userId } = await signedInUser(backend)
    await backend.adminClient().auth.admin.updateUserById(userId, { ban_duration: '1h' })
    const wrong = await backend.client().auth.signInWithPassword({ email, password: 'wrong password' })
    expect(wrong.error).toMatchObject({ code: 'invalid_credentials' })
    const right = await backend.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(right.error).toMatchObject({ code: 'user_banned', status: 400 })
    await backend.adminClient().auth.admin.updateUserById(userId, { ban_duration: 'none' })
    const after = await backend.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(after.error).toBeNull()
  })

  it.each(['id_token', 'web3', 'client_credentials'])('refuses grant type %s', async (grant) => {
    const answer = await fetch(`${backend.url}/auth/v1/token?grant_type=${grant}`, {
      method: 'POST',
      headers: { apikey: backend.ctx.keys.publishableKey },
      body: '{}',
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(await answer.json()).toMatchObject({ code: answer.status, error_code: expect.any(String) })
  })
})

describe('refresh', () => {
  it('rotates: each token is good for one next token', async () => {
    const { session, userId } = await signedInUser(backend)
    const first = await refresh(session.refresh_token)
    expect(first.error).toBeNull()
    expect(first.data.user?.id).toBe(userId)
    expect(first.data.session?.refresh_token).not.toBe(session.refresh_token)
    const second = await refresh(first.data.session?.refresh_token ?? '')
    expect(second.error).toBeNull()
    expect(second.data.session?.refresh_token).not.toBe(first.data.session?.refresh_token)
  })

  it('keeps the session and how it was authenticated', async () => {
    const { session } = await signedInUser(backend)
    const client = backend.client()
    const before = (await client.auth.getClaims(session.access_token))?.data?.claims
    await client.auth.refreshSession({ refresh_token: session.refresh_token })
    const after = (await client.auth.getClaims())?.data?.claims
    expect(after).toMatchObject({ session_id: before?.session_id, amr: before?.amr })
  })

  it('gives parallel refreshes of one token the same next token', async () => {
    const { session } = await signedInUser(backend)
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(session.refresh_token)))
    expect(answers.every(({ error }) => error === null)).toBe(true)
    expect(new Set(answers.map(({ data }) => data.session?.refresh_token)).size).toBe(1)
  })

  it('accepts a token again as long as the next one was not used: its answer may have been lost', async () => {
    const { session } = await signedInUser(backend)
    const lost = await refresh(session.refresh_token)
    backend.passSeconds(86_400)
    const again = await refresh(session.refresh_token)
    expect(again.data.session?.refresh_token).toBe(lost.data.session?.refresh_token)
    expect((await refresh(again.data.session?.refresh_token ?? '')).error).toBeNull()
  })

  it('ends the session when a token is reused ten seconds after it, and the next one, were used', async () => {
    const { session } = await signedInUser(backend)
    const first = await refresh(session.refresh_token)
    const second = await refresh(first.data.session?.refresh_token ?? '')
    backend.passSeconds(9)
    const tab = await refresh(session.refresh_token)
    expect(tab.data.session?.refresh_token).toBe(second.data.session?.refresh_token)
    backend.passSeconds(2)
    const stolen = await refresh(session.refresh_token)
    expect(stolen.error).toMatchObject({ code: 'refresh_token_already_used', status: 400 })
    const owner = await refresh(second.data.session?.refresh_token ?? '')
    expect(owner.error).toMatchObject({ code: 'refresh_token_not_found', status: 400 })
    const rows = await backend.sql`select 1 from auth.sessions where user_id = ${session.user.id}`
    expect(rows).toHaveLength(0)
  })

  it('stores no refresh token as it is', async () => {
    const { session } = await signedInUser(backend)
    const rows = await backend.sql`select 1 from auth.refresh_tokens where token = ${session.refresh_token}`
    expect(rows).toHaveLength(0)
  })

  it.each(['', 'unknown', `' or 1=1 --`, 'a\u0000b'])('refuses the token %j', async (token) => {
    const answer = await fetch(`${backend.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: backend.ctx.keys.publishableKey, 'x-supabase-api-version': '2024-01-01' },
      body: JSON.stringify({ refresh_token: token }),
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: token === '' ? 'validation_failed' : 'refresh_token_not_found',
    })
  })

  it('refuses a banned user’s token', async () => {
    const { session, userId } = await signedInUser(backend)
    await backend.adminClient().auth.admin.updateUserById(userId, { ban_duration: '24h' })
    expect((await refresh(session.refresh_token)).error).toMatchObject({ code: 'user_banned', status: 400 })
  })
})
