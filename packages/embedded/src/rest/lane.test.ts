import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Lane } from './lane.ts'

describe('a lane', () => {
  it('lets so many go at a time, in their order, and refuses who finds no room to wait', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 5 }),
        fc.array(fc.boolean(), { maxLength: 20 }),
        async (width, room, fates) => {
          const lane = new Lane(width, room)
          const begun: number[] = []
          let under = 0
          let most = 0
          const work = (at: number, isLost: boolean) => async () => {
            begun.push(at)
            under += 1
            most = Math.max(most, under)
            await new Promise((resolve) => setTimeout(resolve))
            under -= 1
            if (isLost) throw new Error('lost')
            return at
          }
          const turns = fates.map((isLost, at) => lane.run(work(at, isLost)))
          const taken = Math.min(fates.length, width + room)
          expect(turns.map((turn) => turn !== null)).toEqual(fates.map((_, at) => at < taken))
          const ends = await Promise.allSettled(turns.filter((turn) => turn !== null))
          expect(ends.map(({ status }) => status)).toEqual(
            fates.slice(0, taken).map((isLost) => (isLost ? 'rejected' : 'fulfilled')),
          )
          expect(begun).toEqual(fates.slice(0, taken).map((_, at) => at))
          expect(most).toBe(Math.min(width, taken))
          // Nothing of what has ended is in the way.
          expect(await lane.run(async () => 'free')).toBe('free')
        },
      ),
      { numRuns: 50 },
    )
  })
})
