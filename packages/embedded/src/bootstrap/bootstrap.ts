import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sql, TransactionSql } from 'postgres'
import { lineAt } from '../migrations/split-statements.ts'
import { quoteName } from '../rest/quoting.ts'
import { StartFailure } from '../start-failure.ts'
import { readRights, refuseMissingRights } from './rights.ts'

const here = dirname(fileURLToPath(import.meta.url))

/**
 * In the order they run, as the superuser of the connection. The services' files keep beside the
 * service that reads their tables; each hands its objects to the role that owns them on a hosted project.
 */
const FILES = [
  '10-roles.sql',
  '20-schemas.sql',
  '30-auth-functions.sql',
  '40-schema-cache.sql',
  '../auth/auth-schema.sql',
  '../storage/storage-schema.sql',
  '../realtime/realtime-schema.sql',
]

/** Roles that our processes log in as; each has its own password. */
export const LOGIN_ROLES = [
  'authenticator',
  'supabase_auth_admin',
  'supabase_storage_admin',
  'supabase_admin',
] as const

export interface BootstrapOptions {
  /** Password of a role that the gateway logs in as. */
  passwordOf: (role: string) => string
  /** Runs even where the database says that nothing is to be done. */
  isForced?: boolean
}

export interface BootstrapResult {
  /** The role that runs migrations: `postgres`, or another name where `postgres` is a superuser. */
  owner: string
  /** The role that `admin` is: its password stays as it is, for a later start must get in with it. */
  user: string
  /** The database's name. */
  database: string
  /** Whether anything ran; false when the database already was as these files say. */
  ran: boolean
}

/**
 * Brings a database to the state of a hosted project before its first migration: roles, schemas,
 * grants, the services' tables, guards. One transaction, so a kill half-way leaves nothing behind;
 * repeated only when a file changed. `admin` is a connection as superuser.
 */
export async function bootstrap(admin: Sql, options: BootstrapOptions): Promise<BootstrapResult> {
  const rights = await readRights(admin)
  refuseMissingRights(rights)
  const owner = rights.postgresIsSuperuser ? 'plinth_owner' : 'postgres'
  const steps = await readSteps(owner)
  const stamp = createHash('sha256').update(JSON.stringify(steps)).update(options.passwordOf('stamp'))
  const wanted = stamp.digest('hex')
  const found = await admin`select current_setting('plinth.bootstrap', true) as stamp`
  const { user, database } = rights
  if (found[0]?.stamp === wanted && !options.isForced) return { owner, user, database, ran: false }
  await admin.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(7146305)`
    await sql.unsafe('set local client_min_messages = warning; set local statement_timeout = 0').simple()
    for (const step of steps) await runStep(sql, step)
    for (const role of [...LOGIN_ROLES, owner].filter((each) => each !== user)) {
      await sql.unsafe(`alter role "${role}" with password '${options.passwordOf(role)}'`).simple()
    }
    await sql.unsafe(`alter database ${quoteName(database)} set plinth.bootstrap = '${wanted}'`).simple()
  })
  return { owner, user, database, ran: true }
}

interface Step {
  file: string
  text: string
}

async function runStep(sql: TransactionSql, step: Step): Promise<void> {
  try {
    await sql.unsafe(step.text).simple()
    await sql.unsafe('reset role').simple()
  } catch (error) {
    const { position, where, message } = error as { position?: string; where?: string; message: string }
    const line = position === undefined ? '' : `, line ${lineAt(step.text, Number(position) - 1)}`
    const detail = where === undefined ? '' : ` (${where.split('\n')[0]})`
    throw new StartFailure(
      'bootstrap_failed',
      `The database could not be prepared: ${step.file}${line}: ${message}${detail}`,
      undefined,
      error,
    )
  }
}

async function readSteps(owner: string): Promise<Step[]> {
  const steps: Step[] = []
  for (const file of FILES) {
    const text = await readFile(join(here, file), 'utf8')
    // The files of the services name the owner plainly, as the provider's own do.
    steps.push({ file, text: text.replaceAll('{{owner}}', owner).replaceAll(/\bpostgres\b/g, owner) })
  }
  return steps
}

/** Digest of everything the bootstrap would run: tests key their prepared clusters by it. */
export async function bootstrapDigest(): Promise<string> {
  return createHash('sha256')
    .update(JSON.stringify(await readSteps('postgres')))
    .digest('hex')
}
