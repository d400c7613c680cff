import type { Sql } from 'postgres'
import { openPool } from './database.ts'
import { openTestDatabase, type TestDatabaseOptions } from './testing/test-cluster.ts'

/** A throw-away Postgres in the state of a hosted project. */
export interface TestDatabase {
  /** As `postgres`: not a superuser, bypasses policies, runs migrations. */
  sql: Sql
  /** As `supabase_admin`, the superuser. */
  admin: Sql
  /** As `authenticator`: switch to a caller's role with `asUser`. */
  authenticator: Sql
  databaseUrl: string
  adminDatabaseUrl: string
  major: number
  stop(): Promise<void>
}

/**
 * Starts Postgres with bootstrap and (unless `migrations: false`) our migrations, in about half a
 * second once a prepared cluster is cached. `binDir` runs another Postgres installation.
 */
export async function startTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { database, remove } = await openTestDatabase(options)
  const adminDatabaseUrl = database.urlOf('supabase_admin')
  const sql = openPool(database.ownerUrl, 8)
  const admin = openPool(adminDatabaseUrl, 4)
  const authenticator = openPool(database.urlOf('authenticator'), 8)
  return {
    sql,
    admin,
    authenticator,
    databaseUrl: database.ownerUrl,
    adminDatabaseUrl,
    major: database.major,
    stop: async () => {
      await Promise.all([sql, admin, authenticator].map((pool) => pool.end({ timeout: 1 })))
      await database.stop()
      await remove()
    },
  }
}

export type { TestDatabaseOptions }
