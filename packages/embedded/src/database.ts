import { join } from 'node:path'
import type { Sql } from 'postgres'
import { bootstrap, LOGIN_ROLES } from './bootstrap/bootstrap.ts'
import { migrate, readMigrations } from './migrations/migrate.ts'
import { openPool } from './open-pool.ts'
import { SUPERUSER } from './postgres/cluster.ts'
import { launchPostgres, logPath } from './postgres/launcher.ts'
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

export { openPool } from './open-pool.ts'

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
    const [row] = await reach(admin, options)
    const { urlOf, owner } = await bootstrapRoles(admin, adminUrl, options.secrets)
    const ownerUrl = urlOf(owner)
    if (options.migrationsDir !== undefined) await applyMigrations(ownerUrl, options.migrationsDir)
    return {
      urlOf,
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

interface Roles {
  urlOf: (role: string) => string
  owner: string
}

/** Prepares the database, and once more if a role of ours does not get in: roles belong to the whole server. */
async function bootstrapRoles(
  admin: Sql,
  adminUrl: string,
  secrets: Secrets,
  isForced = false,
): Promise<Roles> {
  const passwordOf = (role: string) => rolePassword(secrets, role)
  const { owner, user, database } = await bootstrap(admin, { passwordOf, isForced })
  const urlOf = (role: string) =>
    role === user ? adminUrl : withRole(adminUrl, database, { role, password: passwordOf(role) })
  const refusal = await refusedRole([...LOGIN_ROLES, owner], urlOf)
  if (refusal === undefined) return { urlOf, owner }
  if (isForced) throw refusal
  return bootstrapRoles(admin, adminUrl, secrets, true)
}

async function refusedRole(
  roles: string[],
  urlOf: (role: string) => string,
): Promise<StartFailure | undefined> {
  for (const role of roles) {
    const sql = openPool(urlOf(role), 1)
    const error = await sql`select 1`.then(
      () => undefined,
      (reason: Error) => reason,
    )
    await sql.end()
    if (error === undefined) continue
    return new StartFailure(
      'database_rights',
      `The role ${role} cannot log in to the database: ${error.message}`,
      'Plinth made this role. Let it in by password from this machine (pg_hba.conf).',
      error,
    )
  }
  return undefined
}

async function reach(admin: Sql, options: DatabaseOptions) {
  return admin`select current_setting('server_version_num')::int / 10000 as major`.catch((error) => {
    throw options.externalUrl === undefined
      ? ownFailure(error, options.dataDir)
      : externalFailure(error, options.externalUrl)
  })
}

function ownFailure(error: Error & { code?: string }, dataDir: string): StartFailure {
  if (!error.code?.startsWith('28')) {
    const message = `The database in ${dataDir} does not answer: ${error.message}`
    return new StartFailure('postgres_failed', message, `Its log is ${logPath(dataDir)}.`, error)
  }
  return new StartFailure(
    'data_incomplete',
    `${join(dataDir, 'secrets.json')} does not belong to the database beside it.`,
    'Put back the file that was made with it, or start with --reset to begin anew.',
    error,
  )
}

/** Names the place without the password. */
function externalFailure(error: Error & { code?: string }, url: string): StartFailure {
  const { host, pathname } = new URL(url)
  return new StartFailure(
    'database_unreachable',
    `The database of DATABASE_URL, ${host}${pathname}, could not be reached: ${error.message}`,
    hintOf(error.code ?? ''),
    error,
  )
}

function hintOf(code: string): string {
  if (code.startsWith('28')) return 'Check user and password in DATABASE_URL, and who may log in there.'
  if (code === '3D000') return 'Create it first, or correct the name in DATABASE_URL.'
  return 'Check that it runs and that host and port in DATABASE_URL are right.'
}

async function applyMigrations(ownerUrl: string, folder: string): Promise<void> {
  const owner = openPool(ownerUrl, 1)
  try {
    await migrate(owner, await readMigrations(folder))
  } finally {
    await owner.end()
  }
}

function withRole(url: string, database: string, login: { role: string; password: string }): string {
  const changed = new URL(url)
  changed.username = login.role
  changed.password = login.password
  // An address without a database means the one of its user's name.
  changed.pathname = `/${encodeURIComponent(database)}`
  return changed.toString()
}

/** Folder of the migrations, beside the packages of the repository. */
export const MIGRATIONS_DIR = join(import.meta.dirname, '../../../supabase/migrations')
