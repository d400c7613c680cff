import { randomUUID } from 'node:crypto'
import { openPool } from '../open-pool.ts'

/** A running Postgres that lends copies of its databases to tests; the URLs name the database to copy. */
export interface TestCluster {
  /** As the superuser. */
  adminUrl: string
  /** As the role that runs migrations. */
  ownerUrl: string
  authenticatorUrl: string
  major: number
  /** Leaves the copies, for whoever wants to look at what the tests did in them. */
  keepCopies?: boolean
}

const inDatabase = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href

/** Copies the cluster's database, which nobody may be connected to; `drop` takes the copy away. */
export async function cloneDatabase(cluster: TestCluster) {
  const source = new URL(cluster.adminUrl).pathname.slice(1)
  const name = `copy_${randomUUID().replaceAll('-', '')}`
  const beside = openPool(inDatabase(cluster.adminUrl, 'template1'), 1)
  try {
    await beside.unsafe(`create database ${name} template ${source}`)
    // Rights on a database are not copied with it.
    await beside.unsafe(`grant create on database ${name} to ${new URL(cluster.ownerUrl).username}`)
  } finally {
    await beside.end()
  }
  return {
    adminUrl: inDatabase(cluster.adminUrl, name),
    ownerUrl: inDatabase(cluster.ownerUrl, name),
    authenticatorUrl: inDatabase(cluster.authenticatorUrl, name),
    drop: async () => {
      if (cluster.keepCopies) return
      const pool = openPool(inDatabase(cluster.adminUrl, 'template1'), 1)
      await pool.unsafe(`drop database ${name} with (force)`).finally(() => pool.end())
    },
  }
}
