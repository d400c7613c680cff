import { access, readdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { clusterPlaces, removeIncomplete } from './postgres/cluster.ts'
import { lockFolder } from './postgres/folder-lock.ts'
import { stopOrphan } from './postgres/orphan.ts'
import { fileFailure, StartFailure } from './start-failure.ts'

/** What Plinth keeps in a data folder. Nothing else is ever deleted: the folder may be somebody's home. */
const OURS = /^(postgres|postgres\.log(\.1)?|postgres\.place|files|(mailbox|secrets)\.json(\.\d+(\.tmp)?)?)$/

/** Deletes everything Plinth keeps in `dataDir`. Refuses while another process uses it. */
export async function resetData(dataDir: string): Promise<void> {
  const folder = resolve(dataDir)
  const isThere = await access(folder).then(
    () => true,
    () => false,
  )
  const unlock = isThere ? await lockFolder(folder) : undefined
  try {
    const { inside, outside } = await clusterPlaces(folder)
    for (const cluster of [inside, outside]) {
      await stopOrphan(cluster)
      await removeIncomplete(cluster)
    }
    const names = isThere ? await readdir(folder) : []
    for (const name of names.filter((each) => OURS.test(each))) {
      await rm(join(folder, name), { recursive: true, force: true })
    }
    await rm(dirname(outside), { recursive: true, force: true })
  } catch (error) {
    throw error instanceof StartFailure ? error : fileFailure(error, folder)
  } finally {
    await unlock?.()
  }
}
