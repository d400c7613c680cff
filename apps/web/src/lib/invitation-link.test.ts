import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invitationLink, readInvitationFragment } from './invitation-link.ts'

const origin = 'https://plinth.example'

describe('invitation links', () => {
  it('give back every token and project that they were made of', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.webUrl(),
        fc.string({ minLength: 10 }),
        (token, url, key) => {
          const link = new URL(invitationLink(token, { url, publishableKey: key, embedded: false }, origin))
          expect(readInvitationFragment(link.hash)).toEqual({ token, project: { url, publishableKey: key } })
        },
      ),
    )
    // fast-check builds its grammar of addresses at the first use, which takes seconds on a busy machine.
  }, 20_000)

  it('keep the token out of what a browser sends', () => {
    const link = new URL(
      invitationLink('secret', { url: origin, publishableKey: 'k', embedded: true }, origin),
    )
    expect(link.pathname + link.search).not.toContain('secret')
  })

  it('name no project on the embedded backend, which serves the app itself', () => {
    const link = invitationLink('secret', { url: origin, publishableKey: 'k', embedded: true }, origin)
    expect(readInvitationFragment(new URL(link).hash)?.project).toBeNull()
  })

  it('may be a bare token', () => {
    expect(readInvitationFragment('#abc-123')).toEqual({ token: 'abc-123', project: null })
    expect(readInvitationFragment('')).toBeNull()
  })
})
