import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GridGroup } from '../model/grid-source.ts'
import { rowIndex } from '../units.ts'
import { LineLayout } from './line-layout.ts'
import { placeAt, yOfPlace } from './view-place.ts'

const headingHeight = 36

const groupAt = (firstRow: number, depth = 0): GridGroup => ({
  key: `${depth}/${firstRow}`,
  depth,
  firstRow: rowIndex(firstRow),
  isCollapsed: false,
  by: 'Status',
  label: { kind: 'empty' },
  count: 0,
  summaries: new Map(),
})

const layoutOf = (rowCount: number, firstRows: readonly number[] = [], addRowHeight = 32, rowHeight = 32) =>
  new LineLayout({
    rowCount,
    rowHeight,
    headingHeight,
    addRowHeight,
    groups: firstRows.map((first) => groupAt(first)),
  })

/** Row counts with the places of headings among them: empty groups share a place with the one after. */
const anyLayout = fc
  .record({
    rowCount: fc.integer({ min: 0, max: 400 }),
    firstRows: fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 30 }),
    addRowHeight: fc.constantFrom(0, 32),
    rowHeight: fc.constantFrom(32, 56, 88, 128),
  })
  .map(({ rowCount, firstRows, addRowHeight, rowHeight }) => {
    const sorted = firstRows.map((first) => Math.min(first, rowCount)).sort((a, b) => a - b)
    return layoutOf(rowCount, sorted, addRowHeight, rowHeight)
  })

describe('lines', () => {
  it('follow one another without a gap, each row and each heading once', () => {
    fc.assert(
      fc.property(anyLayout, (layout) => {
        const lines = [...layout.linesBetween(0, layout.height)]
        let y = 0
        for (const line of lines) {
          expect(line.y).toBe(y)
          y += line.height
        }
        expect(y).toBe(layout.height)
        const rows = lines.filter((line) => line.kind === 'row').map((line) => line.row)
        expect(rows).toEqual(Array.from({ length: layout.rowCount }, (_, row) => row))
        const groups = lines.filter((line) => line.kind === 'group').map((line) => line.group)
        expect(groups).toEqual(layout.groups.map((_, index) => index))
      }),
    )
  })

  it('have numbers, in which headings count too', () => {
    fc.assert(
      fc.property(anyLayout, (layout) => {
        for (const [at, line] of [...layout.linesBetween(0, layout.height)].entries()) {
          const isGroup = line.kind === 'group'
          const row = line.kind === 'row' ? line.row : layout.rowCount
          expect(isGroup ? layout.linesAboveGroup(line.group) : layout.linesAboveRow(row)).toBe(at)
        }
      }),
    )
  })

  it('are found by their numbers', () => {
    fc.assert(
      fc.property(anyLayout, (layout) => {
        const lines = [...layout.linesBetween(0, layout.rowsEnd)]
        expect(lines.map((_, at) => layout.lineOfNumber(at))).toEqual(lines)
        expect([layout.lineOfNumber(-1), layout.lineOfNumber(lines.length)]).toEqual([null, null])
      }),
    )
  })

  it('are found where they stand', () => {
    fc.assert(
      fc.property(anyLayout, fc.double({ min: 0, max: 1, noNaN: true }), (layout, share) => {
        fc.pre(layout.height > 0)
        const y = share * (layout.height - 0.01)
        const line = layout.lineAt(y)!
        expect(line.y).toBeLessThanOrEqual(y)
        expect(line.y + line.height).toBeGreaterThan(y)
        const again = { row: layout.yOfRow, group: layout.yOfGroup, 'add-row': () => layout.rowsEnd }[
          line.kind
        ]
        const place = line.kind === 'row' ? line.row : line.kind === 'group' ? line.group : 0
        expect(again.call(layout, place)).toBe(line.y)
      }),
    )
  })

  it('stand below the heading of the group that holds them', () => {
    fc.assert(
      fc.property(anyLayout, fc.nat(399), (layout, row) => {
        fc.pre(row < layout.rowCount)
        const group = layout.groupOfRow(row)
        const expected = layout.groups.findLastIndex(({ firstRow }) => firstRow <= row)
        expect(group).toBe(expected)
        expect(layout.groupAbove(layout.yOfRow(row))).toBe(group)
      }),
    )
  })

  it('tell the rows between two places', () => {
    fc.assert(
      fc.property(anyLayout, fc.nat(20_000), fc.integer({ min: 1, max: 3_000 }), (layout, from, height) => {
        const { first, last } = layout.rowsBetween(from, from + height)
        const seen = [...layout.linesBetween(from, from + height)]
          .filter((line) => line.kind === 'row')
          .map((line) => line.row as number)
        expect(Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)).toEqual(
          seen,
        )
      }),
    )
  })

  it('keep their place while it is told by a row', () => {
    fc.assert(
      fc.property(anyLayout, fc.double({ min: 0, max: 1, noNaN: true }), (layout, share) => {
        fc.pre(layout.rowCount > 0)
        const y = share * layout.height
        expect(yOfPlace(layout, placeAt(layout, y))).toBeCloseTo(y, 6)
      }),
    )
  })
})

describe('extremes', () => {
  it('are empty without rows, and end with the adding line', () => {
    expect(layoutOf(0, [], 0).lineAt(0)).toBeNull()
    expect(layoutOf(0).lineAt(0)).toEqual({ kind: 'add-row', y: 0, height: 32 })
    expect(layoutOf(0).nearestRow(10)).toBeNull()
    expect(layoutOf(1).lineAt(31.9)).toMatchObject({ kind: 'row', row: 0 })
    expect(layoutOf(1).lineAt(32)).toMatchObject({ kind: 'add-row' })
  })

  it('are exact at ten million high rows', () => {
    const layout = layoutOf(10_000_000, [0, 5_000_000, 5_000_000], 32, 128)
    const last = layout.yOfRow(9_999_999)
    expect(last).toBe(9_999_999 * 128 + 3 * headingHeight)
    expect(layout.lineAt(last + 127.5)).toMatchObject({ kind: 'row', row: 9_999_999 })
    expect(layout.lineAt(last - 0.25)).toMatchObject({ kind: 'row', row: 9_999_998 })
  })

  it('show headings alone where every group is collapsed', () => {
    const layout = layoutOf(0, [0, 0, 0], 0)
    expect([...layout.linesBetween(0, 1_000)].map((line) => line.kind)).toEqual(['group', 'group', 'group'])
    expect(layout.rowsBetween(0, 1_000)).toEqual({ first: 0, last: -1 })
  })
})
