import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { StartFailure } from '../start-failure.ts'
import { lineAt, type Statement, splitStatements } from './split-statements.ts'

export interface Migration {
  version: string
  name: string
  file: string
  text: string
}

/** Same number as no other lock of ours: one process migrates at a time. */
const MIGRATION_LOCK = 7146306

/** Reads `<version>_<name>.sql` files in the order of their versions, as the provider's CLI does. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const migrations: Migration[] = []
  for (const file of files.toSorted()) {
    const match = /^(\d+)_(.*)\.sql$/.exec(file)
    if (!match?.[1]) continue
    const text = await readFile(join(folder, file), 'utf8')
    migrations.push({ version: match[1], name: match[2] ?? '', file, text })
  }
  return migrations
}

/**
 * Applies what is not yet recorded in the provider CLI's history table, each migration in one
 * transaction, as the role of `owner`. Returns the versions applied. Throws `StartFailure` naming file
 * and line.
 */
export async function migrate(owner: Sql, migrations: Migration[]): Promise<string[]> {
  await ensureHistory(owner)
  const applied: string[] = []
  for (const migration of migrations) {
    if (await applyOne(owner, migration)) applied.push(migration.version)
  }
  return applied
}

async function ensureHistory(owner: Sql): Promise<void> {
  await owner.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
    await sql
      .unsafe(`
      set local client_min_messages = warning;
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
      alter table supabase_migrations.schema_migrations add column if not exists statements text[];
      alter table supabase_migrations.schema_migrations add column if not exists name text;`)
      .simple()
  })
}

async function applyOne(owner: Sql, migration: Migration): Promise<boolean> {
  const statements = splitStatements(migration.text)
  return owner.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
    const done = await sql`
      select 1 from supabase_migrations.schema_migrations where version = ${migration.version}`
    if (done.length > 0) return false
    await sql.unsafe('set local client_min_messages = warning; set local statement_timeout = 0').simple()
    for (const statement of statements) {
      try {
        await sql.unsafe(statement.text).simple()
      } catch (error) {
        throw migrationFailure(migration, statement, error)
      }
    }
    await sql`
      insert into supabase_migrations.schema_migrations (version, name, statements)
      values (${migration.version}, ${migration.name}, ${statements.map((each) => each.text)}::text[])`
    return true
  })
}

function migrationFailure(migration: Migration, statement: Statement, error: unknown): StartFailure {
  const { message, position, detail, hint, where } = error as {
    message: string
    position?: string
    detail?: string
    hint?: string
    where?: string
  }
  const within = position === undefined ? 0 : lineAt(statement.text, Number(position) - 1) - 1
  const more = [detail, hint, where].filter((text) => text !== undefined).join('\n')
  return new StartFailure(
    'migration_failed',
    `${migration.file}, line ${statement.line + within}: ${message}${more ? `\n${more}` : ''}`,
    'Nothing of this migration was applied.',
    error,
  )
}
