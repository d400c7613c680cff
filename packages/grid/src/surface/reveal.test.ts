import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ColumnLayout } from '../geometry/column-layout.ts'
import { LineLayout } from '../geometry/line-layout.ts'
import type { ColumnKey } from '../model/grid-source.ts'
import { scrollLeftToReveal, yToReveal } from './reveal.ts'

const lines = new LineLayout({
  rowCount: 10_000,
  rowHeight: 32,
  headingHeight: 40,
  addRowHeight: 32,
  groups: [],
})
const columns = new ColumnLayout({
  columns: Array.from({ length: 20 }, (_, index) => ({
    key: `c${index}` as ColumnKey,
    title: '',
    width: 150,
    align: 'start' as const,
    isPrimary: index === 0,
  })),
  frozen: 2,
  gutterWidth: 64,
  trailingWidth: 0,
})

describe('revealing', () => {
  it('brings a row into sight by the smallest step', () => {
    fc.assert(
      fc.property(fc.nat(9_999), fc.nat(300_000), (row, y) => {
        const view = { lines, y, height: 600 }
        const next = yToReveal(view, row)
        const top = lines.yOfRow(row)
        expect(next).toBeLessThanOrEqual(top)
        expect(next + 600).toBeGreaterThanOrEqual(top + 32)
        const wasSeen = top >= y && top + 32 <= y + 600
        const edge = top < y ? top : top + 32 - 600
        expect(next).toBe(wasSeen ? y : Math.max(0, edge))
      }),
    )
  })

  it('brings a column into sight beside the frozen ones, which need nothing', () => {
    fc.assert(
      fc.property(fc.nat(19), fc.nat(1_600), (column, scrollLeft) => {
        const view = { columns, scrollLeft, width: 1_000 }
        const next = scrollLeftToReveal(view, column)
        const left = columns.viewLeftOf(column, next)
        expect(left + 150).toBeLessThanOrEqual(1_000)
        expect(left).toBeGreaterThanOrEqual(columns.isFrozen(column) ? 64 : columns.frozenWidth)
        expect(column < 2 ? next : scrollLeft).toBe(scrollLeft)
      }),
    )
  })
})
