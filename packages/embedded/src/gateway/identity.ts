import { timingSafeEqual } from 'node:crypto'
import { errors, importJWK, type JWTPayload, jwtVerify } from 'jose'
import type { TransactionSql } from 'postgres'
import type { GatewayContext, Identity } from '../context.ts'
import { type ApiError, apiError, type Result } from './api-error.ts'
import { timeoutOf } from './role-settings.ts'
import { VerifiedTokens } from './verified-tokens.ts'

/** Clocks that differ by so many seconds do no harm. */
const TOLERANCE_S = 30

const ROLES = ['anon', 'authenticated', 'service_role'] as const

/**
 * Who calls, by the project key (`apikey` header or query parameter, which every request needs) and the
 * bearer token. A key in place of the token means the key's own role. Refuses with 401.
 */
export async function identify(ctx: GatewayContext, request: Request): Promise<Result<Identity>> {
  const key = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey')
  if (!key)
    return refused('No API key found in request', 'No `apikey` request header or url param was found.')
  const byKey = await identityOfKey(ctx, key)
  if (!byKey) return refused('Invalid API key', 'Double check your API key.')
  const header = request.headers.get('authorization')
  const token = header === null ? undefined : /^bearer\s+(\S+)$/i.exec(header)?.[1]
  if (header !== null && token === undefined && header.trim() !== '') {
    return { ok: false, error: tokenError('PGRST301', 'Only Bearer tokens are accepted') }
  }
  if (token === undefined || token === key) return { ok: true, value: byKey }
  return identifyToken(ctx, token)
}

/** Who a bearer token speaks for: one of the two keys, or a token signed by this project. */
export async function identifyToken(ctx: GatewayContext, token: string): Promise<Result<Identity>> {
  const plain = identityOfPlainKey(ctx, token)
  if (plain) return { ok: true, value: plain }
  try {
    const identity = identityOfClaims(await verifyToken(ctx, token))
    if (identity) return { ok: true, value: identity }
    return { ok: false, error: tokenError('PGRST303', 'The token names no role of this project') }
  } catch (error) {
    return { ok: false, error: verificationError(error) }
  }
}

/** Verified claims of a token: ES256 by the project's key, HS256 by its legacy secret. Throws jose errors. */
export async function verifyToken(ctx: GatewayContext, token: string): Promise<JWTPayload> {
  const verified = verifiedTokens(ctx)
  const known = verified.get(token)
  if (known) return known
  const { payload } = await checkSignature(ctx, token)
  verified.set(token, payload)
  return payload
}

function checkSignature(ctx: GatewayContext, token: string) {
  return jwtVerify(
    token,
    async ({ alg, kid }) => {
      if (alg === 'HS256') return new TextEncoder().encode(ctx.keys.jwtSecret)
      if (kid === ctx.keys.signingKey.kid) return publicKey(ctx)
      throw new errors.JWKSNoMatchingKey()
    },
    { algorithms: ['ES256', 'HS256'], clockTolerance: TOLERANCE_S },
  )
}

const tokensOf = new WeakMap<GatewayContext, VerifiedTokens>()

function verifiedTokens(ctx: GatewayContext): VerifiedTokens {
  const known = tokensOf.get(ctx) ?? new VerifiedTokens(TOLERANCE_S)
  tokensOf.set(ctx, known)
  return known
}

const publicKeys = new WeakMap<GatewayContext, Promise<CryptoKey | Uint8Array>>()

function publicKey(ctx: GatewayContext): Promise<CryptoKey | Uint8Array> {
  const known = publicKeys.get(ctx)
  if (known) return known
  const imported = importJWK(ctx.keys.signingKey.publicJwk, 'ES256')
  publicKeys.set(ctx, imported)
  return imported
}

async function identityOfKey(ctx: GatewayContext, key: string): Promise<Identity | undefined> {
  const plain = identityOfPlainKey(ctx, key)
  if (plain || !key.includes('.')) return plain
  const claims = await verifyToken(ctx, key).catch(() => undefined)
  // A user's token is no key: only the two roles that legacy keys had are.
  if (claims?.role !== 'anon' && claims?.role !== 'service_role') return undefined
  return identityOfClaims(claims)
}

function identityOfPlainKey(ctx: GatewayContext, key: string): Identity | undefined {
  if (equalText(key, ctx.keys.publishableKey)) return bareIdentity('anon')
  if (equalText(key, ctx.keys.secretKey)) return bareIdentity('service_role')
  return undefined
}

function bareIdentity(role: 'anon' | 'service_role'): Identity {
  return { role, claims: { role }, userId: null }
}

function identityOfClaims(claims: JWTPayload): Identity | undefined {
  const role = ROLES.find((known) => known === claims.role)
  if (!role) return undefined
  return { role, claims, userId: claims.sub ?? null }
}

/** Compares without telling by the time taken where two texts differ. */
function equalText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

function refused(message: string, hint: string): Result<never> {
  return { ok: false, error: apiError(401, '401', message, { hint }) }
}

function tokenError(code: string, message: string): ApiError {
  const challenge = `Bearer error="invalid_token", error_description="${message}"`
  return apiError(401, code, message, { headers: { 'www-authenticate': challenge } })
}

function verificationError(error: unknown): ApiError {
  if (error instanceof errors.JWTExpired) return tokenError('PGRST303', 'JWT expired')
  if (error instanceof errors.JWTClaimValidationFailed) return tokenError('PGRST303', 'JWT not yet valid')
  if (error instanceof errors.JOSEError) return tokenError('PGRST301', 'No suitable key or wrong key type')
  throw error
}

/** What of a request the database can see. */
export interface CallerRequest {
  method: string
  /** Path below the service, such as `/rpc/rows_window`. */
  path: string
  headers: Headers
}

export interface CallerOptions {
  /** Overrides the role's statement timeout: that of the called function. Postgres's own notation. */
  statementTimeout?: string | undefined
  /** Schemas where names without one are looked for, as SQL; otherwise the database's own setting. */
  searchPath?: string
  /** The transaction refuses writes. */
  readOnly?: boolean
}

/**
 * Runs `fn` in one transaction as the caller: role, claims, headers and timeout are set locally, so that
 * policies decide and nothing outlives the transaction. The settings travel with the first query of `fn`.
 */
export async function asCaller<T>(
  ctx: GatewayContext,
  identity: Identity,
  request: CallerRequest,
  fn: (sql: TransactionSql) => Promise<T>,
  options: CallerOptions = {},
): Promise<T> {
  const timeout = options.statementTimeout ?? (await timeoutOf(ctx, identity.role))
  const mode = options.readOnly ? 'read only' : 'read write'
  return ctx.pools.caller.begin(mode, async (sql) => {
    const settings = sql`
      select set_config('role', ${identity.role}, true),
        set_config('request.jwt.claims', ${JSON.stringify(identity.claims)}, true),
        set_config('request.jwt.claim.sub', ${identity.userId ?? ''}, true),
        set_config('request.jwt.claim.role', ${identity.role}, true),
        set_config('request.method', ${request.method}, true),
        set_config('request.path', ${request.path}, true),
        set_config('request.headers', ${JSON.stringify(Object.fromEntries(request.headers))}, true),
        set_config('statement_timeout', ${timeout}, true),
        set_config('search_path', coalesce(${options.searchPath ?? null}, current_setting('search_path')), true)`.execute()
    // Sent at once, awaited together: the two queries share one round trip, and the second runs after
    // the first because a connection works in order.
    const [, value] = await Promise.all([settings, fn(sql)])
    return value
  }) as Promise<T>
}
