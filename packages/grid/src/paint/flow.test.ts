import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planFlow } from './flow.ts'

const countWidth = (hidden: number) => 12 + String(hidden).length * 7

describe('a flow of chips', () => {
  it('shows them all where they fit', () => {
    const flow = planFlow(3, () => 40, { room: 128, lines: 1, gap: 4, countWidth })
    expect(flow.places.map(({ x }) => x)).toEqual([0, 44, 88])
    expect(flow.hidden).toBe(0)
  })

  it('makes room for the count of those that do not', () => {
    const flow = planFlow(5, () => 40, { room: 128, lines: 1, gap: 4, countWidth })
    expect(flow.places).toHaveLength(2)
    expect(flow.hidden).toBe(3)
    expect(flow.countX + countWidth(3)).toBeLessThanOrEqual(128)
  })

  it('goes on in further lines where the row is high', () => {
    const flow = planFlow(5, () => 60, { room: 128, lines: 3, gap: 4, countWidth })
    expect(flow.places.map(({ line }) => line)).toEqual([0, 0, 1, 1, 2])
  })

  it('loses nothing and leaves its room nowhere', () => {
    const widths = fc.array(fc.integer({ min: 10, max: 400 }), { maxLength: 20 })
    fc.assert(
      fc.property(
        widths,
        fc.integer({ min: 60, max: 400 }),
        fc.integer({ min: 1, max: 4 }),
        (all, room, lines) => {
          const flow = planFlow(all.length, (index) => all[index]!, { room, lines, gap: 4, countWidth })
          expect(flow.places.length + flow.hidden).toBe(all.length)
          for (const { x, width, line } of flow.places) {
            expect(x + width).toBeLessThanOrEqual(room)
            expect(line).toBeLessThan(lines)
          }
          const needed = flow.hidden === 0 ? 0 : flow.countX + countWidth(flow.hidden)
          expect(needed).toBeLessThanOrEqual(room)
          expect(flow.places.length).toBeGreaterThanOrEqual(Math.min(1, all.length))
        },
      ),
    )
  })
})
