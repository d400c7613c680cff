import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Piece, sideBySide } from './columns-of-hours.ts'

const somePieces = fc
  .array(fc.tuple(fc.nat(90), fc.integer({ min: 1, max: 30 })), { maxLength: 25 })
  .map((list) => list.map(([at, long], id): Piece<number> => ({ id, from: at * 15, to: (at + long) * 15 })))
const meet = (a: Piece<number>, b: Piece<number>) => a.from < b.to && b.from < a.to

describe('records at the same time', () => {
  it('stand beside one another, and none on another', () => {
    fc.assert(
      fc.property(somePieces, (pieces) => {
        const placed = sideBySide(pieces)
        expect(placed.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(pieces.map(({ id }) => id))
        for (const a of placed) {
          expect(a.width).toBeGreaterThan(0)
          expect(a.column + a.width).toBeLessThanOrEqual(a.of)
          for (const b of placed) {
            if (a.id === b.id || !meet(a, b)) continue
            expect(a.of).toBe(b.of)
            expect(a.column + a.width <= b.column || b.column + b.width <= a.column).toBe(true)
          }
        }
      }),
    )
  })

  it('take no more columns than are there at one time', () => {
    fc.assert(
      fc.property(somePieces, (pieces) => {
        for (const { of, from, to } of sideBySide(pieces)) {
          const most = Math.max(
            ...pieces.map(
              (piece) => pieces.filter((one) => one.from <= piece.from && piece.from < one.to).length,
            ),
          )
          expect(of).toBeLessThanOrEqual(most)
          expect(to).toBeGreaterThan(from)
        }
      }),
    )
  })

  it('are as wide as the day where nobody is beside them', () => {
    const placed = sideBySide([
      { id: 'a', from: 0, to: 60 },
      { id: 'b', from: 30, to: 90 },
      { id: 'c', from: 60, to: 120 },
      { id: 'd', from: 120, to: 180 },
    ])
    expect(placed.map(({ id, column, width, of }) => [id, column, width, of])).toEqual([
      ['a', 0, 1, 2],
      ['b', 1, 1, 2],
      ['c', 0, 1, 2],
      ['d', 0, 1, 1],
    ])
  })
})
