import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { GatewayConfig, GatewayContext } from '../context.ts'
import { type Database, openPool } from '../database.ts'
import { createMailer, isMailbox } from '../mail/mailer.ts'
import { type RealtimeServer, startRealtime } from '../realtime/server.ts'
import { SchemaCache } from '../rest/schema-cache.ts'
import type { Secrets } from '../secrets.ts'
import { createApp } from './app.ts'
import { type CaptchaPolicy, captchaPolicy } from './captcha-policy.ts'
import { isLoopbackAddress } from './host-check.ts'
import type { HttpServer } from './http-server.ts'

export interface GatewayOptions {
  dataDir: string
  host: string
  secrets: Secrets
  database: Database
  http: HttpServer
  siteUrl?: string | undefined
  appDir?: string | undefined
  smtpUrl?: string | undefined
  mailFrom?: string | undefined
  config?: Partial<GatewayConfig> | undefined
  log?: (line: string) => void
}

export interface Gateway {
  addresses: { url: string; publishableKey: string; secretKey: string; mailboxUrl: string | undefined }
  stop(): Promise<void>
}

const DEFAULT_CONFIG: GatewayConfig = {
  accessTokenTtl: 3600,
  requireConfirmation: true,
  // Buckets have limits of their own; this is what a hosted project grants at most.
  maxFileBytes: 50 * 1024 ** 3,
  rateLimitFactor: 1,
}

/** Opens the pools, starts the services and begins to answer on `http`. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const ctx = createContext(options)
  const cache = new SchemaCache(ctx)
  const opened: { stop(): Promise<void> }[] = [
    { stop: () => closePools(ctx) },
    { stop: async () => ctx.mailer.stop?.() },
  ]
  const owner = openPool(options.database.ownerUrl, 1)
  opened.push({ stop: () => owner.end({ timeout: 2 }) })
  const stop = async () => {
    for (const each of opened.splice(0).toReversed()) await each.stop()
  }
  try {
    await cache.start()
    opened.push(cache)
    const realtime = await startRealtime(ctx)
    opened.push(realtime)
    const mailboxSecret = hasMailbox(options, ctx) ? randomBytes(18).toString('base64url') : undefined
    answerRequests(options, { ctx, cache, realtime, mailboxSecret, captcha: captchaPolicy(owner) })
    const { publishableKey, secretKey } = ctx.keys
    const mailboxUrl = mailboxSecret && `${ctx.siteUrl}/mailbox?key=${mailboxSecret}`
    return { addresses: { url: ctx.siteUrl, publishableKey, secretKey, mailboxUrl }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function createContext(options: GatewayOptions): GatewayContext {
  const { secrets, database, dataDir, http } = options
  const log = options.log ?? (() => undefined)
  const { smtpUrl, mailFrom } = options
  return {
    pools: {
      caller: openPool(database.urlOf('authenticator'), 20),
      auth: openPool(database.urlOf('supabase_auth_admin'), 8),
      storage: openPool(database.urlOf('supabase_storage_admin'), 8),
    },
    replicationUrl: database.adminUrl,
    keys: secrets,
    siteUrl: (options.siteUrl ?? http.origin).replace(/\/+$/, ''),
    filesDir: join(dataDir, 'files'),
    mailer: createMailer({ dataDir, smtpUrl, from: mailFrom, log }),
    config: { ...DEFAULT_CONFIG, ...options.config },
    log,
  }
}

/** The page shows everybody's sign-in links: only for the one person at this machine. */
function hasMailbox(options: GatewayOptions, ctx: GatewayContext): boolean {
  return isLoopbackAddress(options.host) && options.siteUrl === undefined && isMailbox(ctx.mailer)
}

interface Services {
  ctx: GatewayContext
  cache: SchemaCache
  realtime: RealtimeServer
  mailboxSecret: string | undefined
  captcha: CaptchaPolicy
}

function answerRequests(options: GatewayOptions, services: Services): void {
  const app = createApp({ ...services, appDir: options.appDir })
  options.http.serve({
    request: getRequestListener(app.fetch),
    upgrade: (req, socket, head) => services.realtime.handleUpgrade(req, socket, head),
  })
}

async function closePools({ pools }: GatewayContext): Promise<void> {
  await Promise.all(Object.values(pools).map((pool) => pool.end({ timeout: 2 })))
}
