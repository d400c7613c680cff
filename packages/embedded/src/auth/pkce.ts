/** PKCE (RFC 7636): the browser that asked for a mail proves itself when the link's code is exchanged. */
import { createHash } from 'node:crypto'
import { invalidRequest } from './errors.ts'
import type { Body } from './request.ts'
import { sameSecret } from './secrets.ts'

export interface Challenge {
  challenge: string
  challengeMethod: 's256' | 'plain'
}

/** Links of this flow say so in their token, so that errors can be put where the client looks. */
export const PKCE_PREFIX = 'pkce_'

/** RFC 7636, section 4.2. */
const CHALLENGE = /^[A-Za-z0-9._~-]+$/
const MIN_LENGTH = 43
const MAX_LENGTH = 128

/** The challenge of a request, or null in the implicit flow; throws `validation_failed`. */
export function readChallenge(body: Body): Challenge | null {
  const challenge = body.text('code_challenge')
  const method = body.text('code_challenge_method').toLowerCase()
  if (challenge === '' && method === '') return null
  if (challenge === '' || method === '') {
    throw invalidRequest('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (challenge.length < MIN_LENGTH || challenge.length > MAX_LENGTH) {
    throw invalidRequest(`code challenge has to be between ${MIN_LENGTH} and ${MAX_LENGTH} characters`)
  }
  if (!CHALLENGE.test(challenge)) {
    throw invalidRequest(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    )
  }
  if (method !== 's256' && method !== 'plain') {
    throw invalidRequest(`unsupported code_challenge method "${method}"`)
  }
  return { challenge, challengeMethod: method }
}

export function answersChallenge(verifier: string, { challenge, challengeMethod }: Challenge): boolean {
  const answer =
    challengeMethod === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  return sameSecret(answer, challenge)
}
