import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { checkSpace } from './cluster.ts'

it('checkSpace refuses a disk without the space wanted, saying how much is free', async () => {
  await expect(checkSpace(tmpdir(), Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({
    code: 'no_disk_space',
    message: expect.stringMatching(/^Only \d+ MB are free/),
  })
  await expect(checkSpace(tmpdir(), 1)).resolves.toBeUndefined()
})
