import { describe, expect, it } from 'vitest'
import { inTurn, knowingChanges } from './changes-under-way.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve))

/** A server whose answers come when they are let go. */
function slowServer() {
  const log: string[] = []
  const held: (() => void)[] = []
  let stored = 0
  const answer = <T>(name: string, work: () => T) => {
    log.push(name)
    return new Promise<T>((resolve) => {
      held.push(() => resolve(work()))
    })
  }
  return {
    log,
    save: (value: number) => () =>
      answer(`save ${value}`, () => {
        stored = value
      }),
    load: () => answer('load', () => stored),
    letGo: async () => {
      await settle()
      for (const go of held.splice(0)) go()
      await settle()
    },
  }
}

describe('changes that are shown already', () => {
  it('are sent one after the other', async () => {
    const { log, save, letGo } = slowServer()
    void inTurn(save(1))
    void inTurn(save(2))
    await letGo()
    expect(log).toEqual(['save 1', 'save 2'])
    await letGo()
  })

  it('are sent although the one before was lost', async () => {
    const { log, save, letGo } = slowServer()
    const lost = inTurn(() => Promise.reject(new Error('gone')))
    void inTurn(save(1))
    await expect(lost).rejects.toThrow('gone')
    await letGo()
    expect(log).toEqual(['save 1'])
  })

  it('are in what is loaded, whenever they came', async () => {
    const { log, save, load, letGo } = slowServer()
    void inTurn(save(1))
    const loaded = knowingChanges(load)
    await letGo()
    expect(log).toEqual(['save 1', 'load'])
    // While it is under way another one is shown.
    void inTurn(save(2))
    await letGo()
    await letGo()
    expect(log).toEqual(['save 1', 'load', 'save 2', 'load'])
    await letGo()
    expect(await loaded).toBe(2)
  })
})
