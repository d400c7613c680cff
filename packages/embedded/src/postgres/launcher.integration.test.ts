import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openPool } from '../database.ts'
import { resetData } from '../index.ts'
import { type ChildBackend, type ChildReport, startChild } from '../testing/child-backend.ts'
import { scratchPlace } from '../testing/scratch-place.ts'
import { processExists } from './folder-lock.ts'

const SLOW = 60_000

let dataDir: string
const children: ChildBackend[] = []
beforeEach(async () => {
  const folder = await mkdtemp(join(await scratchPlace(), 'plinth-launcher-'))
  await chmod(folder, 0o711)
  dataDir = join(folder, 'data')
})
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.kill()))
  await resetData(dataDir)
  await rm(join(dataDir, '..'), { recursive: true, force: true })
})

function start(port?: number): ChildBackend {
  const child = startChild(dataDir, port)
  children.push(child)
  return child
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

function clientOf({ url = '', secretKey = '' }: ChildReport) {
  return createClient(url, secretKey, { realtime: { transport: WebSocket as never } })
}

describe('a start', () => {
  it('serves, stops in order, and leaves no process behind', { timeout: SLOW }, async () => {
    const child = start()
    const { url } = await child.report
    expect((await fetch(`${url}/health`)).status).toBe(200)
    const postgres = await postmasterPid()
    await child.stop()
    expect(processExists(postgres)).toBe(false)
    expect(child.process.exitCode).toBe(0)
  })

  it('keeps its secrets from other accounts', { timeout: SLOW }, async () => {
    const child = start()
    await child.report
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o077).toBe(0)
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o077).toBe(0)
    expect((await stat(join(dataDir, 'files'))).mode & 0o077).toBe(0)
    await child.stop()
  })

  it('names the port that another program has taken', { timeout: SLOW }, async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((done) => other.once('listening', done))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const report = await start(port).report
    other.close()
    expect(report).toMatchObject({ code: 'port_taken', message: expect.stringContaining(String(port)) })
    expect(report.hint).toContain('--port')
  })

  it('refuses data that another Postgres version wrote', { timeout: SLOW }, async () => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true })
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '14\n')
    const report = await start().report
    expect(report).toMatchObject({
      code: 'data_other_version',
      message: expect.stringMatching(/Postgres 14.*18/s),
    })
  })

  it('refuses a folder that a living process uses', { timeout: SLOW }, async () => {
    const first = start()
    await first.report
    expect(await start().report).toMatchObject({ code: 'data_in_use' })
    await first.stop()
  })

  it('says why Postgres does not start', { timeout: SLOW }, async () => {
    const first = start()
    await first.report
    await first.stop()
    await appendFile(join(dataDir, 'postgres', 'postgresql.conf'), '\nnonsense_setting = 5\n')
    const report = await start().report
    expect(report).toMatchObject({
      code: 'postgres_failed',
      message: expect.stringContaining('unrecognized configuration parameter "nonsense_setting"'),
    })
  })

  it('takes over the lock of a process that is gone', { timeout: SLOW }, async () => {
    await mkdir(dataDir, { recursive: true })
    await writeFile(join(dataDir, 'plinth.lock'), '4194303 1')
    const child = start()
    expect((await child.report).url).toBeDefined()
    await child.stop()
  })
})

describe('after kill -9', () => {
  it('a second start stops the orphaned Postgres and finds everything acknowledged', {
    timeout: SLOW,
  }, async () => {
    const first = start()
    const report = await first.report
    const acknowledged = await writeUntilKilled(report, () => first.kill())
    const orphan = await postmasterPid()
    expect(processExists(orphan)).toBe(true)

    const second = start()
    const again = await second.report
    // Whoever adopted it takes its time to bury it on a busy machine.
    await expect.poll(() => processExists(orphan), { timeout: 20_000 }).toBe(false)
    const sql = openPool(again.databaseUrl ?? '', 1)
    const rows = await sql<{ n: number }[]>`select n from public.note order by n`
    await sql.end()
    const found = new Set(rows.map(({ n }) => n))
    expect(acknowledged.length).toBeGreaterThan(10)
    expect(acknowledged.filter((n) => !found.has(n))).toEqual([])
    await second.stop()
  })

  it('a start after Postgres was killed in the middle of a long statement ends what is left of it', {
    timeout: SLOW,
  }, async () => {
    const first = start()
    const sql = openPool((await first.report).databaseUrl ?? '', 1)
    const computing = 'do $$ begin for i in 1..2000000000 loop null; end loop; end $$'
    const lost = sql.unsafe(computing).catch((error: unknown) => error)
    await delay(500)
    process.kill(await postmasterPid(), 'SIGKILL')
    await first.kill()
    const second = start()
    expect((await second.report).message).toBeUndefined()
    expect(await lost).toHaveProperty('code')
    await second.stop()
  })

  it('a start killed at any moment of the first start is made good by the next', {
    timeout: 240_000,
  }, async () => {
    const making = async () => (await entries()).some((name) => /^postgres(\.incomplete|$)/.test(name))
    const moments = [
      { phase: making, delays: [0, 100, 300, 600] },
      { phase: newPostmaster, delays: [0, 200, 500, 1_000, 1_500] },
    ]
    for (const { phase, delays } of moments) {
      for (const afterMs of delays) {
        const child = start()
        await expect.poll(phase, { interval: 10, timeout: 60_000 }).toBe(true)
        await delay(afterMs)
        await child.kill()
      }
    }
    const child = start()
    const report = await child.report
    expect(report.message).toBeUndefined()
    expect((await fetch(`${report.url}/health`)).status).toBe(200)
    expect((await entries()).filter((name) => name.includes('incomplete'))).toEqual([])
    await child.stop()
  })
})

const entries = () => readdir(dataDir).catch(() => [] as string[])

let seenPostmaster = 0
/** Whether another Postgres runs than the last time this was true. */
async function newPostmaster(): Promise<boolean> {
  const pid = await postmasterPid().catch(() => 0)
  if (pid === 0 || pid === seenPostmaster) return false
  seenPostmaster = pid
  return true
}

/** Inserts one row after the other through the API; returns the numbers whose insert was answered. */
async function writeUntilKilled(report: ChildReport, kill: () => Promise<void>): Promise<number[]> {
  const sql = openPool(report.databaseUrl ?? '', 1)
  await sql
    .unsafe('create table public.note (n int primary key); grant all on public.note to service_role')
    .simple()
  await sql.end()
  const client = clientOf(report)
  const acknowledged: number[] = []
  let killing: Promise<void> | undefined
  for (let n = 1; ; n++) {
    const { error, status } = await client.from('note').insert({ n })
    if (error && status === 0) break
    if (!error) acknowledged.push(n)
    // In the middle of a later one.
    if (acknowledged.length === 20) killing = delay(5).then(kill)
  }
  await killing
  return acknowledged
}
