import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileFailure, StartFailure } from '../start-failure.ts'

/**
 * One Plinth process per data folder. The lock file holds the process id and, where the system tells
 * it, the moment that process started: after a crash or a reboot the id may belong to someone else. Throws `StartFailure`.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  try {
    return await takeLock(folder)
  } catch (error) {
    throw error instanceof StartFailure ? error : fileFailure(error, folder)
  }
}

async function takeLock(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'plinth.lock')
  const mine = `${process.pid} ${(await processStart(process.pid)) ?? ''}`
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await createWhole(path, mine)) {
      return async () => {
        if ((await readFile(path, 'utf8').catch(() => '')) === mine) await rm(path, { force: true })
      }
    }
    const holder = await readFile(path, 'utf8').catch(() => '')
    if (await isAlive(holder)) throw inUse(folder, holder)
    await removeStale(path, holder)
  }
  throw inUse(folder, '')
}

/** Makes the file with its content in one step, so that nobody reads it half-written; false if it exists. */
async function createWhole(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${process.pid}.new`
  await writeFile(draft, content, { mode: 0o600 })
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    await rm(draft, { force: true })
  }
}

/** Removes the lock if it still is the stale one: another process may have replaced it meanwhile. */
async function removeStale(path: string, stale: string): Promise<void> {
  const aside = `${path}.${process.pid}.old`
  await rename(path, aside).catch(() => undefined)
  const taken = await readFile(aside, 'utf8').catch(() => undefined)
  if (taken !== undefined && taken !== stale) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

function inUse(folder: string, holder: string): StartFailure {
  const pid = holder.split(' ')[0]
  return new StartFailure(
    'data_in_use',
    `Another Plinth process${pid ? ` (process ${pid})` : ''} is using ${folder}.`,
    'Stop it first, or choose another folder with --data.',
  )
}

async function isAlive(holder: string): Promise<boolean> {
  const [id, started] = holder.split(' ')
  const pid = Number(id)
  if (!Number.isInteger(pid) || pid <= 0 || !processExists(pid)) return false
  const actual = await processStart(pid)
  return !started || actual === undefined || actual === started
}

/** Whether a process with this id exists, whoever owns it. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Clock ticks since boot at which a process started (field 22 of /proc/PID/stat); Linux only. */
async function processStart(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name in parentheses may hold spaces: count fields from behind it.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
}
