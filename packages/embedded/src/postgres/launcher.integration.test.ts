import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openPool } from '../database.ts'
import { resetData } from '../index.ts'
import { type ChildBackend, type ChildReport, startChild } from '../testing/child-backend.ts'
import { clusterFolder } from './cluster.ts'
import { processExists } from './folder-lock.ts'
import { findOsAccount } from './os-account.ts'

const SLOW = 60_000

let dataDir: string
const children: ChildBackend[] = []
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-launcher-'))
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

  it.runIf(process.getuid?.() === 0)(
    'as root, works in a folder that only root can enter, and a reset removes what lies elsewhere',
    { timeout: SLOW },
    async () => {
      await chmod(join(dataDir, '..'), 0o700)
      const child = start()
      const { url } = await child.report
      expect((await fetch(`${url}/health`)).status).toBe(200)
      await child.stop()
      const cluster = await clusterFolder(dataDir, await findOsAccount())
      expect(cluster.startsWith(dataDir)).toBe(false)
      expect((await stat(cluster)).isDirectory()).toBe(true)
      await resetData(dataDir)
      await expect(stat(cluster)).rejects.toThrow('ENOENT')
    },
  )

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
    expect(processExists(orphan)).toBe(false)
    const sql = openPool(again.databaseUrl ?? '', 1)
    const rows = await sql<{ n: number }[]>`select n from public.note order by n`
    await sql.end()
    const found = new Set(rows.map(({ n }) => n))
    expect(acknowledged.length).toBeGreaterThan(10)
    expect(acknowledged.filter((n) => !found.has(n))).toEqual([])
    await second.stop()
  })

  it('a start killed at any moment of the first start is made good by the next', {
    timeout: 120_000,
  }, async () => {
    for (const afterMs of [400, 700, 1000, 1300, 1600]) {
      const child = start()
      await delay(afterMs)
      await child.kill()
    }
    const child = start()
    const report = await child.report
    expect(report.message).toBeUndefined()
    expect((await fetch(`${report.url}/health`)).status).toBe(200)
    expect(await readdir(dataDir)).not.toContain('postgres.incomplete')
    await child.stop()
  })
})

/** Inserts one row after the other through the API; returns the numbers whose insert was answered. */
async function writeUntilKilled(report: ChildReport, kill: () => Promise<void>): Promise<number[]> {
  const sql = openPool(report.databaseUrl ?? '', 1)
  await sql
    .unsafe('create table public.note (n int primary key); grant all on public.note to service_role')
    .simple()
  await sql.end()
  const client = clientOf(report)
  const acknowledged: number[] = []
  const killing = delay(700).then(kill)
  for (let n = 1; ; n++) {
    const { error, status } = await client.from('note').insert({ n })
    if (error && status === 0) break
    if (!error) acknowledged.push(n)
  }
  await killing
  return acknowledged
}
