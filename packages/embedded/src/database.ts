import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { bootstrap } from './bootstrap/bootstrap.ts'
import { migrate, readMigrations } from './migrations/migrate.ts'
import { SUPERUSER } from './postgres/cluster.ts'
import { launchPostgres } from './postgres/launcher.ts'
import { rolePassword, type Secrets } from './secrets.ts'
import { StartFailure } from './start-failure.ts'

export interface DatabaseOptions {
  dataDir: string
  secrets: Secrets
  /** Folder of `*.sql` migrations; undefined applies none. */
  migrationsDir?: string | undefined
  binDir?: string | undefined
  /** Connection string of an existing Postgres (superuser); undefined launches our own. */
  externalUrl?: string | undefined
  durable?: boolean | undefined
}

/** A database in the state of a hosted project, with our migrations applied. */
export interface Database {
  /** Connection string as a role that our bootstrap gave a password. */
  urlOf(role: 'authenticator' | 'supabase_auth_admin' | 'supabase_storage_admin' | 'supabase_admin'): string
  /** As the role that runs migrations. */
  ownerUrl: string
  /** As superuser. */
  adminUrl: string
  major: number
  /** Settles if our own Postgres ends, with the end of its log; never for an external one. */
  ended: Promise<string>
  stop(): Promise<void>
}

/** Opens a pool whose notices are dropped and whose idle connections close after a while. */
export function openPool(url: string, max: number): Sql {
  return postgres(url, { max, onnotice: () => undefined, idle_timeout: 60, prepare: true })
}

/** Starts or reaches Postgres, bootstraps it, migrates it. Throws `StartFailure`. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.externalUrl !== undefined) return prepare(options, options.externalUrl, external)
  const password = rolePassword(options.secrets, SUPERUSER)
  const { dataDir, binDir, durable } = options
  const running = await launchPostgres({
    dataDir,
    password,
    ...(binDir === undefined ? {} : { binDir }),
    ...(durable === undefined ? {} : { durable }),
  })
  const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${running.port}/postgres`
  try {
    return await prepare(options, url, running)
  } catch (error) {
    await running.stop()
    throw error
  }
}

/** A server we did not start is not ours to stop. */
const external = { ended: new Promise<string>(() => undefined), stop: async () => undefined }

async function prepare(
  options: DatabaseOptions,
  adminUrl: string,
  server: { ended: Promise<string>; stop(): Promise<void> },
): Promise<Database> {
  const admin = openPool(adminUrl, 1)
  try {
    const [row] = await reach(admin)
    const passwordOf = (role: string) => rolePassword(options.secrets, role)
    const { owner } = await bootstrap(admin, { passwordOf })
    const as = (role: string) => withRole(adminUrl, role, passwordOf(role))
    const ownerUrl = as(owner)
    if (options.migrationsDir !== undefined) await applyMigrations(ownerUrl, options.migrationsDir)
    return {
      urlOf: as,
      ownerUrl,
      adminUrl,
      major: Number(row?.major),
      ended: server.ended,
      stop: () => server.stop(),
    }
  } finally {
    await admin.end()
  }
}

async function reach(admin: Sql) {
  return admin`select current_setting('server_version_num')::int / 10000 as major`.catch((error) => {
    throw new StartFailure(
      'database_unreachable',
      `The database could not be reached: ${error.message}`,
      'Check DATABASE_URL.',
      error,
    )
  })
}

async function applyMigrations(ownerUrl: string, folder: string): Promise<void> {
  const owner = openPool(ownerUrl, 1)
  try {
    await migrate(owner, await readMigrations(folder))
  } finally {
    await owner.end()
  }
}

function withRole(url: string, role: string, password: string): string {
  const changed = new URL(url)
  changed.username = role
  changed.password = password
  return changed.toString()
}

/** Folder of the migrations, beside the packages of the repository. */
export const MIGRATIONS_DIR = join(import.meta.dirname, '../../../supabase/migrations')
