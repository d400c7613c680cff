import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { lockFolder } from './folder-lock.ts'

describe('lockFolder', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-lock-'))
    return () => rm(folder, { recursive: true })
  })

  it('is held once, and again after it was given back, leaving no files', async () => {
    const unlock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'data_in_use' })
    await unlock()
    await (await lockFolder(folder))()
    expect(await readdir(folder)).toEqual([])
  })

  it.each(['4194303 1', `${process.pid} 1`, '', 'nonsense'])(
    'replaces the stale lock “%s”',
    async (content) => {
      await writeFile(join(folder, 'plinth.lock'), content)
      const unlock = await lockFolder(folder)
      await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'data_in_use' })
      await unlock()
    },
  )

  it('of what is no folder is refused with its name', async () => {
    const path = join(folder, 'file')
    await writeFile(path, '')
    await expect(lockFolder(path)).rejects.toMatchObject({
      code: 'no_permission',
      message: expect.stringContaining(path),
    })
  })
})
