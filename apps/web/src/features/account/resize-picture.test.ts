import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { middleSquare } from './resize-picture.ts'

describe('middleSquare', () => {
  it('is a square inside of the picture, in its middle', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20_000 }),
        fc.integer({ min: 1, max: 20_000 }),
        (width, height) => {
          const { x, y, side } = middleSquare(width, height)
          expect(side).toBe(Math.min(width, height))
          expect(x + side).toBeLessThanOrEqual(width)
          expect(y + side).toBeLessThanOrEqual(height)
          expect(Math.abs(width - side - 2 * x)).toBeLessThanOrEqual(1)
          expect(Math.abs(height - side - 2 * y)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})
