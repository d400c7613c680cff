/** The auth routes and the mailbox over a real database, with a clock that tests move. */

import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import type { Sql } from 'postgres'
import { WebSocket } from 'ws'
import type { GatewayConfig, GatewayContext } from '../../context.ts'
import { openPool } from '../../database.ts'
import { createMailbox, type Mailbox, type StoredMail } from '../../mail/mailer.ts'
import { createMailboxRoutes } from '../../mail/routes.ts'
import { openTestDatabase } from '../../testing/test-cluster.ts'
import { createAuthRoutes } from '../routes.ts'
import type { AuthOptions } from '../service.ts'

export interface AuthBackend {
  url: string
  ctx: GatewayContext
  /** As `supabase_auth_admin`. */
  sql: Sql
  /** As `supabase_admin`, the superuser. */
  admin: Sql
  authenticator: Sql
  mailbox: Mailbox
  mailboxSecret: string
  /** A client with its own session, in memory. */
  client(options?: { flow?: 'pkce' | 'implicit'; key?: string }): SupabaseClient
  /** A client with the secret key. */
  adminClient(): SupabaseClient
  /** Moves the server's clock. */
  passSeconds(seconds: number): void
  stop(): Promise<void>
}

export interface AuthBackendOptions {
  config?: Partial<GatewayConfig>
  auth?: Omit<AuthOptions, 'clock'>
  binDir?: string
}

const MAILBOX_SECRET = 'mailbox secret of the tests'

export async function startAuthBackend(options: AuthBackendOptions = {}): Promise<AuthBackend> {
  const { binDir } = options
  const { database, dataDir, secrets, remove } = await openTestDatabase({
    migrations: false,
    ...(binDir ? { binDir } : {}),
  })
  const pool = (role: Parameters<typeof database.urlOf>[0]) => openPool(database.urlOf(role), 4)
  const pools = {
    caller: pool('authenticator'),
    auth: pool('supabase_auth_admin'),
    storage: pool('supabase_storage_admin'),
  }
  const admin = openPool(database.adminUrl, 4)
  const mailbox = createMailbox(`${dataDir}/mailbox.json`)
  const { app, server, url } = await listen()
  const config = { accessTokenTtl: 3600, requireConfirmation: true, maxFileBytes: 1e6, rateLimitFactor: 1e6 }
  const ctx: GatewayContext = {
    pools,
    replicationUrl: database.adminUrl,
    keys: secrets,
    siteUrl: url,
    filesDir: dataDir,
    mailer: mailbox,
    config: { ...config, ...options.config },
    log: (line) => console.error(line),
  }
  const shift = { seconds: 0 }
  const clock = { now: () => new Date(Date.now() + shift.seconds * 1000) }
  app.route('/auth/v1', createAuthRoutes(ctx, { ...options.auth, clock }))
  app.route('/mailbox', createMailboxRoutes(ctx, MAILBOX_SECRET))

  return {
    url,
    ctx,
    sql: pools.auth,
    admin,
    authenticator: pools.caller,
    mailbox,
    mailboxSecret: MAILBOX_SECRET,
    client: ({ flow = 'implicit', key = secrets.publishableKey } = {}) => connect(url, key, flow),
    adminClient: () => connect(url, secrets.secretKey, 'implicit'),
    passSeconds: (seconds) => {
      shift.seconds += seconds
    },
    async stop() {
      server.close()
      await Promise.all([...Object.values(pools), admin].map((each) => each.end({ timeout: 1 })))
      await database.stop()
      await remove()
    },
  }
}

async function listen(): Promise<{ app: Hono; server: ServerType; url: string }> {
  const app = new Hono()
  const { server, address } = await new Promise<{ server: ServerType; address: AddressInfo }>((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (address) =>
      resolve({ server, address }),
    )
  })
  return { app, server, url: `http://127.0.0.1:${address.port}` }
}

function connect(url: string, key: string, flowType: 'pkce' | 'implicit'): SupabaseClient {
  return createClient(url, key, {
    auth: {
      flowType,
      autoRefreshToken: false,
      persistSession: true,
      storage: memory(),
      detectSessionInUrl: false,
    },
    // Node 20 has no WebSocket of its own, which the client asks for at once.
    realtime: { transport: WebSocket as never },
  })
}

function memory() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

let count = 0
/** An address that no other test uses. */
export const freshEmail = (name = 'person'): string => `${name}-${(count += 1)}@example.org`

export const PASSWORD = 'correct horse battery'

/** The newest mail to `address`. */
export function lastMail(backend: AuthBackend, address: string): StoredMail & { link: string; code: string } {
  const mail = backend.mailbox.list(address)[0]
  if (!mail) throw new Error(`no mail to ${address}`)
  const link = /^https?:\/\/\S+$/m.exec(mail.text)?.[0] ?? ''
  const code = /code: (\d{6})/.exec(mail.text)?.[1] ?? ''
  return { ...mail, link, code }
}

/** Opens a link as a browser does, without following; the address it leads to. */
export async function follow(link: string): Promise<URL> {
  const answer = await fetch(link, { redirect: 'manual' })
  if (answer.status !== 303)
    throw new Error(`expected a redirect, got ${answer.status}: ${await answer.text()}`)
  return new URL(answer.headers.get('location') ?? '')
}

export const fragmentOf = (url: URL): URLSearchParams => new URLSearchParams(url.hash.slice(1))

/** A confirmed account and a client signed in to it. */
export async function signedInUser(backend: AuthBackend, email = freshEmail()) {
  const client = backend.client()
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD })
  if (error || !data.user) throw new Error(`sign-up failed: ${error?.message}`)
  const verified = await client.auth.verifyOtp({ email, token: lastMail(backend, email).code, type: 'email' })
  if (verified.error || !verified.data.session) throw new Error(`verify failed: ${verified.error?.message}`)
  return { client, email, userId: data.user.id, session: verified.data.session }
}
