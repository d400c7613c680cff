import type { Sql } from 'postgres'
import { openPool } from '../open-pool.ts'
import { cloneDatabase, type TestCluster } from './clone-database.ts'
import { sharedCluster } from './shared-cluster.ts'
import { openTestDatabase, type TestDatabaseOptions } from './test-cluster.ts'

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
  authenticatorUrl: string
  major: number
  stop(): Promise<void>
}

/**
 * Starts Postgres with bootstrap and (unless `migrations: false`) our migrations, in about half a
 * second once a prepared cluster is cached. `binDir` runs another Postgres installation.
 */
export async function startTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { database, remove } = await openTestDatabase(options)
  const urls = {
    adminUrl: database.adminUrl,
    ownerUrl: database.ownerUrl,
    authenticatorUrl: database.urlOf('authenticator'),
  }
  return connectDatabase({ ...urls, major: database.major }, async () => {
    await database.stop()
    await remove()
  })
}

/** A copy of a database of a running cluster; by itself of our migrations alone, in the cluster of this process. */
export async function cloneTestDatabase(wanted?: TestCluster): Promise<TestDatabase> {
  const cluster = wanted ?? (await sharedCluster())
  const { drop, ...urls } = await cloneDatabase(cluster)
  return connectDatabase({ ...urls, major: cluster.major }, drop)
}

function connectDatabase(cluster: TestCluster, remove: () => Promise<void>): TestDatabase {
  const sql = openPool(cluster.ownerUrl, 8)
  const admin = openPool(cluster.adminUrl, 4)
  const authenticator = openPool(cluster.authenticatorUrl, 8)
  return {
    sql,
    admin,
    authenticator,
    databaseUrl: cluster.ownerUrl,
    adminDatabaseUrl: cluster.adminUrl,
    authenticatorUrl: cluster.authenticatorUrl,
    major: cluster.major,
    stop: async () => {
      await Promise.all([sql, admin, authenticator].map((pool) => pool.end({ timeout: 1 })))
      await remove()
    },
  }
}

export { sharedCluster, type TestCluster, type TestDatabaseOptions }
