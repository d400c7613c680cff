import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AuthFailure } from './errors.ts'
import {
  allowedRedirect,
  codeRedirect,
  errorRedirect,
  messageRedirect,
  sessionRedirect,
} from './redirects.ts'

const SITE = 'https://plinth.example:8443'

describe('the redirect allow-list', () => {
  it.each([
    `${SITE}/auth/callback?x=1#y`,
    'https://localhost:8443/a',
    'https://127.0.0.1:8443/a',
    'https://[::1]:8443/a',
  ])('allows %s', (wanted) => {
    expect(allowedRedirect(wanted, SITE)).toBe(wanted)
  })

  it.each([
    undefined,
    null,
    '',
    '/relative',
    '//evil.example',
    'https://evil.example:8443',
    'http://plinth.example:8443/',
    'https://plinth.example/',
    'https://plinth.example:8443@evil.example/',
    'https://user@plinth.example:8443/',
    'https://sub.plinth.example:8443/',
    'https://127.0.0.1/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https:evil.example',
    'https://plinth.example:8443.evil.example/',
    'https://plinth.example\u3002evil.example:8443/',
  ])('sends %j home', (wanted) => {
    expect(allowedRedirect(wanted, SITE)).toBe(SITE)
  })

  it('never answers with another origin, whatever it is given', () => {
    const hosts = [
      'https://plinth.example:8443',
      'https://localhost:8443',
      'https://127.0.0.1:8443',
      'https://[::1]:8443',
    ]
    const text = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.string().map((tail) => `${SITE}${tail}`),
    )
    fc.assert(
      fc.property(text, (wanted) => {
        expect(hosts).toContain(new URL(allowedRedirect(wanted, SITE)).origin)
      }),
    )
  })
})

describe('what redirects carry', () => {
  const failure = new AuthFailure(403, 'otp_expired', 'Email link is invalid or has expired')
  const fields =
    'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired'

  it('errors go into the fragment, and into the query for PKCE', () => {
    expect(errorRedirect(`${SITE}/a?b=c`, failure, false)).toBe(`${SITE}/a?b=c#${fields}&sb=`)
    expect(errorRedirect(`${SITE}/a?b=c`, failure, true)).toBe(`${SITE}/a?b=c&${fields}#${fields}&sb=`)
  })

  it('messages and codes are encoded', () => {
    expect(messageRedirect(`${SITE}/`, 'go on', false)).toBe(`${SITE}/#message=go+on&sb=`)
    expect(codeRedirect(`${SITE}/?code=old`, 'a&b')).toBe(`${SITE}/?code=a%26b`)
  })

  it('sessions stand in the fragment alone', () => {
    const session = {
      access_token: 'a',
      token_type: 'bearer',
      expires_in: 60,
      expires_at: 99,
      refresh_token: 'r',
    }
    const url = new URL(sessionRedirect(`${SITE}/#old`, 'signup', session))
    expect(url.search).toBe('')
    expect(Object.fromEntries(new URLSearchParams(url.hash.slice(1)))).toEqual({
      access_token: 'a',
      expires_at: '99',
      expires_in: '60',
      refresh_token: 'r',
      token_type: 'bearer',
      type: 'signup',
      sb: '',
    })
  })
})
