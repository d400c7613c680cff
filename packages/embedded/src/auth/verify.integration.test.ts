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

async function signUp(redirectTo?: string) {
  const email = freshEmail()
  const options = redirectTo === undefined ? {} : { options: { emailRedirectTo: redirectTo } }
  await backend.client().auth.signUp({ email, password: PASSWORD, ...options })
  return { email, mail: lastMail(backend, email) }
}

const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''

describe('links', () => {
  it('work once: the second visit is told that the link has expired', async () => {
    const { mail } = await signUp(`${backend.url}/auth/callback`)
    expect(fragmentOf(await follow(mail.link)).get('access_token')).toMatch(/^ey/)
    const again = await follow(mail.link)
    expect(again.pathname).toBe('/auth/callback')
    expect(Object.fromEntries(fragmentOf(again))).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    })
  })

  it('work for one of several visitors in the same moment', async () => {
    const { mail } = await signUp()
    const visits = await Promise.all([1, 2, 3, 4].map(() => follow(mail.link)))
    const opened = visits.filter((target) => fragmentOf(target).has('access_token'))
    expect(opened).toHaveLength(1)
  })

  it('of two kinds, opened in the same moment, do not block each other', async () => {
    const { email, mail } = await signUp()
    await backend.client().auth.resetPasswordForEmail(email)
    const visits = await Promise.all([mail.link, lastMail(backend, email).link].map(follow))
    const codes = visits.map((target) => fragmentOf(target).get('error_code'))
    expect(codes.filter((code) => code === null).length).toBeGreaterThan(0)
    expect(codes).not.toContain('unexpected_failure')
  })

  it('expire after an hour', async () => {
    const { mail } = await signUp()
    backend.passSeconds(3601)
    expect(fragmentOf(await follow(mail.link)).get('error_code')).toBe('otp_expired')
  })

  it('are not used up by a HEAD request', async () => {
    const { mail } = await signUp()
    expect((await fetch(mail.link, { method: 'HEAD', redirect: 'manual' })).status).toBe(405)
    expect(fragmentOf(await follow(mail.link)).has('access_token')).toBe(true)
  })

  it('of the PKCE flow carry their errors in the query too', async () => {
    const email = freshEmail()
    await backend.client({ flow: 'pkce' }).auth.signUp({ email, password: PASSWORD })
    const { link } = lastMail(backend, email)
    expect((await follow(link)).searchParams.get('code')).not.toBeNull()
    const again = await follow(link)
    expect(again.searchParams.get('error_code')).toBe('otp_expired')
    expect(fragmentOf(again).get('error_code')).toBe('otp_expired')
  })

  it('of a kind do not open as another kind', async () => {
    const { mail } = await signUp()
    const url = new URL(mail.link)
    url.searchParams.set('type', 'recovery')
    expect(fragmentOf(await follow(url.href)).get('error_code')).toBe('otp_expired')
  })

  it('without a token or of an unknown type are refused as JSON or by redirect', async () => {
    const bare = await fetch(`${backend.url}/auth/v1/verify?type=signup`)
    expect(bare.status).toBe(400)
    const odd = await follow(`${backend.url}/auth/v1/verify?type=__proto__&token=x`)
    expect(fragmentOf(odd).get('error_code')).toBe('validation_failed')
  })

  it.each([
    'https://evil.example/steal',
    '//evil.example',
    'javascript:alert(1)',
    'http://127.0.0.1:1/other-port',
    'http://user:pass@127.0.0.1',
    '\\\\evil.example',
    'http://127.0.0.1.evil.example',
  ])('never lead to %s', async (wanted) => {
    const { mail } = await signUp(wanted)
    const target = await follow(mail.link)
    expect(target.origin).toBe(backend.url)
    const tampered = new URL((await signUp()).mail.link)
    tampered.searchParams.set('redirect_to', wanted)
    expect((await follow(tampered.href)).origin).toBe(backend.url)
  })

  it('may lead to another name of this machine on the same port', async () => {
    const wanted = `${backend.url.replace('127.0.0.1', 'localhost')}/auth/callback`
    const { mail } = await signUp(wanted)
    expect((await follow(mail.link)).href.startsWith(wanted)).toBe(true)
  })
})

describe('codes and token hashes', () => {
  it('open a session by code', async () => {
    const { email, mail } = await signUp()
    const { data, error } = await backend.client().auth.verifyOtp({ email, token: mail.code, type: 'signup' })
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(email)
    const link = await follow(mail.link)
    expect(fragmentOf(link).get('error_code')).toBe('otp_expired')
  })

  it('open a session by token hash', async () => {
    const { email, mail } = await signUp()
    const { data, error } = await backend
      .client()
      .auth.verifyOtp({ token_hash: tokenOf(mail.link), type: 'email' })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
  })

  it('die after five wrong guesses, while the link stays good', async () => {
    const { email, mail } = await signUp()
    const wrong = mail.code === '000000' ? '000001' : '000000'
    for (let guess = 0; guess < 5; guess += 1) {
      const { error } = await backend.client().auth.verifyOtp({ email, token: wrong, type: 'email' })
      expect(error).toMatchObject({ code: 'otp_expired', status: 403 })
    }
    const right = await backend.client().auth.verifyOtp({ email, token: mail.code, type: 'email' })
    expect(right.error).toMatchObject({ code: 'otp_expired', status: 403 })
    expect(fragmentOf(await follow(mail.link)).has('access_token')).toBe(true)
  })

  it('count guesses made in parallel', async () => {
    const { email, mail } = await signUp()
    const wrong = mail.code === '000000' ? '000001' : '000000'
    await Promise.all(
      Array.from({ length: 12 }, () =>
        backend.client().auth.verifyOtp({ email, token: wrong, type: 'email' }),
      ),
    )
    const right = await backend.client().auth.verifyOtp({ email, token: mail.code, type: 'email' })
    expect(right.error).toMatchObject({ code: 'otp_expired' })
  })

  it('of one address do not open another', async () => {
    const { mail } = await signUp()
    let other = await signUp()
    while (other.mail.code === mail.code) other = await signUp()
    const { error } = await backend
      .client()
      .auth.verifyOtp({ email: other.email, token: mail.code, type: 'email' })
    expect(error).toMatchObject({ code: 'otp_expired' })
  })

  it('answer the same for an unknown address as for a wrong code', async () => {
    const { email, mail } = await signUp()
    const wrong = mail.code === '000000' ? '000001' : '000000'
    const known = await backend.client().auth.verifyOtp({ email, token: wrong, type: 'email' })
    const unknown = await backend
      .client()
      .auth.verifyOtp({ email: freshEmail(), token: wrong, type: 'email' })
    expect(unknown.error?.message).toBe(known.error?.message)
    expect(unknown.error).toMatchObject({ code: known.error?.code, status: known.error?.status })
  })

  it('are stored as digests only', async () => {
    const { mail } = await signUp()
    const dump = JSON.stringify(await backend.sql`select * from auth.one_time_tokens`)
    expect(dump).not.toContain(tokenOf(mail.link))
    expect(dump).not.toContain(`"${mail.code}"`)
  })

  it('end with the account’s ban', async () => {
    const { email, userId } = await signedInUser(backend)
    await backend.client().auth.signInWithOtp({ email })
    await backend.adminClient().auth.admin.updateUserById(userId, { ban_duration: '1h' })
    const target = await follow(lastMail(backend, email).link)
    expect(fragmentOf(target).get('error_code')).toBe('user_banned')
  })
})
