import type { JWTPayload } from 'jose'

/** A page sends the same token with every request; looking at its signature each time costs as much as a small query. */
const MOST = 1_000

/**
 * Claims of tokens whose signature was found good, by the whole token, for as long as they are valid. The oldest goes when there
 * are too many. `now` in seconds since 1970.
 */
export class VerifiedTokens {
  private readonly claims = new Map<string, JWTPayload>()
  private readonly toleranceS: number
  private readonly now: () => number

  constructor(toleranceS: number, now: () => number = () => Date.now() / 1_000) {
    this.toleranceS = toleranceS
    this.now = now
  }

  get(token: string): JWTPayload | undefined {
    const claims = this.claims.get(token)
    if (!claims || this.isValid(claims)) return claims
    this.claims.delete(token)
    return undefined
  }

  /** Keeps nothing of a token without an end, which the project's keys alone could be. */
  set(token: string, claims: JWTPayload): void {
    if (claims.exp === undefined) return
    this.claims.set(token, claims)
    if (this.claims.size <= MOST) return
    const [oldest] = this.claims.keys()
    this.claims.delete(oldest!)
  }

  private isValid({ exp = 0, nbf = 0 }: JWTPayload): boolean {
    const now = Math.floor(this.now())
    return exp > now - this.toleranceS && nbf <= now + this.toleranceS
  }
}
