import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeAfterDrop } from './use-reorder.ts'

describe('a dropped item', () => {
  it('comes to stand beside the one that it was dropped at, on that side, and the others keep their order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.nat(),
        fc.nat(),
        fc.constantFrom('before' as const, 'after' as const),
        (count, a, b, side) => {
          const [from, index] = [a % count, b % count]
          const left = Array.from({ length: count }, (_, n) => n).filter((item) => item !== from)
          const dropped = left.toSpliced(placeAfterDrop(from, { index, side }), 0, from)
          expect(dropped.filter((item) => item !== from)).toEqual(left)
          const [first, second] = side === 'before' ? [from, index] : [index, from]
          expect(dropped.indexOf(second) - dropped.indexOf(first)).toBe(index === from ? 0 : 1)
        },
      ),
    )
  })
})
