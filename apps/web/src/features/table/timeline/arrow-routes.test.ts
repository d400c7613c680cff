import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pathOf, routeOf } from './arrow-routes.ts'

const rowPx = 40
const aPlace = fc.record({
  x: fc.integer({ min: -2_000, max: 2_000 }),
  y: fc.integer({ min: 0, max: 60 }).map((row) => row * rowPx + rowPx / 2),
})

describe('the way of an arrow', () => {
  it('goes across and down alone, out of the end of one bar and into the beginning of the other', () => {
    fc.assert(
      fc.property(aPlace, aPlace, (from, to) => {
        fc.pre(from.y !== to.y)
        const points = routeOf(from, to, rowPx)
        expect(points[0]).toEqual(from)
        expect(points.at(-1)).toEqual(to)
        const isStraight = points.slice(1).every(({ x, y }, at) => x === points[at]!.x || y === points[at]!.y)
        expect(isStraight).toBe(true)
        expect(points[1]!.x).toBeGreaterThan(from.x)
        expect(points.at(-2)!.x).toBeLessThan(to.x)
      }),
    )
  })

  it('goes back between the rows, where no bar lies', () => {
    fc.assert(
      fc.property(aPlace, aPlace, (from, to) => {
        fc.pre(from.y !== to.y)
        const points = routeOf(from, to, rowPx)
        const back = points.slice(1).filter(({ x, y }, at) => y === points[at]!.y && x < points[at]!.x)
        expect(back.filter(({ y }) => y % rowPx !== 0)).toEqual([])
      }),
    )
  })

  it('is a path without holes in its numbers', () => {
    fc.assert(
      fc.property(aPlace, aPlace, (from, to) => {
        const path = pathOf(routeOf(from, to, rowPx))
        expect(path.startsWith(`M${from.x} ${from.y}`)).toBe(true)
        expect(path.endsWith(`L${to.x} ${to.y}`)).toBe(true)
        expect(path).not.toMatch(/NaN|undefined|Infinity/)
      }),
    )
  })
})
