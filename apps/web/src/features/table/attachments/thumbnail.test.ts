import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPicture } from '../../../lib/files/preview-kind.ts'
import { fitInto } from './thumbnail.ts'

const size = fc.record({
  width: fc.integer({ min: 1, max: 20_000 }),
  height: fc.integer({ min: 1, max: 20_000 }),
})

describe('fitInto', () => {
  it('never exceeds the edge, never enlarges, and keeps at least one pixel', () => {
    fc.assert(
      fc.property(size, (picture) => {
        const { width, height } = fitInto(picture, 256)
        expect(Math.max(width, height)).toBeLessThanOrEqual(256)
        expect(width).toBeLessThanOrEqual(picture.width)
        expect(height).toBeLessThanOrEqual(picture.height)
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
      }),
    )
  })

  it('keeps the proportions', () => {
    expect(fitInto({ width: 4000, height: 3000 }, 256)).toEqual({ width: 256, height: 192 })
  })
})

describe('isPicture', () => {
  it('leaves out SVG, which can carry scripts', () => {
    expect(isPicture('image/svg+xml')).toBe(false)
    expect(isPicture('image/png')).toBe(true)
  })
})
