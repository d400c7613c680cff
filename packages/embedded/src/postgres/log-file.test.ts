import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LogFile } from './log-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-log-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('a log keeps the newest lines, goes on after a restart, and never outgrows twice its limit', async () => {
  const path = join(folder, 'x.log')
  for (let restart = 0; restart < 3; restart++) {
    const log = new LogFile(path, 1000)
    for (let n = 0; n < 100; n++) log.add(`${restart}: line ${n}\n`)
    await log.flushed()
  }
  expect((await stat(path)).size).toBeLessThanOrEqual(1000)
  expect((await stat(`${path}.1`)).size).toBeLessThanOrEqual(1000)
  expect((await stat(path)).mode & 0o077).toBe(0)
  const kept = (await readFile(`${path}.1`, 'utf8')) + (await readFile(path, 'utf8'))
  expect(kept.endsWith('2: line 98\n2: line 99\n')).toBe(true)
})

it('a log that cannot be written stops nothing', async () => {
  const log = new LogFile(join(folder, 'missing', 'x.log'))
  log.add('one\n')
  await expect(log.flushed()).resolves.toBeUndefined()
})
