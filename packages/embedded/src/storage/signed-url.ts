import { createHmac } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { failures } from './storage-failure.ts'

/**
 * Tokens of signed file addresses. Each purpose has a key of its own, derived from the project's secret:
 * a download token is no upload token, and neither can be a session.
 */
export type Purpose = 'download' | 'upload'

export interface UploadGrant {
  owner: string | null
  upsert: boolean
}

function keyOf(secret: string, purpose: Purpose): Uint8Array {
  return createHmac('sha256', secret).update(`storage signed ${purpose} url`).digest()
}

/** A token for the object `bucket/key` that ends after `seconds`. */
export function signDownload(secret: string, url: string, seconds: number): Promise<string> {
  return sign(keyOf(secret, 'download'), { url }, seconds)
}

export function signUpload(
  secret: string,
  { url, grant }: { url: string; grant: UploadGrant },
  seconds: number,
): Promise<string> {
  return sign(keyOf(secret, 'upload'), { url, ...grant }, seconds)
}

function sign(key: Uint8Array, claims: Record<string, unknown>, seconds: number): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + seconds
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(exp).sign(key)
}

/** Checks that the token is meant for this object. Throws refusals. */
export async function verifySigned(
  secret: string,
  purpose: Purpose,
  { url, token }: { url: string; token: string | undefined },
): Promise<UploadGrant> {
  if (!token) throw failures.invalidToken("querystring must have required property 'token'")
  const claims = await jwtVerify(token, keyOf(secret, purpose), { algorithms: ['HS256'] }).then(
    ({ payload }) => payload,
    (error: unknown) => {
      throw failures.invalidToken(error instanceof errors.JOSEError ? error.message : 'invalid token')
    },
  )
  if (claims['url'] !== url || claims.exp === undefined) throw failures.invalidSignature()
  const { owner } = claims
  return { owner: typeof owner === 'string' ? owner : null, upsert: claims['upsert'] === true }
}
