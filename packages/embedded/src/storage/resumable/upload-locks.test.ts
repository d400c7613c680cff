import { expect, it, vi } from 'vitest'
import { UploadLocks } from './upload-locks.ts'

const never = new AbortController().signal
const ignore = () => undefined

it('gives an upload to one request at a time, and asks the one that holds it to end', async () => {
  const locks = new UploadLocks()
  const first = locks.newLock('a')
  const asked = vi.fn<() => void>()
  await first.lock(never, asked)
  const order: string[] = []
  const second = locks.newLock('a')
  const waiting = second.lock(never, ignore).then(() => order.push('second'))
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  order.push('first ends')
  await first.unlock()
  await waiting
  expect(order).toEqual(['first ends', 'second'])
})

it('lets different uploads run side by side', async () => {
  const locks = new UploadLocks()
  await locks.newLock('a').lock(never, ignore)
  await expect(locks.newLock('b').lock(never, ignore)).resolves.toBeUndefined()
})

it('lets go of who waits when their request ends', async () => {
  const locks = new UploadLocks()
  await locks.newLock('a').lock(never, ignore)
  const gone = new AbortController()
  const waiting = locks.newLock('a').lock(gone.signal, ignore)
  gone.abort()
  await expect(waiting).rejects.toMatchObject({ body: 'failed to acquire lock before timeout' })
})

it('does not free what another request holds', async () => {
  const locks = new UploadLocks()
  await locks.newLock('a').lock(never, ignore)
  await locks.newLock('a').unlock()
  const gone = AbortSignal.timeout(20)
  await expect(locks.newLock('a').lock(gone, ignore)).rejects.toBeDefined()
})
