import { execFile } from 'node:child_process'
import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartFailure } from '../start-failure.ts'
import { processExists } from './folder-lock.ts'

const run = promisify(execFile)

/** Enough for a checkpoint of a few hundred MB on a slow disk. */
const FAST_STOP_MS = 30_000

/**
 * Stops the Postgres that a killed Plinth process left running on `cluster`, so that a new one can
 * start. The caller holds the folder's lock, so no living Plinth process owns it. A postmaster.pid
 * whose process is gone, or is now some other program, is removed.
 */
export async function stopOrphan(cluster: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const pid = Number(text.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1 || !(await isPostmasterOf(pid, cluster))) {
    await rm(path, { force: true })
    return
  }
  // SIGINT is Postgres's "fast" stop: sessions end, everything committed is kept.
  process.kill(pid, 'SIGINT')
  if (await ended(pid, FAST_STOP_MS)) return
  process.kill(pid, 'SIGQUIT')
  if (await ended(pid, 5_000)) return
  throw new StartFailure(
    'data_in_use',
    `A Postgres left over from an earlier start (process ${pid}) does not stop.`,
    `End process ${pid} and start again.`,
  )
}

async function ended(pid: number, withinMs: number): Promise<boolean> {
  for (let waited = 0; waited < withinMs; waited += 50) {
    if (!processExists(pid)) return true
    await delay(50)
  }
  return !processExists(pid)
}

async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (!processExists(pid)) return false
  if (process.platform === 'linux') {
    // The postmaster works inside its data folder. After a rename the link still names the true place.
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    return cwd !== undefined && cwd === (await realpath(cluster))
  }
  if (process.platform === 'win32') return true
  const command = await run('ps', ['-p', String(pid), '-o', 'command=']).catch(() => undefined)
  return command?.stdout.includes(cluster) ?? false
}
