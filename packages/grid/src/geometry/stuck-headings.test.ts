import { describe, expect, it } from 'vitest'
import type { GridGroup } from '../model/grid-source.ts'
import { rowIndex } from '../units.ts'
import { LineLayout } from './line-layout.ts'
import { stuckHeadings, stuckHeight } from './stuck-headings.ts'

const group = (depth: number, firstRow: number): GridGroup => ({
  key: `${depth}/${firstRow}`,
  depth,
  firstRow: rowIndex(firstRow),
  isCollapsed: false,
  by: 'Status',
  label: { kind: 'empty' },
  count: 10,
  summaries: new Map(),
})

/** Two groups of two inner groups with ten rows each. */
const lines = new LineLayout({
  rowCount: 40,
  rowHeight: 32,
  headingHeight: 40,
  addRowHeight: 32,
  groups: [group(0, 0), group(1, 0), group(1, 10), group(0, 20), group(1, 20), group(1, 30)],
})

describe('headings at the top', () => {
  it('do not stick while they are at their own place', () => {
    expect(stuckHeadings(lines, 0)).toEqual([])
  })

  it('stay in a stack while rows of theirs are seen', () => {
    const stuck = stuckHeadings(lines, 100)
    expect(stuck).toEqual([
      { group: 0, top: 0 },
      { group: 1, top: 40 },
    ])
    expect(stuckHeight(lines, stuck)).toBe(80)
  })

  it('are pushed out by the next one of their own depth, inner ones first', () => {
    const next = lines.yOfGroup(2)
    expect(stuckHeadings(lines, next - 60)).toEqual([
      { group: 0, top: 0 },
      { group: 1, top: 20 },
    ])
    const outer = lines.yOfGroup(3)
    const stuck = stuckHeadings(lines, outer - 15)
    expect(stuck[0]).toEqual({ group: 0, top: -25 })
    expect(stuckHeight(lines, stuck)).toBeLessThanOrEqual(40)
  })

  it('are the inner one of the next group when that is at the top', () => {
    expect(stuckHeadings(lines, lines.yOfRow(35)).map((one) => one.group)).toEqual([3, 5])
  })
})
