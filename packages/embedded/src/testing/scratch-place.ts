import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

/** In memory a folder is filled and thrown away in half of the time. */
export const IN_MEMORY = '/dev/shm'

/** A container may have but 64 MB of it. */
const roomInMemory = 4 * 2 ** 30

/** Where tests put what they throw away: in memory where there is room for it. */
export async function scratchPlace(): Promise<string> {
  const free = await statfs(IN_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free > roomInMemory ? IN_MEMORY : tmpdir()
}
