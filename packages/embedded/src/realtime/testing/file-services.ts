/** Storage and realtime over a real database and a real HTTP server, without our migrations. */

import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import { importJWK, SignJWT } from 'jose'
import type { Sql } from 'postgres'
import { WebSocket } from 'ws'
import type { GatewayContext } from '../../context.ts'
import { openPool } from '../../database.ts'
import { createMailbox } from '../../mail/mailer.ts'
import { createStorageRoutes } from '../../storage/routes.ts'
import { openTestDatabase } from '../../testing/test-cluster.ts'
import { REALTIME_LIMITS, type RealtimeLimits } from '../limits.ts'
import { type RealtimeServer, startRealtime } from '../server.ts'

export interface FileServices {
  url: string
  ctx: GatewayContext
  realtime: RealtimeServer
  /** As `postgres`: not a superuser, bypasses policies. */
  sql: Sql
  /** As `supabase_admin`, the superuser. */
  admin: Sql
  logged: string[]
  /** An access token of this user. */
  token(userId: string, options?: { seconds?: number; claims?: Record<string, unknown> }): Promise<string>
  /** A client by user, by the secret key, or as nobody. */
  client(caller: string | 'nobody' | 'service', options?: { vsn?: string }): Promise<SupabaseClient>
  stop(): Promise<void>
}

export interface FileServicesOptions {
  limits?: Partial<RealtimeLimits>
  maxFileBytes?: number
  binDir?: string
  /** Reads messages as a role that may not replicate, so that the feed polls. */
  withoutReplication?: boolean
}

export async function startFileServices(options: FileServicesOptions = {}): Promise<FileServices> {
  const { binDir, withoutReplication = false } = options
  const { database, dataDir, secrets, remove } = await openTestDatabase({
    migrations: false,
    ...(binDir ? { binDir } : {}),
  })
  const filesDir = await mkdtemp(join(tmpdir(), 'plinth-files-'))
  const pool = (role: Parameters<typeof database.urlOf>[0]) => openPool(database.urlOf(role), 4)
  const sql = openPool(database.ownerUrl, 4)
  const admin = pool('supabase_admin')
  const pools = {
    caller: pool('authenticator'),
    auth: pool('supabase_auth_admin'),
    storage: pool('supabase_storage_admin'),
  }
  const logged: string[] = []
  const ctx: GatewayContext = {
    pools,
    replicationUrl: database.urlOf(withoutReplication ? 'authenticator' : 'supabase_admin'),
    keys: secrets,
    siteUrl: '',
    filesDir,
    mailer: createMailbox(join(dataDir, 'mailbox.json')),
    config: {
      accessTokenTtl: 3600,
      requireConfirmation: true,
      maxFileBytes: options.maxFileBytes ?? 64 * 1024 * 1024,
      rateLimitFactor: 1,
    },
    log: (line) => logged.push(line),
  }
  const realtime = await startRealtime(ctx, { ...REALTIME_LIMITS, ...options.limits })
  const { url, close } = await listen(ctx, realtime)
  ctx.siteUrl = url
  const clients: SupabaseClient[] = []
  const token: FileServices['token'] = (userId, more) => signToken(ctx, userId, more)
  return {
    url,
    ctx,
    realtime,
    sql,
    admin,
    logged,
    token,
    client: async (caller, { vsn } = {}) => {
      const key = caller === 'service' ? ctx.keys.secretKey : ctx.keys.publishableKey
      const isUser = caller !== 'service' && caller !== 'nobody'
      const accessToken = isUser ? await token(caller) : null
      const client = createClient(url, key, {
        auth: { persistSession: false },
        realtime: { transport: WebSocket as never, ...(vsn ? { vsn } : {}) },
        ...(accessToken === null ? {} : { accessToken: async () => accessToken }),
      })
      if (accessToken !== null) await client.realtime.setAuth(accessToken)
      clients.push(client)
      return client
    },
    stop: async () => {
      await Promise.all(clients.map((client) => client.realtime.disconnect()))
      await realtime.stop()
      close()
      await Promise.all([sql, admin, ...Object.values(pools)].map((each) => each.end({ timeout: 1 })))
      await database.stop()
      await remove()
      await rm(filesDir, { recursive: true, force: true })
    },
  }
}

async function listen(ctx: GatewayContext, realtime: RealtimeServer) {
  const app = new Hono()
  app.route('/realtime/v1', realtime.routes)
  app.route('/storage/v1', createStorageRoutes(ctx))
  const server = createServer(getRequestListener(app.fetch))
  server.on('upgrade', (req, socket, head) => realtime.handleUpgrade(req, socket, head))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

async function signToken(
  ctx: GatewayContext,
  userId: string,
  { seconds = 3600, claims = {} }: { seconds?: number; claims?: Record<string, unknown> } = {},
): Promise<string> {
  const { kid, privateJwk } = ctx.keys.signingKey
  return new SignJWT({ role: 'authenticated', aud: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setSubject(userId)
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(await importJWK(privateJwk as Parameters<typeof importJWK>[0], 'ES256'))
}
