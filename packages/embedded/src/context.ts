import type { Sql } from 'postgres'
import type { Mailer } from './mail/mailer.ts'

/**
 * What every module of the gateway receives. Each pool connects as the role that the hosted
 * provider's service of that name uses, so that no module can do more here than it could there.
 */
export interface GatewayContext {
  pools: {
    /** Role `authenticator` (NOINHERIT): switches to the caller's role inside each transaction. */
    caller: Sql
    /** Role `supabase_auth_admin`: owns schema `auth`. */
    auth: Sql
    /** Role `supabase_storage_admin`: owns schema `storage`. */
    storage: Sql
  }
  /** Connection string of a role with REPLICATION, for the logical decoding of `realtime.messages`. */
  replicationUrl: string
  keys: ProjectKeys
  /** Origin the browser sees, such as `http://127.0.0.1:8000`, without a trailing slash. */
  siteUrl: string
  /** Folder of stored files; exists and is writable. */
  filesDir: string
  mailer: Mailer
  config: GatewayConfig
  log: (line: string) => void
}

export interface ProjectKeys {
  /** Sent as `apikey` by browsers; grants role `anon`. */
  publishableKey: string
  /** Grants role `service_role`. Never leaves this machine. */
  secretKey: string
  /** ES256 key pair that signs access tokens, as JWKs with `kid`. */
  signingKey: { kid: string; privateJwk: JsonWebKey; publicJwk: JsonWebKey }
  /** Shared secret for legacy HS256 tokens and for signed file URLs. */
  jwtSecret: string
}

export interface GatewayConfig {
  /** Seconds an access token lives. */
  accessTokenTtl: number
  /** Sign-up needs a confirmed e-mail address. */
  requireConfirmation: boolean
  /** Largest stored file, in bytes. */
  maxFileBytes: number
  /** Multiplies the rate limits of auth routes; tests raise it. */
  rateLimitFactor: number
}

/** Who calls: the verified token's role and claims, or the bare key's role. */
export interface Identity {
  role: 'anon' | 'authenticated' | 'service_role'
  /** Claims as the provider passes them in `request.jwt.claims`. */
  claims: Record<string, unknown>
  userId: string | null
}
