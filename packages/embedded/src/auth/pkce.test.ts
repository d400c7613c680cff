import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answersChallenge, readChallenge } from './pkce.ts'
import type { Body } from './request.ts'

const bodyOf = (challenge: string, method: string): Body => ({
  text: (name) => (name === 'code_challenge' ? challenge : method),
  optionalText: () => null,
  flag: (_name, fallback) => fallback,
  object: () => null,
})

const CHALLENGE = 'a'.repeat(43)

describe('PKCE', () => {
  it('accepts the verifier of RFC 7636, appendix B', () => {
    const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    expect(answersChallenge(verifier, { challenge, challengeMethod: 's256' })).toBe(true)
    expect(answersChallenge(`${verifier}x`, { challenge, challengeMethod: 's256' })).toBe(false)
  })

  it('accepts no other verifier', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (verifier, other) => {
        const challenge = createHash('sha256').update(verifier).digest('base64url')
        const isAnswer = answersChallenge(other, { challenge, challengeMethod: 's256' })
        expect(isAnswer).toBe(verifier === other)
      }),
    )
  })

  it('reads a challenge with its method in any case, or none', () => {
    expect(readChallenge(bodyOf(CHALLENGE, 'S256'))).toEqual({
      challenge: CHALLENGE,
      challengeMethod: 's256',
    })
    expect(readChallenge(bodyOf(CHALLENGE, 'plain'))).toMatchObject({ challengeMethod: 'plain' })
    expect(readChallenge(bodyOf('', ''))).toBeNull()
  })

  it.each([
    [CHALLENGE, ''],
    ['', 's256'],
    ['a'.repeat(42), 's256'],
    ['a'.repeat(129), 's256'],
    [`${'a'.repeat(42)}!`, 's256'],
    [CHALLENGE, 'md5'],
  ])('refuses the challenge %s with method "%s"', (challenge, method) => {
    expect(() => readChallenge(bodyOf(challenge, method))).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    )
  })
})
