import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnIndex, rowIndex } from '../units.ts'
import {
  addCell,
  chooseArea,
  collapse,
  emptySelection,
  extendRows,
  extendTo,
  selectAll,
  selectCell,
  selectColumns,
  selectColumnsOfSelection,
  selectRow,
  selectRowsOfSelection,
  stopAt,
  toggleColumn,
  toggleRow,
  toRow,
} from './choose.ts'
import { countCells, countRows, disjoint, isCellSelected, rectangles, selectedRows } from './resolve.ts'
import { at, columnKey, makeTable, rowKey } from './testing.ts'

const table = makeTable({ rows: [...'abcdefgh'], columns: [...'ABCD'] })
const box = (top: number, left: number, bottom: number, right: number) => ({ top, left, bottom, right })
const corner = (row: number, column: number) => ({ row: rowIndex(row), column: columnIndex(column) })
function area(top: number, left: number, bottom: number, right: number) {
  const [first, last] = [corner(top, left), corner(bottom, right)]
  return { top: first.row, left: first.column, bottom: last.row, right: last.column }
}
const rows = (selection: Parameters<typeof selectedRows>[1]) =>
  selectedRows(table, selection).map(({ first, last }) => [first, last])

describe('cells', () => {
  it('selects one, then a range in any direction from it', () => {
    const one = selectCell(table, at(3, 2))
    expect(one.cursor).toEqual({ row: 'd', hint: 3, column: 'C' })
    expect(rectangles(table, one)).toEqual([box(3, 2, 3, 2)])
    const range = extendTo(table, one, at(1, 3))
    expect(range.cursor).toEqual(one.cursor)
    expect(rectangles(table, range)).toEqual([box(1, 2, 3, 3)])
    expect(rectangles(table, extendTo(table, range, at(5, 0)))).toEqual([box(3, 0, 5, 2)])
  })

  it('adds ranges, and extends the one added last', () => {
    const two = extendTo(table, addCell(table, selectCell(table, at(0, 0)), at(4, 1)), at(5, 2))
    expect(rectangles(table, two)).toEqual([box(0, 0, 0, 0), box(4, 1, 5, 2)])
    expect(countCells(table, two)).toBe(5)
  })

  it('chooses an area and leaves the cursor, from which the range goes on', () => {
    fc.assert(
      fc.property(fc.nat(7), fc.nat(3), fc.nat(7), fc.nat(3), (row, column, otherRow, otherColumn) => {
        const one = selectCell(table, at(row, column))
        const [top, bottom] = [Math.min(row, otherRow), Math.max(row, otherRow)]
        const [left, right] = [Math.min(column, otherColumn), Math.max(column, otherColumn)]
        const chosen = chooseArea(table, one, area(top, left, bottom, right))
        expect(chosen.cursor).toEqual(one.cursor)
        expect(rectangles(table, chosen)).toEqual([box(top, left, bottom, right)])
        expect(chosen).toEqual(extendTo(table, one, at(otherRow, otherColumn)))
      }),
    )
    const elsewhere = chooseArea(table, selectCell(table, at(0, 0)), area(2, 1, 3, 2))
    expect(elsewhere.cursor?.row).toBe('a')
    expect(rectangles(table, elsewhere)).toEqual([box(2, 1, 3, 2)])
    const inRows = selectRow(table, rowIndex(1))
    expect(chooseArea(table, inRows, area(1, 0, 2, 3))).toBe(inRows)
  })

  it('keeps to the table', () => {
    expect(selectCell(table, at(99, 99)).cursor).toEqual({ row: 'h', hint: 7, column: 'D' })
    expect(selectCell(makeTable({ rows: [], columns: ['A'] }), at(0, 0))).toEqual(emptySelection)
  })

  it('counts a cell once, however many ranges lie over it', () => {
    const place = fc.tuple(fc.nat(7), fc.nat(3)).map(([row, column]) => at(row, column))
    fc.assert(
      fc.property(fc.array(fc.tuple(place, place), { minLength: 1, maxLength: 8 }), (pairs) => {
        const selection = pairs.reduce(
          (so, [from, to]) => extendTo(table, addCell(table, so, from), to),
          emptySelection,
        )
        const all = Array.from({ length: 32 }, (_, order) => at(order >> 2, order & 3))
        const selected = all.filter((cell) => isCellSelected(table, selection, cell))
        expect(countCells(table, selection)).toBe(selected.length)
        const apart = disjoint(rectangles(table, selection))
        for (const cell of all) {
          const holders = apart.filter(
            ({ top, bottom, left, right }) =>
              cell.row >= top && cell.row <= bottom && cell.column >= left && cell.column <= right,
          )
          expect(holders.length).toBe(selected.includes(cell) ? 1 : 0)
        }
      }),
    )
  })
})

describe('rows', () => {
  it('selects one, those up to another, and more beside them', () => {
    const one = selectRow(table, rowIndex(2))
    expect(one.stop).toBe('gutter')
    expect(rows(one)).toEqual([[2, 2]])
    const range = extendRows(table, one, rowIndex(4))
    expect(rows(range)).toEqual([[2, 4]])
    expect(rows(selectRow(table, rowIndex(6), range))).toEqual([
      [2, 4],
      [6, 6],
    ])
    expect(countCells(table, range)).toBe(12)
  })

  it('takes the rows of the selected cells', () => {
    const cells = extendTo(table, selectCell(table, at(1, 1)), at(3, 2))
    expect(rows(selectRowsOfSelection(table, cells))).toEqual([[1, 3]])
  })

  it('toggles one into a range and out of it, and changes no other', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(7), { maxLength: 20 }), fc.boolean(), (toggled, fromAll) => {
        const start = fromAll
          ? selectAll(table, emptySelection)
          : extendRows(table, selectRow(table, rowIndex(2)), rowIndex(5))
        const expected = new Set(fromAll ? [0, 1, 2, 3, 4, 5, 6, 7] : [2, 3, 4, 5])
        const end = toggled.reduce((selection, row) => {
          if (!expected.delete(row)) expected.add(row)
          return toggleRow(table, selection, rowIndex(row))
        }, start)
        const found = selectedRows(table, end).flatMap(({ first, last }) =>
          Array.from({ length: last - first + 1 }, (_, by) => first + by),
        )
        expect(found).toEqual([...expected].sort((one, other) => one - other))
        expect(countRows(table, end)).toBe(expected.size)
      }),
    )
  })

  it('counts chosen rows of which only the key is known', () => {
    const far = makeTable({ rows: [...'abc'], columns: ['A'], far: new Set('c') })
    const chosen = { kind: 'rows', ranges: [], plus: new Set([rowKey('a'), rowKey('c')]), without: new Set() }
    expect(countRows(far, { cursor: null, stop: 'gutter', chosen } as never)).toBe(2)
    expect(toggleRow(far, emptySelection, rowIndex(2))).toBe(emptySelection)
  })
})

describe('columns and all', () => {
  it('selects columns from one to another, and one more or less', () => {
    const two = selectColumns(table, columnIndex(2), columnIndex(1))
    expect(two.chosen).toEqual({ kind: 'columns', columns: ['C', 'B'] })
    expect(rectangles(table, two)).toEqual([box(0, 1, 7, 2)])
    const less = toggleColumn(table, two, columnIndex(2))
    expect(less.chosen).toEqual({ kind: 'columns', columns: ['B'] })
    expect(rectangles(table, toggleColumn(table, less, columnIndex(3)))).toEqual([
      box(0, 1, 7, 1),
      box(0, 3, 7, 3),
    ])
  })

  it('takes the columns of a range, and leaves the cursor in its row', () => {
    const range = extendTo(table, selectCell(table, at(4, 1)), at(5, 2))
    const columns = selectColumnsOfSelection(table, range)
    expect(columns.cursor).toEqual(range.cursor)
    expect(columns.chosen).toEqual({ kind: 'columns', columns: [columnKey('B'), columnKey('C')] })
  })

  it('selects all there is, and comes back to the cursor', () => {
    const all = selectAll(table, selectCell(table, at(2, 2)))
    expect(countCells(table, all)).toBe(32)
    expect(rectangles(table, collapse(all))).toEqual([box(2, 2, 2, 2)])
  })
})

describe('the cursor in another row', () => {
  it('keeps its column, and what else was selected of cells is not', () => {
    const range = extendTo(table, selectCell(table, at(1, 2)), at(3, 3))
    const moved = toRow(table, range, rowIndex(4))
    expect(moved.cursor).toEqual({ row: 'e', hint: 4, column: 'C' })
    expect(rectangles(table, moved)).toEqual([box(4, 2, 4, 2)])
    expect(toRow(table, range, rowIndex(1))).toBe(range)
  })

  it('begins in the first column, and stays in the gutter', () => {
    expect(toRow(table, emptySelection, rowIndex(2)).cursor).toMatchObject({ row: 'c', column: 'A' })
    const gutter = stopAt(selectCell(table, at(1, 1)), 'gutter', selectCell(table, at(1, 1)).cursor)
    expect(toRow(table, gutter, rowIndex(2))).toMatchObject({ stop: 'gutter', cursor: { row: 'c' } })
  })

  it('leaves chosen rows chosen', () => {
    const chosen = toggleRow(table, selectRow(table, rowIndex(1)), rowIndex(5))
    const moved = toRow(table, chosen, rowIndex(3))
    expect(moved.cursor).toMatchObject({ row: 'd' })
    expect(rows(moved)).toEqual(rows(chosen))
  })
})
