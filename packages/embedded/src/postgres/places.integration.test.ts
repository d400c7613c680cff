import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPool } from '../database.ts'
import { resetData } from '../index.ts'
import { type ChildBackend, startChild } from '../testing/child-backend.ts'
import { clusterFolder } from './cluster.ts'
import { findOsAccount } from './os-account.ts'

const SLOW = 120_000

let folder: string
let dataDir: string
const children: ChildBackend[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-places-'))
  await chmod(folder, 0o711)
  dataDir = join(folder, 'data')
})
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.kill()))
  await resetData(dataDir)
  await rm(folder, { recursive: true, force: true })
})

/** Starts, runs `work` over the database, stops. */
async function whileRunning<T>(work: (sql: ReturnType<typeof openPool>) => Promise<T>): Promise<T> {
  const child = startChild(dataDir)
  children.push(child)
  const { databaseUrl, message, code } = await child.report
  if (databaseUrl === undefined) throw Object.assign(new Error(message), { code })
  const sql = openPool(databaseUrl, 1)
  try {
    return await work(sql)
  } finally {
    await sql.end()
    await child.stop()
  }
}

const makeNote = () => whileRunning((sql) => sql`create table public.note ()`)
const hasNote = () =>
  whileRunning(async (sql) => (await sql`select to_regclass('public.note') as note`)[0]?.['note'] !== null)

describe.runIf(process.getuid?.() === 0)('the database of root', () => {
  it('of a folder that only root can enter is elsewhere, and found again when that changes', {
    timeout: SLOW,
  }, async () => {
    await chmod(folder, 0o700)
    await makeNote()
    const cluster = await clusterFolder(dataDir, await findOsAccount())
    expect(cluster.startsWith(dataDir)).toBe(false)
    await chmod(folder, 0o711)
    expect(await hasNote()).toBe(true)
    const moved = join(folder, 'moved')
    await rename(dataDir, moved)
    dataDir = moved
    expect(await hasNote()).toBe(true)
    await resetData(dataDir)
    await expect(stat(cluster)).rejects.toThrow('ENOENT')
  })

  it('in a folder that later only root can enter is not passed over for a new one', {
    timeout: SLOW,
  }, async () => {
    await makeNote()
    await chmod(folder, 0o700)
    await expect(hasNote()).rejects.toMatchObject({
      code: 'no_permission',
      message: expect.stringContaining(join(dataDir, 'postgres')),
    })
    await chmod(folder, 0o711)
    expect(await hasNote()).toBe(true)
  })

  it('that was moved away is asked for', { timeout: SLOW }, async () => {
    await chmod(folder, 0o700)
    await makeNote()
    const place = (await readFile(join(dataDir, 'postgres.place'), 'utf8')).trim()
    await rename(place, `${place}.away`)
    await expect(hasNote()).rejects.toMatchObject({
      code: 'data_incomplete',
      message: expect.stringContaining(place),
    })
    await rename(`${place}.away`, place)
    expect(await hasNote()).toBe(true)
  })
})

it('a folder that was there keeps its rights', { timeout: SLOW }, async () => {
  await mkdir(dataDir)
  await chmod(dataDir, 0o1775)
  await makeNote()
  expect((await stat(dataDir)).mode & 0o7777).toBe(0o1775)
})
