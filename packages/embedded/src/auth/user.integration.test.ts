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

async function getUser(accessToken: string) {
  const answer = await fetch(`${backend.url}/auth/v1/user`, {
    headers: {
      apikey: backend.ctx.keys.publishableKey,
      authorization: `Bearer ${accessToken}`,
      'x-supabase-api-version': '2024-01-01',
    },
  })
  return { status: answer.status, body: await answer.json() }
}

describe('metadata', () => {
  it('is merged by key, and null removes a key', async () => {
    const { client } = await signedInUser(backend)
    await client.auth.updateUser({ data: { name: 'Ada', theme: 'dark' } })
    const { data } = await client.auth.updateUser({ data: { theme: null, avatar: { color: 3 } } })
    expect(data.user?.user_metadata).toEqual({ name: 'Ada', avatar: { color: 3 }, email_verified: true })
  })

  it('of the application is closed to its user', async () => {
    const { session } = await signedInUser(backend)
    const answer = await fetch(`${backend.url}/auth/v1/user`, {
      method: 'PUT',
      headers: { apikey: backend.ctx.keys.publishableKey, authorization: `Bearer ${session.access_token}` },
      body: JSON.stringify({ app_metadata: { admin: true } }),
    })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ error_code: 'not_admin' })
  })

  it('cannot change role, audience or confirmation', async () => {
    const { session, userId } = await signedInUser(backend)
    await fetch(`${backend.url}/auth/v1/user`, {
      method: 'PUT',
      headers: { apikey: backend.ctx.keys.publishableKey, authorization: `Bearer ${session.access_token}` },
      body: JSON.stringify({ role: 'service_role', aud: 'x', is_super_admin: true, id: freshEmail() }),
    })
    const rows = await backend.sql`select role, aud, is_super_admin from auth.users where id = ${userId}`
    expect(rows[0]).toEqual({ role: 'authenticated', aud: 'authenticated', is_super_admin: null })
  })
})

describe('password change', () => {
  it('ends the other sessions and keeps this one', async () => {
    const { client, email, session } = await signedInUser(backend)
    const other = backend.client()
    await other.auth.signInWithPassword({ email, password: PASSWORD })
    expect((await client.auth.updateUser({ password: 'a new password' })).error).toBeNull()
    expect((await getUser(session.access_token)).status).toBe(200)
    expect((await other.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  })

  it('ends the links that are under way', async () => {
    const { client, email } = await signedInUser(backend)
    await backend.client().auth.resetPasswordForEmail(email)
    await client.auth.updateUser({ password: 'a new password' })
    expect((await follow(lastMail(backend, email).link)).hash).toContain('otp_expired')
  })

  it('refuses the present password and a weak one', async () => {
    const { client } = await signedInUser(backend)
    const same = await client.auth.updateUser({ password: PASSWORD })
    expect(same.error).toMatchObject({ code: 'same_password', status: 422 })
    const weak = await client.auth.updateUser({ password: 'short' })
    expect(weak.error).toMatchObject({ code: 'weak_password', status: 422 })
  })

  it('in a session older than a day checks the mailed code, if one is given', async () => {
    const { client, email } = await signedInUser(backend)
    backend.passSeconds(86_500)
    await client.auth.refreshSession()
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const { code } = lastMail(backend, email)
    const wrong = await client.auth.updateUser({
      password: 'a new password',
      nonce: code === '000000' ? '000001' : '000000',
    })
    expect(wrong.error).toMatchObject({ code: 'reauthentication_not_valid', status: 422 })
    const right = await client.auth.updateUser({ password: 'a new password', nonce: code })
    expect(right.error).toBeNull()
  })
})

describe('e-mail change', () => {
  it('takes effect once both addresses have confirmed', async () => {
    const { client, email, userId } = await signedInUser(backend)
    const newEmail = freshEmail('new')
    const { data, error } = await client.auth.updateUser({ email: newEmail })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, new_email: newEmail })
    expect(lastMail(backend, newEmail).subject).toBe('Confirm your new address')
    expect(lastMail(backend, email).text).toContain(newEmail)

    const first = await follow(lastMail(backend, newEmail).link)
    expect(first.hash).toContain('message=Confirmation+link+accepted')
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
    const second = await follow(lastMail(backend, email).link)
    expect(second.hash).toContain('access_token')
    expect((await client.auth.getUser()).data.user).toMatchObject({ id: userId, email: newEmail })
    const { data: identities } = await client.auth.getUserIdentities()
    expect(identities?.identities[0]?.identity_data).toMatchObject({ email: newEmail, email_verified: true })
    const signIn = await backend.client().auth.signInWithPassword({ email: newEmail, password: PASSWORD })
    expect(signIn.error).toBeNull()
  })

  it('works by codes too, and the same side cannot confirm twice', async () => {
    const { client, email } = await signedInUser(backend)
    const newEmail = freshEmail('new')
    await client.auth.updateUser({ email: newEmail })
    const { code } = lastMail(backend, newEmail)
    const one = await client.auth.verifyOtp({ email: newEmail, token: code, type: 'email_change' })
    expect(one).toMatchObject({ error: null, data: { user: null, session: null } })
    const twice = await client.auth.verifyOtp({ email: newEmail, token: code, type: 'email_change' })
    expect(twice.error).toMatchObject({ code: 'otp_expired' })
    const two = await client.auth.verifyOtp({
      email,
      token: lastMail(backend, email).code,
      type: 'email_change',
    })
    expect(two.data.user?.email).toBe(newEmail)
  })

  it('can be sent again', async () => {
    const { client, email } = await signedInUser(backend)
    const newEmail = freshEmail('new')
    await client.auth.updateUser({ email: newEmail })
    expect((await client.auth.resend({ type: 'email_change', email })).error).toBeNull()
    expect(backend.mailbox.list(newEmail)).toHaveLength(2)
  })

  it('refuses an address that has an account, also if it came to one in the meantime', async () => {
    const { client, email } = await signedInUser(backend)
    const { email: taken } = await signedInUser(backend)
    const refused = await client.auth.updateUser({ email: taken })
    expect(refused.error).toMatchObject({ code: 'email_exists', status: 422 })

    const contested = freshEmail('contested')
    await client.auth.updateUser({ email: contested })
    await follow(lastMail(backend, email).link)
    const { link } = lastMail(backend, contested)
    await signedInUser(backend, contested)
    expect((await follow(link)).hash).toContain('email_exists')
  })
})

describe('sign-out', () => {
  it('ends the session: its tokens refresh nothing and name no session', async () => {
    const { client, session } = await signedInUser(backend)
    expect((await client.auth.signOut()).error).toBeNull()
    expect(await getUser(session.access_token)).toEqual({
      status: 403,
      body: { code: 'session_not_found', message: 'Session from session_id claim in JWT does not exist' },
    })
    const { error } = await backend.client().auth.refreshSession({ refresh_token: session.refresh_token })
    expect(error).toMatchObject({ code: 'refresh_token_not_found' })
    const late = await backend.client().auth.getUser(session.access_token)
    expect(late.error?.name).toBe('AuthSessionMissingError')
  })

  it.each([
    ['local', { here: 403, elsewhere: 200 }],
    ['others', { here: 200, elsewhere: 403 }],
    ['global', { here: 403, elsewhere: 403 }],
  ] as const)('with scope %s ends the sessions meant', async (scope, expected) => {
    const { client, email, session } = await signedInUser(backend)
    const other = await backend.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect((await client.auth.signOut({ scope })).error).toBeNull()
    expect({
      here: (await getUser(session.access_token)).status,
      elsewhere: (await getUser(other.data.session?.access_token ?? '')).status,
    }).toEqual(expected)
  })

  it('of one person leaves others signed in', async () => {
    const leaver = await signedInUser(backend)
    const stayer = await signedInUser(backend)
    await leaver.client.auth.signOut()
    expect((await getUser(stayer.session.access_token)).status).toBe(200)
  })
})
