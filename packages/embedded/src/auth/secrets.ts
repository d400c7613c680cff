/** Random tokens and their digests. Nothing that opens an account is stored as it is sent. */
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { limits } from './limits.ts'

const TOKEN_BYTES = 32

/** 256 random bits, safe in a URL. */
export const randomToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** A code to type, such as `042917`. */
export const randomCode = (): string =>
  String(randomInt(10 ** limits.codeDigits)).padStart(limits.codeDigits, '0')

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Keyed digest for values that are too short to hash alone, and for derived tokens. */
export const keyedDigest = (secret: string, purpose: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}\0${text}`).digest()

/** Compares without telling by time where the difference is. */
export function sameSecret(left: string, right: string): boolean {
  return timingSafeEqual(
    createHash('sha256').update(left).digest(),
    createHash('sha256').update(right).digest(),
  )
}
