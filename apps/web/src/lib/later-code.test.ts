import { describe, expect, it } from 'vitest'
import { LaterCode } from './later-code.ts'

/** Code that comes when it is told to. */
function awaited() {
  let resolve!: (code: string) => void
  let reject!: (error: Error) => void
  const promise = new Promise<string>((...ends) => {
    ;[resolve, reject] = ends
  })
  let times = 0
  const later = new LaterCode(() => {
    times += 1
    return promise
  })
  return { later, resolve, reject, times: () => times }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('code that is loaded later', () => {
  it('is not asked for until somebody needs it', () => {
    const { later, times } = awaited()
    expect(later.current()).toBeNull()
    expect(times()).toBe(0)
  })

  it('is loaded once, however many ask', async () => {
    const { later, resolve, times } = awaited()
    later.ask()
    later.subscribe(() => undefined)
    later.subscribe(() => undefined)
    resolve('code')
    await settled()
    later.ask()
    expect(times()).toBe(1)
  })

  it('tells who waits that it is there, and is there at once from then on', async () => {
    const { later, resolve } = awaited()
    const told: (string | null)[] = []
    later.subscribe(() => told.push(later.current()))
    resolve('code')
    await settled()
    expect(told).toEqual(['code'])
    expect(later.current()).toBe('code')
  })

  it('tells nobody who has left', async () => {
    const { later, resolve } = awaited()
    const told: (string | null)[] = []
    const leave = later.subscribe(() => told.push(later.current()))
    leave()
    resolve('code')
    await settled()
    expect(told).toEqual([])
  })

  it('throws why it did not come', async () => {
    const { later, reject } = awaited()
    let told = 0
    later.subscribe(() => {
      told += 1
    })
    reject(new Error('no line'))
    await settled()
    expect(told).toBe(1)
    expect(() => later.current()).toThrow('no line')
  })
})
