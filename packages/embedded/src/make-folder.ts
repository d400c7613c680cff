import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes `path` and what is missing above it. In place of Node's `recursive`, which hides the reason on a
 * file system that is read-only (ENOENT) and never ends in special ones such as /proc.
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && dirname(path) !== path) {
      await makeFolder(dirname(path), 0o755)
      await mkdir(path, { mode }).catch((second: NodeJS.ErrnoException) => {
        // Another start may have made it meanwhile.
        if (second.code !== 'EEXIST') throw second
      })
      return
    }
    // Some systems say EROFS or EACCES of a folder that is there already.
    const isThere = (await stat(path).catch(() => undefined))?.isDirectory() ?? false
    if (!isThere) throw error
  }
}
