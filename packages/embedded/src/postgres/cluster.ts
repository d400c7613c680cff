import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, chmod, chown, mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { fileFailure, StartFailure } from '../start-failure.ts'
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

/**
 * Folder of the database cluster that belongs to the data folder `dataDir`. It is inside it, unless
 * Postgres's own account could not reach it there (root's home): then it is below /var/lib/plinth.
 */
export async function clusterFolder(dataDir: string, account: OsAccount | undefined): Promise<string> {
  if (!account || (await isTraversable(dirname(resolve(dataDir))))) return join(dataDir, 'postgres')
  const id = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12)
  return join('/var/lib/plinth', id, 'postgres')
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
    await makeFolder(parent, 0o755)
    // Postgres's account must pass this folder; nobody else may list it. Secrets in it are 0600.
    await chmod(parent, account ? 0o711 : 0o700)
  } catch (error) {
    throw fileFailure(error, parent)
  }
  await checkSpace(parent, found === undefined ? SPACE_FOR_NEW : SPACE_TO_RUN)
  const partial = `${cluster}.incomplete`
  await rm(partial, { recursive: true, force: true })
  if (found !== undefined) return 'found'
  await initialise(partial, binaries, account, password)
  await rename(partial, cluster).catch((error) => {
    throw fileFailure(error, cluster)
  })
  return 'made'
}

async function foundVersion(cluster: string): Promise<number | undefined> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version !== undefined) return Number.parseInt(version, 10)
  if (
    await access(cluster).then(
      () => true,
      () => false,
    )
  ) {
    throw new StartFailure(
      'data_incomplete',
      `${cluster} exists but holds no database.`,
      'Move it away, or start with --reset to begin anew.',
    )
  }
  return undefined
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
