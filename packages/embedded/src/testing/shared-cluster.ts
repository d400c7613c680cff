import { rmSync } from 'node:fs'
import type { TestCluster } from './clone-database.ts'
import { openTestDatabase } from './test-cluster.ts'

let shared: Promise<TestCluster> | undefined

/**
 * A running cluster with our migrations that all test files of this process copy from, which takes a quarter of the time that a
 * cluster for each does. It goes with the process.
 */
export function sharedCluster(): Promise<TestCluster> {
  shared ??= startCluster()
  return shared
}

async function startCluster(): Promise<TestCluster> {
  const { database, dataDir } = await openTestDatabase()
  // The runner of the tests ends its processes by a signal, after which nothing would end Postgres.
  process.once('SIGTERM', () => process.exit())
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const { adminUrl, ownerUrl, major } = database
  return { adminUrl, ownerUrl, authenticatorUrl: database.urlOf('authenticator'), major }
}
