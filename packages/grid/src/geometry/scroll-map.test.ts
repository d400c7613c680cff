import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ScrollMap, spacerCap } from './scroll-map.ts'

const view = 600
const mapOf = (content: number) => {
  const map = new ScrollMap()
  map.resize(content, view)
  return map
}
const tall = 32_000_000

describe('a content that fits', () => {
  it('stands where the bar stands', () => {
    fc.assert(
      fc.property(fc.integer({ min: view, max: spacerCap }), fc.nat(), (content, at) => {
        const map = mapOf(content)
        const top = Math.min(at, content - view)
        map.onScroll(top)
        expect(map.y).toBe(top)
        expect(map.origin).toBe(0)
        expect(map.spacer).toBe(content)
      }),
    )
  })
})

describe('a content taller than the bar', () => {
  it('reaches its end where the bar ends, and its start where the bar starts', () => {
    const map = mapOf(tall)
    map.onScroll(spacerCap - view)
    expect(map.y).toBe(tall - view)
    map.onScroll(0)
    expect(map.y).toBe(0)
  })

  it('moves one to one in small steps, wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20_000, max: tall - 20_000 }),
        fc.integer({ min: -1_200, max: 1_200 }),
        (y, step) => {
          const map = mapOf(tall)
          const top = map.moveTo(y)
          const origin = map.origin
          map.onScroll(top + step)
          expect(map.y).toBeCloseTo(y + step, 3)
          expect(map.origin).toBeCloseTo(origin, 3)
        },
      ),
    )
  })

  it('keeps what is seen in place when the bar settles', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5_000, max: tall - 5_000 }),
        fc.array(fc.integer({ min: -900, max: 900 }), { maxLength: 60 }),
        (y, steps) => {
          const map = mapOf(tall)
          let top = map.moveTo(y)
          for (const step of steps) {
            top = Math.max(1, Math.min(top + step, spacerCap - view - 2))
            map.onScroll(top)
          }
          const before = map.y
          const settled = map.settle()
          if (settled !== null) map.onScroll(settled)
          expect(map.y).toBe(before)
          expect(map.settle()).toBeNull()
        },
      ),
    )
  })

  it('never leaves the content', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: view, max: 400_000_000 }),
        fc.array(fc.integer({ min: -100, max: spacerCap + 100 })),
        (content, tops) => {
          const map = mapOf(content)
          for (const top of tops) {
            map.onScroll(top)
            expect(map.y).toBeGreaterThanOrEqual(0)
            expect(map.y).toBeLessThanOrEqual(Math.max(0, content - view))
          }
        },
      ),
    )
  })

  it('goes exactly to a row, and a row is reachable to the pixel', () => {
    const map = mapOf(tall)
    const y = 777_777 * 32
    map.moveTo(y)
    expect(map.y).toBe(y)
  })
})

describe('a content that changes', () => {
  it('stays at its end when it becomes shorter', () => {
    const map = mapOf(10_000)
    map.onScroll(9_000)
    expect(map.resize(5_000, view)).toBe(5_000 - view)
    expect(map.y).toBe(5_000 - view)
  })

  it('keeps its place when it grows past the cap', () => {
    const map = mapOf(spacerCap)
    map.onScroll(4_000_000)
    map.resize(tall, view)
    expect(map.y).toBe(4_000_000)
    expect(map.origin).toBe(0)
  })
})
