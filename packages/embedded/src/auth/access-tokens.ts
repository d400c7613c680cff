/** Access tokens: ES256 with the project's key; HS256 with the legacy secret is accepted, never issued. */
import { importJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { GatewayContext } from '../context.ts'
import { after, type Clock } from './clock.ts'
import { AuthFailure } from './errors.ts'

export interface AccessTokens {
  /** Signs `claims`, adding issuer and times. `expiresAt` is in seconds of the epoch. */
  sign(claims: JWTPayload): Promise<{ token: string; expiresAt: number }>
  /** The claims of a token that this project signed and that has not expired; throws `bad_jwt` (403). */
  verify(token: string): Promise<JWTPayload>
}

export const issuerOf = (siteUrl: string): string => `${siteUrl}/auth/v1`

export function createAccessTokens(ctx: GatewayContext, clock: Clock): AccessTokens {
  const { kid, privateJwk, publicJwk } = ctx.keys.signingKey
  const privateKey = importJWK(privateJwk, 'ES256')
  const publicKey = importJWK(publicJwk, 'ES256')
  const legacySecret = new TextEncoder().encode(ctx.keys.jwtSecret)

  return {
    async sign(claims) {
      const now = clock.now()
      const expiresAt = Math.floor(after(now, ctx.config.accessTokenTtl).getTime() / 1000)
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .setIssuer(issuerOf(ctx.siteUrl))
        .setIssuedAt(Math.floor(now.getTime() / 1000))
        .setExpirationTime(expiresAt)
        .sign(await privateKey)
      return { token, expiresAt }
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(
          token,
          async (header) => {
            if (header.alg === 'ES256' && header.kid === kid) return await publicKey
            if (header.alg === 'HS256') return legacySecret
            throw new Error(`unrecognized JWT kid ${header.kid} for algorithm ${header.alg}`)
          },
          { algorithms: ['ES256', 'HS256'], currentDate: clock.now() },
        )
        return payload
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown'
        throw new AuthFailure(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`)
      }
    },
  }
}
