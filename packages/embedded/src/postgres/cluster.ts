import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  access,
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { fileFailure, StartFailure } from '../start-failure.ts'
import { writeDurably } from '../write-durably.ts'
import { isTraversable, type PostgresBinaries } from './binaries.ts'
import { LogTail } from './log-tail.ts'
import type { OsAccount } from './os-account.ts'
import { stopOnExit } from './stop-on-exit.ts'

/** The superuser that initdb creates: the name it has in a hosted project. */
export const SUPERUSER = 'supabase_admin'

const MB = 1024 * 1024
/** A new cluster takes about 45 MB, its first write-ahead log segments as much again. */
const SPACE_FOR_NEW = 250 * MB
/** Below this Postgres is likely to stop in the middle of work. */
const SPACE_TO_RUN = 64 * MB

/** Folder of clusters whose data folders Postgres's own account cannot reach (root's home). */
const ELSEWHERE = '/var/lib/plinth'
/** File of a data folder that names its cluster in `ELSEWHERE`: it is found again when the data folder is moved. */
const PLACE_FILE = 'postgres.place'

/** Where the cluster of a data folder can be. */
export interface ClusterPlaces {
  inside: string
  outside: string
  /** The file says that it is outside. */
  isNoted: boolean
}

export async function clusterPlaces(dataDir: string): Promise<ClusterPlaces> {
  const id = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12)
  const noted = (await readFile(join(dataDir, PLACE_FILE), 'utf8').catch(() => '')).trim()
  const isNoted = resolve(noted).startsWith(`${ELSEWHERE}/`)
  const outside = isNoted ? resolve(noted) : join(ELSEWHERE, id, 'postgres')
  return { inside: join(dataDir, 'postgres'), outside, isNoted }
}

/**
 * Folder of the database cluster that belongs to the data folder `dataDir`: where it was made; for a new one, inside
 * unless Postgres's own account could not reach it there. Rights and places of folders change: a database that was
 * made is never passed over for a new one.
 */
export async function clusterFolder(dataDir: string, account: OsAccount | undefined): Promise<string> {
  const { inside, outside, isNoted } = await clusterPlaces(dataDir)
  if (!account) return inside
  const isReachable = await isTraversable(dirname(resolve(dataDir)))
  if (await exists(inside)) {
    if (isReachable) return inside
    throw new StartFailure(
      'no_permission',
      `The database in ${inside} cannot be reached by the account that Postgres runs as.`,
      `Let other accounts pass the folders above it again (chmod o+x), or move ${dataDir} to another place.`,
    )
  }
  if (await exists(outside)) return outside
  if (!isNoted) return isReachable ? inside : outside
  throw new StartFailure(
    'data_incomplete',
    `The database of ${dataDir} was in ${outside}, and is not there.`,
    'Put it back, or start with --reset to begin anew.',
  )
}

/** Notes a cluster that is not in its data folder. */
export async function notePlace(dataDir: string, cluster: string): Promise<void> {
  if (dirname(cluster) === resolve(dataDir)) return
  await writeDurably(join(dataDir, PLACE_FILE), `${cluster}\n`)
}

/**
 * Makes the cluster unless it is there. It is built under another name and renamed when complete, so
 * that a start killed half-way leaves nothing that looks finished. Refuses data of another major version.
 */
export async function ensureCluster(
  cluster: string,
  binaries: PostgresBinaries,
  account: OsAccount | undefined,
  password: string,
): Promise<'made' | 'found'> {
  const found = await foundVersion(cluster)
  if (found !== undefined && found !== binaries.major) throw otherVersion(cluster, found, binaries.major)
  const parent = dirname(cluster)
  try {
    await makeFolder(parent, 0o700)
    if (account) await letPass(parent)
  } catch (error) {
    throw fileFailure(error, parent)
  }
  await checkSpace(parent, found === undefined ? SPACE_FOR_NEW : SPACE_TO_RUN)
  await removeIncomplete(cluster)
  if (found !== undefined) return 'found'
  // A program that outlived a killed start may still be writing under that start's name.
  const partial = `${cluster}${INCOMPLETE}.${process.pid}`
  await initialise(partial, binaries, account, password)
  await rename(partial, cluster).catch((error) => {
    throw fileFailure(error, cluster)
  })
  return 'made'
}

/** What the names of clusters in the making, and of their password files, have behind the cluster's own. */
const INCOMPLETE = '.incomplete'

/** Removes what starts that were killed have left. What cannot be removed now is left to a later start. */
export async function removeIncomplete(cluster: string): Promise<void> {
  const folder = dirname(cluster)
  const names = await readdir(folder).catch(() => [])
  const left = names.filter((name) => name.startsWith(basename(cluster) + INCOMPLETE))
  for (const name of left) {
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}

/** Lets Postgres's account pass the folder. Takes no right from anybody: it may be somebody's own. */
async function letPass(folder: string): Promise<void> {
  const { mode } = await stat(folder)
  if ((mode & 0o011) !== 0o011) await chmod(folder, (mode & 0o7777) | 0o011)
}

async function foundVersion(cluster: string): Promise<number | undefined> {
  try {
    return Number.parseInt(await readFile(join(cluster, 'PG_VERSION'), 'utf8'), 10)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isMissing) throw fileFailure(error, cluster)
  }
  if (!(await exists(cluster))) return undefined
  throw new StartFailure(
    'data_incomplete',
    `${cluster} exists but holds no database.`,
    'Move it away, or start with --reset to begin anew.',
  )
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function otherVersion(cluster: string, found: number, wanted: number): StartFailure {
  return new StartFailure(
    'data_other_version',
    `The data in ${cluster} was written by Postgres ${found}; this version of Plinth runs Postgres ${wanted}.`,
    'Start the version of Plinth that wrote it and export your bases, or choose another folder with --data.',
  )
}

/** Refuses to go on with less than `wanted` bytes free at `folder`. */
export async function checkSpace(folder: string, wanted: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= wanted) return
  throw new StartFailure(
    'no_disk_space',
    `Only ${Math.floor(free / MB)} MB are free at ${folder}; Plinth needs ${wanted / MB} MB to start.`,
    'Free some space, or choose another folder with --data.',
  )
}

async function initialise(
  folder: string,
  binaries: PostgresBinaries,
  account: OsAccount | undefined,
  password: string,
): Promise<void> {
  const passwordFile = `${folder}.password`
  try {
    await mkdir(folder, { mode: 0o700 })
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
    if (account) {
      await chown(folder, account.uid, account.gid)
      await chown(passwordFile, account.uid, account.gid)
    }
    await runInitdb(binaries, folder, passwordFile, account)
  } catch (error) {
    throw error instanceof StartFailure ? error : fileFailure(error, folder)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

function localeArguments(major: number): string[] {
  // C.UTF-8 of the C library is the same everywhere on Linux; elsewhere Postgres 17+ brings its own.
  if (process.platform === 'linux' || major < 17) return ['--locale=C.UTF-8']
  return ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
}

async function runInitdb(
  binaries: PostgresBinaries,
  folder: string,
  passwordFile: string,
  account: OsAccount | undefined,
): Promise<void> {
  const tail = new LogTail()
  const child = spawn(
    binaries.initdb,
    [
      `--pgdata=${folder}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...localeArguments(binaries.major),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, LC_ALL: 'C' },
      ...account,
      cwd: dirname(folder),
    },
  )
  stopOnExit(child, 'SIGKILL')
  tail.follow(child.stdout)
  tail.follow(child.stderr)
  const code = await new Promise<number | null>((done, failed) => {
    child.once('error', failed)
    child.once('close', done)
  })
  if (code === 0) return
  const text = tail.text()
  if (/No space left/i.test(text)) throw fileFailure({ code: 'ENOSPC' }, folder)
  throw new StartFailure(
    'postgres_failed',
    `The database could not be created in ${folder}.\n${text}`,
    'Choose another folder with --data, or set DATABASE_URL to use a Postgres you have.',
  )
}
