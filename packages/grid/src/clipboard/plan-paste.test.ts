import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rectangleOf } from '../select/place.ts'
import { at } from '../select/testing.ts'
import { planPaste } from './plan-paste.ts'

const room = { rows: 10, columns: 5, canAddRows: true }
const box = (top: number, left: number, bottom: number, right: number) => ({ top, left, bottom, right })
const one = rectangleOf(at(2, 1), at(2, 1))

describe('planPaste', () => {
  it('writes a block from the corner of a smaller selection', () => {
    const plan = planPaste({ rows: 3, columns: 2 }, one, room)
    expect(plan).toMatchObject({ area: box(2, 1, 4, 2), newRows: 0, leftOut: 0 })
    expect(planPaste({ rows: 3, columns: 2 }, rectangleOf(at(2, 1), at(5, 2)), room)).toMatchObject({
      area: box(2, 1, 4, 2),
    })
  })

  it('fills a selection that is a whole multiple, and any with a single cell', () => {
    const plan = planPaste({ rows: 2, columns: 1 }, rectangleOf(at(0, 0), at(3, 2)), room)
    expect(plan).toMatchObject({ area: box(0, 0, 3, 2) })
    expect(plan.cells.find(({ row, column }) => row === 3 && column === 2)?.from).toEqual({
      row: 1,
      column: 0,
    })
    expect(planPaste({ rows: 1, columns: 1 }, rectangleOf(at(1, 1), at(7, 3)), room)).toMatchObject({
      area: box(1, 1, 7, 3),
    })
  })

  it('grows the table by rows, never by columns, and tells what is left out', () => {
    const corner = rectangleOf(at(8, 3), at(8, 3))
    expect(planPaste({ rows: 5, columns: 4 }, corner, room)).toMatchObject({
      area: box(8, 3, 12, 4),
      newRows: 3,
      leftOut: 10,
    })
    expect(planPaste({ rows: 5, columns: 4 }, corner, { ...room, canAddRows: false })).toMatchObject({
      area: box(8, 3, 9, 4),
      newRows: 0,
      leftOut: 16,
    })
    const beyond = rectangleOf(at(10, 0), at(10, 0))
    expect(planPaste({ rows: 1, columns: 2 }, beyond, room)).toMatchObject({
      area: box(10, 0, 10, 1),
      newRows: 1,
    })
    expect(planPaste({ rows: 1, columns: 2 }, beyond, { ...room, canAddRows: false }).area).toBeNull()
  })

  it('places each cell once or counts it as left out', () => {
    const size = fc.record({ rows: fc.integer({ min: 1, max: 8 }), columns: fc.integer({ min: 1, max: 8 }) })
    const place = fc.tuple(fc.nat(9), fc.nat(4)).map(([row, column]) => at(row, column))
    fc.assert(
      fc.property(size, place, place, fc.boolean(), (block, from, to, canAddRows) => {
        const selection = rectangleOf(from, to)
        const plan = planPaste(block, selection, { ...room, canAddRows })
        const cells = plan.cells
        expect(new Set(cells.map(({ row, column }) => `${row}:${column}`)).size).toBe(cells.length)
        const selected = (selection.bottom - selection.top + 1) * (selection.right - selection.left + 1)
        expect([selected, block.rows * block.columns]).toContain(cells.length + plan.leftOut)
        const last = Math.max(9, ...cells.map(({ row }) => row))
        expect(plan.newRows).toBe(last - 9)
        expect(canAddRows || plan.newRows === 0).toBe(true)
        for (const { row, column, from: source } of cells) {
          expect(column).toBeLessThan(5)
          expect(source).toEqual({
            row: (row - selection.top) % block.rows,
            column: (column - selection.left) % block.columns,
          })
        }
      }),
    )
  })
})
