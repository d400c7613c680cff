import { describe, expect, it, vi } from 'vitest'
import { whenOnline } from './when-online.ts'

const failing = () =>
  vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('gone')).mockResolvedValue('code')

describe('code that is fetched', () => {
  it('is fetched again once the line is back', async () => {
    const line = new EventTarget()
    const back = () =>
      new Promise<void>((resolve) => {
        line.addEventListener('online', () => resolve(), { once: true })
      })
    const load = failing()
    const got = whenOnline(load, { isThere: () => false, back })()
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
    line.dispatchEvent(new Event('online'))
    expect(await got).toBe('code')
  })

  it('is not there where it could not be fetched with a line', async () => {
    const load = failing()
    const line = { isThere: () => true, back: () => Promise.resolve() }
    await expect(whenOnline(load, line)()).rejects.toThrow('gone')
    expect(load).toHaveBeenCalledTimes(1)
  })
})
