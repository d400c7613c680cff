import type { Client } from './client.ts'
import type { Rpc } from './rpc.ts'
import { bucketOf } from './send-object.ts'
import { nothing } from './wire/nothing.ts'

/** Keys of one round: as many as REST answers and storage removes at once. */
const keysPerRound = 1_000
/** A person who waits for room waits for so many rounds at most; the rest goes next time. */
const rounds = 10

/**
 * Takes files out of storage whose record, field, table or base is gone, as far as this person may: until then they
 * count against the quota of their workspace. What fails stays queued in the database.
 */
export type RemovedFiles = () => Promise<void>

export function createRemovedFiles(client: Client, rpc: Rpc): RemovedFiles {
  return async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { data } = await client.from('removed_key').select('key').order('key').limit(keysPerRound)
      const keys = ((data ?? []) as { key: string }[]).map(({ key }) => key)
      if (!(await forgetFiles(client, rpc, keys)) || keys.length < keysPerRound) return
    }
  }
}

/** Removes these objects, which the database has queued, then their keys from the queue. False: they stay queued. */
export async function forgetFiles(client: Client, rpc: Rpc, keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return true
  const { error } = await client.storage.from(bucketOf(keys[0] ?? '')).remove([...keys])
  if (error !== null) return false
  const done = await rpc('removed_keys_done', { keys }, nothing)
  return done.ok
}
