import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import { WebSocket } from 'ws'
import type { GatewayConfig } from './context.ts'
import { openPool } from './database.ts'
import { openGateway } from './gateway/gateway.ts'
import { openHttpServer } from './gateway/http-server.ts'
import type { Backend } from './index.ts'
import { openTestDatabase, type TestDatabaseOptions } from './testing/test-cluster.ts'

export interface TestBackendOptions extends TestDatabaseOptions {
  /** Folder of the built app; undefined serves the API only. */
  appDir?: string
  config?: Partial<GatewayConfig>
  log?: (line: string) => void
}

/** A throw-away backend on a random port. */
export interface TestBackend extends Omit<Backend, 'mailboxUrl'> {
  mailboxUrl: string
  dataDir: string
  /** As `postgres`. */
  sql: Sql
  /** As the superuser. */
  admin: Sql
  /** A client with the publishable key and nobody signed in. */
  anonymous(): SupabaseClient
  /** A client with the secret key. */
  service(): SupabaseClient
  /** Makes a confirmed account and returns a client that is signed in to it. */
  createUser(email: string, profile?: { name?: string; password?: string }): Promise<TestUser>
  /** Stops it and answers a folder of what it holds, for `copyOf`; a run after this process deletes it. */
  keep(): Promise<string>
}

export interface TestUser {
  id: string
  email: string
  password: string
  client: SupabaseClient
}

/** Rate limits never bite in tests unless a test lowers this. */
const TEST_RATE_FACTOR = 1_000

/** Starts the whole backend over a throw-away database; stop it in the end. */
export async function startTestBackend(options: TestBackendOptions = {}): Promise<TestBackend> {
  const { database, dataDir, secrets, remove, keep } = await openTestDatabase(options)
  await mkdir(join(dataDir, 'files'), { recursive: true })
  const http = await openHttpServer('127.0.0.1', 0)
  const config = { rateLimitFactor: TEST_RATE_FACTOR, ...options.config }
  const gateway = await openGateway({
    ...options,
    dataDir,
    secrets,
    database,
    http,
    config,
    host: '127.0.0.1',
  })
  const sql = openPool(database.ownerUrl, 4)
  const admin = openPool(database.adminUrl, 4)
  const { url, publishableKey, secretKey, mailboxUrl = '' } = gateway.addresses
  const connect = (key: string) => connectClient(url, key)
  const stop = async () => {
    await http.stop()
    await gateway.stop()
    await Promise.all([sql, admin].map((pool) => pool.end({ timeout: 1 })))
    await database.stop()
  }
  return {
    url,
    publishableKey,
    secretKey,
    mailboxUrl,
    databaseUrl: database.ownerUrl,
    adminDatabaseUrl: database.adminUrl,
    ended: database.ended,
    dataDir,
    sql,
    admin,
    anonymous: () => connect(publishableKey),
    service: () => connect(secretKey),
    createUser: (email, profile = {}) => createUser(connect, { publishableKey, secretKey }, email, profile),
    keep: async () => {
      await stop()
      return keep()
    },
    stop: async () => {
      await stop()
      await remove()
    },
  }
}

function connectClient(url: string, key: string): SupabaseClient {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // Node 20 has no WebSocket of its own.
    realtime: { transport: WebSocket as never },
  })
}

async function createUser(
  connect: (key: string) => SupabaseClient,
  keys: { publishableKey: string; secretKey: string },
  email: string,
  profile: { name?: string; password?: string },
): Promise<TestUser> {
  const password = profile.password ?? 'correct horse battery staple'
  const made = await connect(keys.secretKey).auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: profile.name === undefined ? {} : { name: profile.name },
  })
  if (made.error) throw made.error
  const client = connect(keys.publishableKey)
  const signedIn = await client.auth.signInWithPassword({ email, password })
  if (signedIn.error) throw signedIn.error
  return { id: made.data.user.id, email, password, client }
}

export * from './testing/database.ts'
