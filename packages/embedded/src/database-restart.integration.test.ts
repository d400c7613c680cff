import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openPool } from './database.ts'
import { type Backend, startBackend } from './index.ts'
import { findBinaries } from './postgres/binaries.ts'
import { launchPostgres } from './postgres/launcher.ts'
import { findOsAccount } from './postgres/os-account.ts'
import { subscribed } from './realtime/testing/subscribed.ts'
import { patienceMs } from './testing/patience.ts'
import { scratchPlace } from './testing/scratch-place.ts'

const run = promisify(execFile)
const email = 'ada@example.org'
const password = 'correct horse battery staple'

let folder: string
let adminUrl: string
let backend: Backend
const logged: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(await scratchPlace(), 'plinth-restart-'))
  await chmod(folder, 0o711)
  // An own Postgres that the backend takes for an external one, so that it can be restarted under it.
  const server = await launchPostgres({ dataDir: folder, password: 'secret', durable: false })
  adminUrl = `postgres://supabase_admin:secret@127.0.0.1:${server.port}/postgres`
  const dataDir = join(folder, 'gateway')
  backend = await startBackend({
    dataDir,
    port: 0,
    databaseUrl: adminUrl,
    log: (line) => void logged.push(line),
  })
  adminUrl = backend.adminDatabaseUrl
  await asAdmin((sql) =>
    sql.unsafe('create policy all_topics on realtime.messages for select to authenticated using (true)'),
  )
})
afterAll(async () => {
  await backend.stop()
  await control('stop', 'fast')
  await rm(folder, { recursive: true })
})

/** `pg_ctl` as Postgres's own account; a restart uses the settings of the start before. */
async function control(action: 'restart' | 'stop', mode: 'fast' | 'immediate'): Promise<void> {
  const account = await findOsAccount()
  const { pgCtl } = await findBinaries(account)
  const cluster = join(folder, 'postgres')
  const log = action === 'restart' ? ['-l', join(cluster, 'restart.log')] : []
  await run(pgCtl, [action, '-D', cluster, '-m', mode, '-w', ...log], { cwd: cluster, ...account })
}

async function asAdmin<T>(work: (sql: ReturnType<typeof openPool>) => Promise<T>): Promise<T> {
  const sql = openPool(adminUrl, 1)
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

const send = (topic: string, event: string) =>
  asAdmin((sql) => sql`select realtime.send('{}'::jsonb, ${event}, ${topic})`)

async function killOneSession(): Promise<void> {
  const sql = openPool(adminUrl, 1)
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  process.kill(row?.pid ?? 0, 'SIGKILL')
  await sql`select 1`.catch(() => undefined)
  await sql.end({ timeout: 0 })
}

const connect = (key: string) =>
  createClient(backend.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  })

it.each([
  ['an ordinary restart', () => control('restart', 'fast')],
  ['a crash of all of Postgres', () => control('restart', 'immediate')],
  ['a kill of one of its processes', killOneSession],
])('after %s every service answers again and open channels get events', async (name, breakIt) => {
  const service = connect(backend.secretKey)
  const address = `${name.length}${email}`
  await service.auth.admin.createUser({ email: address, password, email_confirm: true })
  const ada = connect(backend.publishableKey)
  expect((await ada.auth.signInWithPassword({ email: address, password })).error).toBeNull()
  const topic = randomUUID()
  const { broadcasts, statuses } = await subscribed(ada, topic)
  await send(topic, 'before')
  await vi.waitFor(() => expect(broadcasts).toHaveLength(1), patienceMs)

  // Pools full of open connections, in use while the server goes.
  const calls = Array.from({ length: 12 }, async () => {
    for (let n = 0; n < 25; n++) {
      await ada.schema('plinth').rpc('my_session')
      await delay(20)
    }
  })
  await delay(100)
  await breakIt()
  await vi.waitFor(() => send(topic, 'meanwhile'), { timeout: patienceMs, interval: 50 })
  await Promise.all(calls)

  expect((await ada.schema('plinth').rpc('my_session')).error).toBeNull()
  expect((await service.storage.listBuckets()).error).toBeNull()
  expect((await ada.auth.signInWithPassword({ email: address, password })).error).toBeNull()
  await vi.waitFor(() => expect(broadcasts).toHaveLength(2), patienceMs)
  await send(topic, 'after')
  await vi.waitFor(() => expect(broadcasts).toHaveLength(3), patienceMs)
  expect(broadcasts.map(({ event }) => event)).toEqual(['before', 'meanwhile', 'after'])
  // The socket stayed: the client need not notice.
  expect(statuses).toEqual(['SUBSCRIBED'])
  expect(logged.length).toBeLessThan(6)
  logged.length = 0
})
