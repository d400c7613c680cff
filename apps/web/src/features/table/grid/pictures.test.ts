import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Pictures } from './pictures.ts'

const bitmapOf = () => ({ close: vi.fn<() => void>() }) as unknown as ImageBitmap

function pictures() {
  const fetched: string[] = []
  const onReady = vi.fn<() => void>()
  const made = new Pictures(
    {
      download(key) {
        fetched.push(key)
        return Promise.resolve({ ok: true, value: new Blob([key]) })
      },
    },
    onReady,
  )
  return { made, fetched, onReady }
}

const keys = (prefix: string, count: number) => Array.from({ length: count }, (_, no) => `${prefix}${no}`)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.stubGlobal('createImageBitmap', () => Promise.resolve(bitmapOf()))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('pictures of the grid', () => {
  it('are fetched once, and told of when they have come', async () => {
    const { made, fetched, onReady } = pictures()
    expect(made.get('a')).toBeNull()
    expect(made.get('a')).toBeNull()
    expect(made.get(null)).toBeNull()
    await vi.waitFor(() => expect(onReady).toHaveBeenCalledOnce())
    expect(made.get('a')).not.toBeNull()
    expect(fetched).toEqual(['a'])
  })

  it('stay while they are on screen, however many those are', () => {
    const { made, fetched } = pictures()
    const shown = keys('shown', 300)
    for (let painting = 0; painting < 3; painting += 1) for (const key of shown) made.get(key)
    expect(fetched).toEqual(shown)
  })

  it('give way to others when they are out of sight, those painted last after all others', async () => {
    const { made, fetched, onReady } = pictures()
    for (const key of keys('old', 200)) made.get(key)
    await vi.waitFor(() => expect(onReady).toHaveBeenCalledTimes(200))
    const first = made.get('old0')!
    vi.advanceTimersByTime(5_000)
    const second = made.get('old1')!
    for (const key of keys('new', 198)) made.get(key)
    expect(first.close).not.toHaveBeenCalled()
    made.get('new198')
    expect(first.close).toHaveBeenCalledOnce()
    expect(second.close).not.toHaveBeenCalled()
    expect(made.get('old0')).toBeNull()
    expect(fetched.filter((key) => key === 'old0')).toHaveLength(2)
  })
})
