import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartFailure } from '../start-failure.ts'
import { processExists } from './folder-lock.ts'

const run = promisify(execFile)

/** Enough for a checkpoint of a few hundred MB on a slow disk. */
const FAST_STOP_MS = 30_000
/** A stop without a checkpoint takes no time. */
const QUIT_MS = 5_000

/**
 * Stops the Postgres that a killed Plinth process left running on `cluster`, so that a new one can
 * start. The caller holds the folder's lock, so no living Plinth process owns it. A postmaster.pid
 * whose process is gone, or is now some other program, is removed.
 */
export async function stopOrphan(cluster: string): Promise<void> {
  await stopPostmaster(cluster)
  // A session that was computing when its postmaster was killed goes on, and keeps the data locked.
  const left = await sessionsIn(cluster)
  for (const pid of left) signal(pid, 'SIGQUIT')
  for (const pid of left) if (!(await ended(pid, QUIT_MS))) throw doesNotStop(pid)
}

async function stopPostmaster(cluster: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const pid = Number(text.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1 || !(await isPostmasterOf(pid, cluster))) {
    await rm(path, { force: true })
    return
  }
  // SIGINT is Postgres's "fast" stop: sessions end, everything committed is kept.
  signal(pid, 'SIGINT')
  if (await ended(pid, FAST_STOP_MS)) return
  signal(pid, 'SIGQUIT')
  if (!(await ended(pid, QUIT_MS))) throw doesNotStop(pid)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // It ended by itself in this moment.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function doesNotStop(pid: number): StartFailure {
  return new StartFailure(
    'data_in_use',
    `A Postgres left over from an earlier start (process ${pid}) does not stop.`,
    `End process ${pid} and start again.`,
  )
}

/** Postgres's processes that work in the cluster; known on Linux only. */
async function sessionsIn(cluster: string): Promise<number[]> {
  const folder = await realpath(cluster).catch(() => undefined)
  const names = process.platform === 'linux' && folder !== undefined ? await readdir('/proc') : []
  const found: number[] = []
  for (const name of names.filter((each) => /^\d+$/.test(each))) {
    const cwd = await readlink(`/proc/${name}/cwd`).catch(() => undefined)
    // Somebody's shell may stand in the folder, too.
    const program = cwd === folder ? await readlink(`/proc/${name}/exe`).catch(() => '') : ''
    if (/^postgres\b/.test(basename(program))) found.push(Number(name))
  }
  return found
}

async function ended(pid: number, withinMs: number): Promise<boolean> {
  for (let waited = 0; waited < withinMs; waited += 50) {
    if (!(await isRunning(pid))) return true
    await delay(50)
  }
  return !(await isRunning(pid))
}

/** A process that has ended is still listed until its parent asks for it; in a container that may be never. */
async function isRunning(pid: number): Promise<boolean> {
  if (!processExists(pid)) return false
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z'
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
