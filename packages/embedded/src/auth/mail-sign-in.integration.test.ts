import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AuthBackend,
  follow,
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

describe('sign-in by mail', () => {
  it('signs a known person in by link', async () => {
    const { email, userId } = await signedInUser(backend)
    const client = backend.client({ flow: 'pkce' })
    const { error } = await client.auth.signInWithOtp({
      email,
      options: { emailRedirectTo: `${backend.url}/auth/callback` },
    })
    expect(error).toBeNull()
    expect(lastMail(backend, email).subject).toBe('Your sign-in link')
    const target = await follow(lastMail(backend, email).link)
    const { data } = await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    expect(data.user?.id).toBe(userId)
    expect((await client.auth.getClaims())?.data?.claims.amr).toMatchObject([{ method: 'magiclink' }])
  })

  it('signs a known person in by code, with the type email and with the type magiclink', async () => {
    const { email } = await signedInUser(backend)
    for (const type of ['email', 'magiclink'] as const) {
      const client = backend.client()
      await client.auth.signInWithOtp({ email })
      const { data, error } = await client.auth.verifyOtp({
        email,
        token: lastMail(backend, email).code,
        type,
      })
      expect(error).toBeNull()
      expect(data.session?.user.email).toBe(email)
    }
  })

  it('signs an unknown person up, with their data', async () => {
    const email = freshEmail()
    const client = backend.client()
    await client.auth.signInWithOtp({ email, options: { data: { name: 'New' } } })
    expect(lastMail(backend, email).subject).toBe('Confirm your e-mail address')
    const { data } = await client.auth.verifyOtp({
      email,
      token: lastMail(backend, email).code,
      type: 'email',
    })
    expect(data.user?.user_metadata).toMatchObject({ name: 'New', email_verified: true })
  })

  it('refuses an unknown person when told not to create users', async () => {
    const email = freshEmail()
    const { error } = await backend
      .client()
      .auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    expect(error).toMatchObject({ code: 'otp_disabled', status: 422 })
    expect(await backend.sql`select 1 from auth.users where email = ${email}`).toHaveLength(0)
  })

  it('lets only the latest link work', async () => {
    const { email } = await signedInUser(backend)
    await backend.client().auth.signInWithOtp({ email })
    const older = lastMail(backend, email)
    await backend.client().auth.signInWithOtp({ email })
    expect((await follow(older.link)).hash).toContain('otp_expired')
    expect((await follow(lastMail(backend, email).link)).hash).toContain('access_token')
  })
})

describe('recovery', () => {
  it('leads to a session in which the password can be changed', async () => {
    const { email } = await signedInUser(backend)
    const client = backend.client({ flow: 'pkce' })
    const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo: `${backend.url}/reset` })
    expect(error).toBeNull()
    expect(lastMail(backend, email).subject).toBe('Reset your password')
    const target = await follow(lastMail(backend, email).link)
    expect(target.pathname).toBe('/reset')
    await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    expect((await client.auth.updateUser({ password: 'a new password' })).error).toBeNull()
    const old = await backend.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(old.error).toMatchObject({ code: 'invalid_credentials' })
    const fresh = await backend.client().auth.signInWithPassword({ email, password: 'a new password' })
    expect(fresh.error).toBeNull()
  })

  it('says that it is one, in the implicit flow and by code', async () => {
    const { email } = await signedInUser(backend)
    const client = backend.client()
    await client.auth.resetPasswordForEmail(email)
    expect((await follow(lastMail(backend, email).link)).hash).toContain('type=recovery')
    await client.auth.resetPasswordForEmail(email)
    const events: string[] = []
    client.auth.onAuthStateChange((event) => void events.push(event))
    await client.auth.verifyOtp({ email, token: lastMail(backend, email).code, type: 'recovery' })
    expect(events).toContain('PASSWORD_RECOVERY')
  })

  it('answers every address alike and mails only known ones', async () => {
    const unknown = freshEmail('nobody')
    const { data, error } = await backend.client().auth.resetPasswordForEmail(unknown)
    expect({ data, error }).toEqual({ data: {}, error: null })
    expect(backend.mailbox.list(unknown)).toHaveLength(0)
  })
})

describe('resend', () => {
  it('sends the confirmation again', async () => {
    const email = freshEmail()
    await backend.client().auth.signUp({ email, password: PASSWORD })
    const first = lastMail(backend, email)
    expect((await backend.client().auth.resend({ type: 'signup', email })).error).toBeNull()
    const second = lastMail(backend, email)
    expect(second.id).not.toBe(first.id)
    expect((await follow(second.link)).hash).toContain('access_token')
  })

  it('answers alike for unknown and confirmed addresses, and mails neither', async () => {
    const { email } = await signedInUser(backend)
    const before = backend.mailbox.list().length
    for (const address of [email, freshEmail('nobody')]) {
      const { data, error } = await backend.client().auth.resend({ type: 'signup', email: address })
      expect(error).toBeNull()
      expect(data).toMatchObject({ user: null, session: null })
    }
    expect(backend.mailbox.list()).toHaveLength(before)
  })
})
