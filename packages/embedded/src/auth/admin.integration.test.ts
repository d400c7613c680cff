import { hash } from '@node-rs/bcrypt'
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

const admin = () => backend.adminClient().auth.admin

describe('users by the secret key', () => {
  it('are created confirmed, and can sign in at once', async () => {
    const email = freshEmail()
    const { data, error } = await admin().createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { name: 'Ada' },
      app_metadata: { plan: 'pro' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      user_metadata: { name: 'Ada', email_verified: true },
      app_metadata: { plan: 'pro', provider: 'email', providers: ['email'] },
    })
    const signIn = await backend.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(signIn.error).toBeNull()
    expect(backend.mailbox.list(email)).toHaveLength(0)
  })

  it('take a bcrypt hash and an id, and refuse what is taken or malformed', async () => {
    const email = freshEmail()
    const id = '7b0e8a52-7c35-4b83-9e70-5f6a3f3c9a01'
    const password_hash = await hash(PASSWORD, { cost: 4 })
    const made = await admin().createUser({ id, email, password_hash, email_confirm: true })
    expect(made.data.user?.id).toBe(id)
    const signIn = await backend.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(signIn.error).toBeNull()
    expect((await admin().createUser({ email })).error).toMatchObject({ code: 'email_exists', status: 422 })
    const bad = await admin().createUser({ email: freshEmail(), password_hash: 'plain' })
    expect(bad.error).toMatchObject({ code: 'validation_failed', status: 400 })
  })

  it('are listed in pages with their total', async () => {
    await signedInUser(backend)
    await signedInUser(backend)
    const { data, error } = await admin().listUsers({ page: 1, perPage: 1 })
    expect(error).toBeNull()
    const rows = await backend.sql<{ total: number }[]>`select count(*)::int as total from auth.users`
    const total = rows[0]?.total ?? 0
    expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2, total })
    expect(data.users).toHaveLength(1)
    const last = await admin().listUsers({ page: 2, perPage: 100 })
    expect(last.data.users).toEqual([])
  })

  it('are read, changed and deleted', async () => {
    const { userId, session } = await signedInUser(backend)
    const email = freshEmail('changed')
    const { data, error } = await admin().updateUserById(userId, {
      email,
      email_confirm: true,
      password: 'set by an admin',
      app_metadata: { plan: 'free' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, app_metadata: { plan: 'free' } })
    expect((await admin().getUserById(userId)).data.user?.email).toBe(email)
    const stale = await backend.client().auth.refreshSession({ refresh_token: session.refresh_token })
    expect(stale.error).toMatchObject({ code: 'refresh_token_not_found' })
    const signIn = await backend.client().auth.signInWithPassword({ email, password: 'set by an admin' })
    expect(signIn.error).toBeNull()

    expect((await admin().deleteUser(userId)).error).toBeNull()
    expect((await admin().getUserById(userId)).error).toMatchObject({ code: 'user_not_found', status: 404 })
    const gone = await backend.client().auth.getUser(signIn.data.session?.access_token)
    expect(gone.error).toMatchObject({ code: 'user_not_found', status: 403 })
  })

  it('deleted softly cannot come back, while their address can', async () => {
    const { email, userId } = await signedInUser(backend)
    expect((await admin().deleteUser(userId, true)).error).toBeNull()
    const rows =
      await backend.sql`select email, encrypted_password, deleted_at from auth.users where id = ${userId}`
    expect(rows[0]).toMatchObject({ encrypted_password: null, deleted_at: expect.any(Date) })
    expect(rows[0]?.email).not.toContain('@')
    expect((await signedInUser(backend, email)).userId).not.toBe(userId)
  })

  it('signed out by an admin lose their session', async () => {
    const { session } = await signedInUser(backend)
    expect((await admin().signOut(session.access_token)).error).toBeNull()
    const { error } = await backend.client().auth.refreshSession({ refresh_token: session.refresh_token })
    expect(error).toMatchObject({ code: 'refresh_token_not_found' })
  })
})

describe('invitations and links', () => {
  it('invite by mail', async () => {
    const email = freshEmail()
    const { data, error } = await admin().inviteUserByEmail(email, { redirectTo: `${backend.url}/invite` })
    expect(error).toBeNull()
    expect(data.user?.invited_at).toBeDefined()
    const mail = lastMail(backend, email)
    expect(mail.subject).toBe('You are invited to Plinth')
    const target = await follow(mail.link)
    expect(target.pathname).toBe('/invite')
    expect(target.hash).toContain('type=invite')
    expect((await admin().inviteUserByEmail(email)).error).toMatchObject({
      code: 'email_exists',
      status: 422,
    })
  })

  it('make links without sending them', async () => {
    const { email, userId } = await signedInUser(backend)
    const before = backend.mailbox.list().length
    for (const type of ['magiclink', 'recovery'] as const) {
      const { data, error } = await admin().generateLink({ type, email })
      expect(error).toBeNull()
      expect(data.user?.id).toBe(userId)
      expect(data.properties?.verification_type).toBe(type)
      expect((await follow(data.properties?.action_link ?? '')).hash).toContain(`type=${type}`)
    }
    const { data } = await admin().generateLink({ type: 'magiclink', email })
    const byHash = await backend
      .client()
      .auth.verifyOtp({ token_hash: data.properties?.hashed_token ?? '', type: 'magiclink' })
    expect(byHash.error).toBeNull()
    const { data: third } = await admin().generateLink({ type: 'magiclink', email })
    const token = third.properties?.email_otp ?? ''
    expect((await backend.client().auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull()
    expect(backend.mailbox.list()).toHaveLength(before)
  })

  it('sign unknown people up and change addresses', async () => {
    const email = freshEmail()
    const signup = await admin().generateLink({ type: 'signup', email, password: PASSWORD })
    await follow(signup.data.properties?.action_link ?? '')
    expect((await backend.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()

    const newEmail = freshEmail('new')
    const current = await admin().generateLink({ type: 'email_change_current', email, newEmail })
    const next = await admin().generateLink({ type: 'email_change_new', email, newEmail })
    await follow(current.data.properties?.action_link ?? '')
    await follow(next.data.properties?.action_link ?? '')
    const signIn = await backend.client().auth.signInWithPassword({ email: newEmail, password: PASSWORD })
    expect(signIn.error).toBeNull()

    const unknown = await admin().generateLink({ type: 'recovery', email: freshEmail() })
    expect(unknown.error).toMatchObject({ code: 'user_not_found', status: 404 })
  })
})

describe('without the secret key', () => {
  it('nothing administrative answers', async () => {
    const { client, userId } = await signedInUser(backend)
    const attempts = [
      client.auth.admin.listUsers(),
      client.auth.admin.getUserById(userId),
      client.auth.admin.createUser({ email: freshEmail() }),
      client.auth.admin.updateUserById(userId, { app_metadata: { admin: true } }),
      client.auth.admin.deleteUser(userId),
      client.auth.admin.inviteUserByEmail(freshEmail()),
      client.auth.admin.generateLink({ type: 'recovery', email: 'person-1@example.org' }),
    ]
    for (const { error } of await Promise.all(attempts)) {
      expect(error).toMatchObject({ code: 'not_admin', status: 403 })
    }
  })

  it('a user’s own token is not made administrative by the secret key beside it', async () => {
    const { session } = await signedInUser(backend)
    const answer = await fetch(`${backend.url}/auth/v1/admin/users`, {
      headers: { apikey: backend.ctx.keys.secretKey, authorization: `Bearer ${session.access_token}` },
    })
    expect(answer.status).toBe(403)
  })
})
