import { rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { clusterFolder } from './postgres/cluster.ts'
import { lockFolder } from './postgres/folder-lock.ts'
import { stopOrphan } from './postgres/orphan.ts'
import { findOsAccount } from './postgres/os-account.ts'
import { fileFailure, StartFailure } from './start-failure.ts'

/** What Plinth keeps in a data folder. Nothing else is ever deleted: the folder may be somebody's home. */
const OURS = [
  'postgres',
  'postgres.incomplete',
  'postgres.incomplete.password',
  'postgres.log',
  'postgres.log.1',
  'files',
  'mailbox.json',
  'secrets.json',
]

/** Deletes everything Plinth keeps in `dataDir`. Refuses while another process uses it. */
export async function resetData(dataDir: string): Promise<void> {
  const folder = resolve(dataDir)
  const unlock = await lockFolder(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  try {
    const cluster = await clusterFolder(folder, await findOsAccount())
    await stopOrphan(cluster)
    for (const name of OURS) await rm(join(folder, name), { recursive: true, force: true })
    // As root with a folder that Postgres's account cannot reach, the cluster is elsewhere.
    if (dirname(cluster) !== folder) await rm(dirname(cluster), { recursive: true, force: true })
  } catch (error) {
    throw error instanceof StartFailure ? error : fileFailure(error, folder)
  } finally {
    await unlock?.()
  }
}
