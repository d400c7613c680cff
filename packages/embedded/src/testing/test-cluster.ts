import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, chmod, cp, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bootstrapDigest } from '../bootstrap/bootstrap.ts'
import { type Database, MIGRATIONS_DIR, openDatabase } from '../database.ts'
import { readMigrations } from '../migrations/migrate.ts'
import { processExists } from '../postgres/folder-lock.ts'
import { loadSecrets, type Secrets } from '../secrets.ts'
import { IN_MEMORY, scratchPlace } from './scratch-place.ts'

const run = promisify(execFile)

export interface TestDatabaseOptions {
  /** Programs of another Postgres installation, such as `/usr/lib/postgresql/15/bin`. Default: `PLINTH_TEST_BIN`, else the embedded one. */
  binDir?: string
  /** False leaves out our migrations; a path applies those of another folder. Default true. */
  migrations?: boolean | string
  /** Keep fsync on, for tests that kill processes. Default false. */
  durable?: boolean
  /** Folder of a stopped throw-away database to begin with; by itself there is nothing but our migrations. */
  copyOf?: string
}

export interface OpenTestDatabase {
  database: Database
  dataDir: string
  secrets: Secrets
  /** Deletes the data folder; call it after `database.stop()`. */
  remove(): Promise<void>
  /** Moves it to where the templates are, for `copyOf`; what the process leaves there, a later run deletes. */
  keep(): Promise<string>
}

const TEMPLATE_PREFIX = 'plinth-template-'
const DATA_PREFIX = 'plinth-test-'
/** Templates of earlier migrations are deleted when unused for this long. */
const TEMPLATE_KEPT_MS = 6 * 3600 * 1000

/**
 * Opens a throw-away database. A cluster with bootstrap and migrations already applied is prepared
 * once for each state of their files and copied for each use.
 */
export async function openTestDatabase(wanted: TestDatabaseOptions = {}): Promise<OpenTestDatabase> {
  const binDir = wanted.binDir ?? process.env['PLINTH_TEST_BIN']
  const options = binDir === undefined ? wanted : { ...wanted, binDir }
  await Promise.all([tmpdir(), IN_MEMORY].map(sweep))
  const template = options.copyOf ?? (await prepareTemplate(options))
  const dataDir = await newDataDir(await scratchPlace())
  await copyFolder(template, dataDir)
  const secrets = await loadSecrets(dataDir)
  const database = await openDatabase({
    dataDir,
    secrets,
    binDir: options.binDir,
    migrationsDir: migrationsDir(options),
    durable: options.durable ?? false,
  })
  const remove = () => rm(dataDir, { recursive: true, force: true })
  const keep = async () => {
    const kept = await newDataDir(tmpdir())
    await copyFolder(dataDir, kept)
    await remove()
    return kept
  }
  return { database, dataDir, secrets, remove, keep }
}

function migrationsDir({ migrations = true }: TestDatabaseOptions): string | undefined {
  if (typeof migrations === 'string') return migrations
  return migrations ? MIGRATIONS_DIR : undefined
}

/** The process id in the name lets a later run delete what a killed one left. */
async function newDataDir(place: string): Promise<string> {
  const folder = await mkdtemp(join(place, `${DATA_PREFIX}${process.pid}-`))
  await chmod(folder, 0o711)
  return folder
}

/** Templates stay on the disk, where they harm nobody who forgets them. */
async function prepareTemplate(options: TestDatabaseOptions): Promise<string> {
  const path = join(tmpdir(), TEMPLATE_PREFIX + (await templateKey(options)))
  if (await exists(path)) {
    const now = new Date()
    await utimes(path, now, now)
    return path
  }
  const partial = await newDataDir(tmpdir())
  const database = await openDatabase({
    dataDir: partial,
    secrets: await loadSecrets(partial),
    binDir: options.binDir,
    migrationsDir: migrationsDir(options),
    durable: false,
  }).catch(async (error) => {
    await rm(partial, { recursive: true, force: true })
    throw error
  })
  await database.stop()
  await rename(partial, path).catch(async () => {
    // Another test run finished the same template first.
    await rm(partial, { recursive: true, force: true })
  })
  return path
}

async function templateKey(options: TestDatabaseOptions): Promise<string> {
  const folder = migrationsDir(options)
  const migrations = folder === undefined ? [] : await readMigrations(folder)
  return createHash('sha256')
    .update(await bootstrapDigest())
    .update(JSON.stringify([options.binDir ?? '', process.getuid?.() ?? 0, migrations]))
    .digest('hex')
    .slice(0, 16)
}

async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true })
  // Keeps owner and modes, which Postgres checks.
  else await run('cp', ['-a', `${from}/.`, to])
}

/** Deletes data of test runs that are gone (a Postgres still running there then ends itself). */
async function sweep(place: string): Promise<void> {
  for (const name of await readdir(place).catch(() => [])) {
    const path = join(place, name)
    if (name.startsWith(DATA_PREFIX)) {
      const pid = Number(name.slice(DATA_PREFIX.length).split('-')[0])
      if (processExists(pid)) continue
    } else if (name.startsWith(TEMPLATE_PREFIX)) {
      const unusedMs = Date.now() - (await stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs
      if (unusedMs < TEMPLATE_KEPT_MS) continue
    } else continue
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
