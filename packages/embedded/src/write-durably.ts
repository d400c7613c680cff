import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a small secret file (0600): under another name, flushed, renamed, the folder flushed. After a power failure it is
 * whole or absent, and it is there before anything that is written later.
 */
export async function writeDurably(path: string, text: string): Promise<void> {
  const partial = `${path}.${process.pid}`
  const file = await open(partial, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, path)
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}
