import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthBackend, freshEmail, lastMail, PASSWORD, startAuthBackend } from './testing/auth-backend.ts'

let strict: AuthBackend
beforeAll(async () => {
  strict = await startAuthBackend({ config: { rateLimitFactor: 1 } })
})
afterAll(() => strict.stop())

const guessPassword = () =>
  strict.client().auth.signInWithPassword({ email: freshEmail(), password: 'a wrong guess' })

const exchangeFrom = (forwardedFor: string) =>
  fetch(`${strict.url}/auth/v1/token?grant_type=pkce`, {
    method: 'POST',
    headers: { apikey: strict.ctx.keys.publishableKey, 'x-forwarded-for': forwardedFor },
    body: '{"auth_code":"x","code_verifier":"y"}',
  })

describe('rate limits', () => {
  it('allow one mail a minute to an address, known or not, and tell when the next may go', async () => {
    const known = freshEmail()
    await strict
      .adminClient()
      .auth.admin.createUser({ email: known, password: PASSWORD, email_confirm: true })
    for (const email of [known, freshEmail('nobody')]) {
      const send = () => strict.client().auth.resetPasswordForEmail(email)
      expect((await send()).error).toBeNull()
      const { error } = await send()
      expect(error).toMatchObject({ code: 'over_email_send_rate_limit', status: 429 })
      expect(error?.message).toMatch(
        /^For security purposes, you can only request this after (59|60) seconds\.$/,
      )
    }
    strict.passSeconds(61)
    expect((await strict.client().auth.resetPasswordForEmail(known)).error).toBeNull()
    expect(lastMail(strict, known).subject).toBe('Reset your password')
  })

  it('answer repeated sign-ups alike for taken and free addresses', async () => {
    const taken = freshEmail()
    await strict
      .adminClient()
      .auth.admin.createUser({ email: taken, password: PASSWORD, email_confirm: true })
    const outcomes = []
    for (const email of [taken, freshEmail('free')]) {
      const signUp = () => strict.client().auth.signUp({ email, password: PASSWORD })
      outcomes.push([(await signUp()).error?.code, (await signUp()).error?.code])
    }
    expect(outcomes[0]).toEqual([undefined, 'over_email_send_rate_limit'])
    expect(outcomes[1]).toEqual(outcomes[0])
  })

  it('stop guessing passwords from one address of the network', async () => {
    const codes = []
    for (let i = 0; i < 32; i += 1) codes.push((await guessPassword()).error?.code)
    expect(codes.slice(0, 30).every((code) => code === 'invalid_credentials')).toBe(true)
    expect(codes.at(-1)).toBe('over_request_rate_limit')
  })

  it('are not escaped by forged forwarding headers', async () => {
    // A proxy on this machine appends the true peer; what stands before it is the client's claim.
    const statuses = []
    for (let i = 0; i < 31; i += 1) statuses.push((await exchangeFrom(`198.51.100.${i}, 203.0.113.7`)).status)
    expect(statuses[0]).toBe(404)
    expect(statuses.at(-1)).toBe(429)
  })
})
