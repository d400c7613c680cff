import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AuthBackend,
  follow,
  fragmentOf,
  freshEmail,
  lastMail,
  PASSWORD,
  signedInUser,
  startAuthBackend,
} from './testing/auth-backend.ts'

let backend: AuthBackend
beforeAll(async () => {
  backend = await startAuthBackend()
})
afterAll(() => backend.stop())

describe('sign-up by address and password', () => {
  it('makes an unconfirmed user without a session and sends a confirmation', async () => {
    const email = freshEmail()
    const { data, error } = await backend
      .client()
      .auth.signUp({ email: email.toUpperCase(), password: PASSWORD, options: { data: { name: 'Ada' } } })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({
      email,
      aud: 'authenticated',
      role: 'authenticated',
      is_anonymous: false,
      user_metadata: { name: 'Ada' },
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    expect(data.user?.email_confirmed_at).toBeUndefined()
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email, email_verified: false })
    const mail = lastMail(backend, email)
    expect(mail.subject).toBe('Confirm your e-mail address')
    expect(mail.code).toMatch(/^\d{6}$/)
  })

  it('refuses to sign in before the address is confirmed, and signs in after', async () => {
    const email = freshEmail()
    const client = backend.client()
    await client.auth.signUp({ email, password: PASSWORD })
    const early = await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect(early.error).toMatchObject({ code: 'email_not_confirmed', status: 400 })

    const target = await follow(lastMail(backend, email).link)
    expect(target.origin).toBe(backend.url)
    const fragment = fragmentOf(target)
    expect(fragment.get('type')).toBe('signup')
    const { error } = await client.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    })
    expect(error).toBeNull()
    const { data } = await client.auth.getUser()
    expect(data.user?.email_confirmed_at).toBeDefined()
    expect(data.user?.user_metadata).toMatchObject({ email_verified: true })
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true })

    const late = await backend.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(late.error).toBeNull()
  })

  it('completes in the PKCE flow with a code that only the asking browser can exchange, once', async () => {
    const email = freshEmail()
    const client = backend.client({ flow: 'pkce' })
    await client.auth.signUp({
      email,
      password: PASSWORD,
      options: { emailRedirectTo: `${backend.url}/auth/callback?next=1` },
    })
    const target = await follow(lastMail(backend, email).link)
    expect(`${target.origin}${target.pathname}`).toBe(`${backend.url}/auth/callback`)
    expect(target.searchParams.get('next')).toBe('1')
    expect(target.hash).toBe('')
    const code = target.searchParams.get('code') ?? ''

    const stolen = await postJson('/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'x'.repeat(64),
    })
    expect(stolen).toMatchObject({ status: 400, body: { code: 'bad_code_verifier' } })
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    const again = await postJson('/token?grant_type=pkce', { auth_code: code, code_verifier: 'x'.repeat(64) })
    expect(again).toMatchObject({ status: 404, body: { code: 'flow_state_not_found' } })
  })

  it('refuses a code exchanged later than five minutes after the link was opened', async () => {
    const email = freshEmail()
    const client = backend.client({ flow: 'pkce' })
    await client.auth.signUp({ email, password: PASSWORD })
    const target = await follow(lastMail(backend, email).link)
    backend.passSeconds(301)
    const { error } = await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    expect(error).toMatchObject({ code: 'flow_state_expired', status: 422 })
  })

  it('answers an existing account’s address with an obfuscated user and sends nothing', async () => {
    const { email, userId } = await signedInUser(backend)
    const before = backend.mailbox.list(email).length
    const { data, error } = await backend.client().auth.signUp({ email, password: 'another password' })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user?.identities).toEqual([])
    expect(data.user?.id).not.toBe(userId)
    expect(backend.mailbox.list(email)).toHaveLength(before)
    const signIn = await backend.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(signIn.error).toBeNull()
  })

  it('keeps the first password when an unconfirmed address signs up again', async () => {
    const email = freshEmail()
    const first = await backend.client().auth.signUp({ email, password: PASSWORD })
    const second = await backend.client().auth.signUp({ email, password: 'a later password' })
    expect(second.data.user?.id).toBe(first.data.user?.id)
    await follow(lastMail(backend, email).link)
    const later = await backend.client().auth.signInWithPassword({ email, password: 'a later password' })
    expect(later.error).toMatchObject({ code: 'invalid_credentials' })
  })

  it('makes one user of two sign-ups in the same moment', async () => {
    const email = freshEmail()
    const answers = await Promise.all(
      [1, 2, 3].map(() => backend.client().auth.signUp({ email, password: PASSWORD })),
    )
    expect(answers.map(({ error }) => error)).toEqual([null, null, null])
    const rows = await backend.sql`select id from auth.users where email = ${email}`
    expect(rows).toHaveLength(1)
  })

  it.each([
    ['short', 'weak_password', 422],
    ['ü'.repeat(37), 'validation_failed', 400],
  ])('refuses the password "%s"', async (password, code, status) => {
    const { error } = await backend.client().auth.signUp({ email: freshEmail(), password })
    expect(error).toMatchObject({ code, status })
  })

  it('names the reason of a weak password', async () => {
    const { error } = await backend.client().auth.signUp({ email: freshEmail(), password: 'short' })
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] })
  })

  it.each(['nobody', 'a b@example.org', 'a@b\r\nbcc: c@d.org', `${'a'.repeat(250)}@example.org`])(
    'refuses the address %j',
    async (email) => {
      const { error } = await backend.client().auth.signUp({ email, password: PASSWORD })
      expect(error).toMatchObject({ code: 'validation_failed', status: 400 })
    },
  )

  it('refuses sign-up by phone', async () => {
    const { error } = await backend.client().auth.signUp({ phone: '+491701234567', password: PASSWORD })
    expect(error).toMatchObject({ code: 'phone_provider_disabled', status: 400 })
  })
})

describe('anonymous sign-in', () => {
  it('opens a session for a user without an address, marked in the token', async () => {
    const client = backend.client()
    const { data, error } = await client.auth.signInAnonymously({ options: { data: { name: 'Guest' } } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { name: 'Guest' } })
    const { data: verified } = await client.auth.getClaims()
    expect(verified?.claims).toMatchObject({ is_anonymous: true, role: 'authenticated', aal: 'aal1' })
  })

  it('becomes a permanent account by confirming an address', async () => {
    const client = backend.client()
    const { data } = await client.auth.signInAnonymously()
    const lonely = await client.auth.updateUser({ password: PASSWORD })
    expect(lonely.error).toMatchObject({ code: 'validation_failed', status: 422 })
    const email = freshEmail()
    const { error } = await client.auth.updateUser({ email, password: PASSWORD })
    expect(error).toBeNull()
    await follow(lastMail(backend, email).link)
    const signIn = await backend.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(signIn.data.user).toMatchObject({ id: data.user?.id, is_anonymous: false, email })
  })
})

describe('a project without confirmation and anonymous sign-in', () => {
  let open: AuthBackend
  beforeAll(async () => {
    open = await startAuthBackend({
      config: { requireConfirmation: false },
      auth: { anonymousSignIns: false },
    })
  })
  afterAll(() => open.stop())

  it('signs up and in at once, and says so when the address is taken', async () => {
    const email = freshEmail()
    const { data, error } = await open.client().auth.signUp({ email, password: PASSWORD })
    expect(error).toBeNull()
    expect(data.session?.user.email_confirmed_at).toBeDefined()
    const again = await open.client().auth.signUp({ email, password: PASSWORD })
    expect(again.error).toMatchObject({ code: 'user_already_exists', status: 422 })
  })

  it('still asks an unknown address to open its sign-in link', async () => {
    const email = freshEmail()
    const client = open.client()
    expect((await client.auth.signInWithOtp({ email })).error).toBeNull()
    expect(lastMail(open, email).subject).toBe('Your sign-in link')
    const { data } = await client.auth.verifyOtp({ email, token: lastMail(open, email).code, type: 'email' })
    expect(data.session).not.toBeNull()
  })

  it('refuses anonymous sign-in and says so in its settings', async () => {
    const { error } = await open.client().auth.signInAnonymously()
    expect(error).toMatchObject({ code: 'anonymous_provider_disabled', status: 422 })
    const answer = await fetch(`${open.url}/auth/v1/settings?apikey=${open.ctx.keys.publishableKey}`)
    expect(await answer.json()).toMatchObject({
      mailer_autoconfirm: true,
      external: { anonymous_users: false, email: true },
    })
  })
})

async function postJson(path: string, body: unknown) {
  const answer = await fetch(`${backend.url}/auth/v1${path}`, {
    method: 'POST',
    headers: {
      apikey: backend.ctx.keys.publishableKey,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}
