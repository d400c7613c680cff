import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ColumnKey } from '../model/grid-source.ts'
import { ColumnLayout } from './column-layout.ts'

const layoutOf = (widths: readonly number[], frozen: number, gutterWidth = 64) =>
  new ColumnLayout({
    columns: widths.map((width, index) => ({
      key: `c${index}` as ColumnKey,
      title: `Column ${index}`,
      width,
      align: 'start',
      isPrimary: index === 0,
    })),
    frozen,
    gutterWidth,
    trailingWidth: 120,
  })

const anyLayout = fc
  .record({
    widths: fc.array(fc.integer({ min: 40, max: 400 }), { maxLength: 40 }),
    frozen: fc.nat(5),
  })
  .map(({ widths, frozen }) => layoutOf(widths, frozen))

describe('columns', () => {
  it('stand side by side and are found where they stand', () => {
    fc.assert(
      fc.property(anyLayout, fc.nat(8_000), fc.integer({ min: 0, max: 1_440 }), (layout, scrollLeft, x) => {
        const found = layout.columns.findIndex((_, column) => {
          const left = layout.viewLeftOf(column, scrollLeft)
          return (
            layout.isFrozen(column) === x < layout.frozenWidth &&
            left <= x &&
            x < left + layout.widthOf(column)
          )
        })
        const expected = x < layout.gutterWidth || found < 0 ? null : found
        expect(layout.columnAt(x, scrollLeft)).toBe(expected)
      }),
    )
  })

  it('are all told that show beside the frozen ones, and no other', () => {
    fc.assert(
      fc.property(anyLayout, fc.nat(8_000), (layout, scrollLeft) => {
        const { first, last } = layout.visibleFree(scrollLeft, 1_440)
        // Where the frozen ones fill the view, nothing is beside them.
        const hasRoom = layout.frozenWidth < 1_440
        const shown = layout.columns
          .map((_, column) => column)
          .filter((column) => {
            const left = layout.viewLeftOf(column, scrollLeft)
            const right = left + layout.widthOf(column)
            return hasRoom && !layout.isFrozen(column) && right > layout.frozenWidth && left < 1_440
          })
        expect(Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)).toEqual(
          shown,
        )
      }),
    )
  })

  it('are found by their key, and a hidden one is nowhere', () => {
    const layout = layoutOf([100, 200, 300], 1)
    expect(layout.placeOf('c2')).toBe(2)
    expect(layout.placeOf('c3')).toBeNull()
    expect(layout.frozenWidth).toBe(164)
    expect(layout.width).toBe(64 + 600 + 120)
  })
})
