import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GridSelection } from '../model/selection.ts'
import { columnIndex, rowIndex } from '../units.ts'
import {
  addCell,
  emptySelection,
  extendRows,
  extendTo,
  selectCell,
  selectColumns,
  selectRow,
  stopAt,
} from './choose.ts'
import { followColumns, followRows, holdRows } from './follow.ts'
import { type GridTable, keysOf } from './place.ts'
import { isCellSelected, rectangles, rowSpans } from './resolve.ts'
import { at, columnKey, makeGroup, makeTable } from './testing.ts'

const columns = [...'ABCD']
const rowsOf = (table: GridTable, selection: GridSelection) =>
  rowSpans(table, selection)
    .flatMap((span) => keysOf(table, span))
    .sort()

type Change =
  | { readonly kind: 'insert'; readonly at: number }
  | { readonly kind: 'delete'; readonly at: number }
  | { readonly kind: 'move'; readonly from: number; readonly to: number }

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(30) }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat(30) }),
  fc.record({ kind: fc.constant('move' as const), from: fc.nat(30), to: fc.nat(30) }),
)

function changed(rows: readonly string[], how: Change, name: string): string[] {
  const next = [...rows]
  if (how.kind === 'insert') next.splice(how.at % (rows.length + 1), 0, name)
  else if (how.kind === 'delete') next.splice(how.at % Math.max(1, rows.length), 1)
  else
    next.splice(how.to % Math.max(1, rows.length), 0, ...next.splice(how.from % Math.max(1, rows.length), 1))
  return next
}

describe('followRows', () => {
  const spot = fc.tuple(fc.nat(11), fc.nat(3))
  const ranges = fc.array(fc.tuple(spot, spot), { minLength: 1, maxLength: 3 })

  it.each(['cells', 'rows'] as const)('keeps the same %s, whatever others do to the order', (kind) => {
    fc.assert(
      fc.property(ranges, fc.array(change, { maxLength: 12 }), (pairs, changes) => {
        let rows = [...'abcdefghijkl']
        let table = makeTable({ rows, columns })
        let selection = pairs.reduce((so, [[fromRow, fromColumn], [toRow, toColumn]]) => {
          if (kind === 'rows')
            return extendRows(table, selectRow(table, rowIndex(fromRow), so), rowIndex(toRow))
          return extendTo(table, addCell(table, so, at(fromRow, fromColumn)), at(toRow, toColumn))
        }, emptySelection)
        const cells = (now: GridTable) =>
          rows.flatMap((name, row) =>
            columns
              .filter((_, column) => isCellSelected(now, selection, at(row, column)))
              .map((c) => name + c),
          )
        const before = new Set(cells(table))
        changes.forEach((how, order) => {
          const held = holdRows(table, selection)
          rows = changed(rows, how, `new${order}`)
          table = makeTable({ rows, columns })
          selection = followRows(table, selection, held)
        })
        const now = cells(table).sort()
        const left = rows.flatMap((name) => columns.map((c) => name + c).filter((cell) => before.has(cell)))
        // Where nothing of it is left, the cell with the cursor is what is selected.
        expect(left.length > 0 ? now : now.slice(1)).toEqual(left.sort())
      }),
    )
  })

  it('would take in what others put between the ends, were they all it knew', () => {
    const table = makeTable({ rows: [...'abc'], columns })
    const range = extendTo(table, selectCell(table, at(0, 0)), at(2, 0))
    const later = makeTable({ rows: [...'axbc'], columns })
    expect(rowsOf(later, range)).toEqual(['a', 'b', 'c', 'x'])
    expect(rowsOf(later, followRows(later, range, holdRows(table, range)))).toEqual(['a', 'b', 'c'])
  })

  it('goes on from the range in which the cursor is', () => {
    const table = makeTable({ rows: [...'abcd'], columns })
    const range = extendTo(table, selectCell(table, at(0, 0)), at(2, 1))
    const later = makeTable({ rows: [...'axbcd'], columns })
    const followed = followRows(later, range, holdRows(table, range))
    expect(rectangles(later, extendTo(later, followed, at(1, 1)))).toContainEqual({
      top: 0,
      bottom: 1,
      left: 0,
      right: 1,
    })
  })

  it('takes the cursor of a deleted row to the row now there', () => {
    const table = makeTable({ rows: [...'abc'], columns })
    const one = selectCell(table, at(1, 2))
    const later = makeTable({ rows: [...'ac'], columns })
    const followed = followRows(later, one, holdRows(table, one))
    expect(followed.cursor).toEqual({ row: 'c', hint: 1, column: 'C' })
    expect(rectangles(later, followed)).toEqual([{ top: 1, bottom: 1, left: 2, right: 2 }])
    const last = makeTable({ rows: ['a'], columns })
    expect(followRows(last, followed, holdRows(later, followed)).cursor).toMatchObject({ row: 'a', hint: 0 })
  })

  it('keeps the ends of a range with rows that are not loaded', () => {
    const table = makeTable({ rows: [...'abcd'], columns, far: new Set('c') })
    const range = extendTo(table, selectCell(table, at(0, 0)), at(3, 0))
    expect(holdRows(table, range).ranges).toEqual([null])
    const later = makeTable({ rows: [...'xabcd'], columns, far: new Set('c') })
    const followed = followRows(later, range, holdRows(table, range))
    expect(rectangles(later, followed)).toEqual([{ top: 1, bottom: 4, left: 0, right: 0 }])
  })

  it('answers the same object while nothing has changed', () => {
    const table = makeTable({ rows: [...'abcd'], columns })
    const same = makeTable({ rows: [...'abcdx'], columns })
    const moved = makeTable({ rows: [...'xabcd'], columns })
    const up = extendTo(table, selectCell(table, at(2, 2)), at(1, 0))
    const ranges = [
      up,
      extendTo(table, addCell(table, up, at(3, 0)), at(3, 1)),
      extendRows(table, selectRow(table, rowIndex(2)), rowIndex(1)),
      selectColumns(table, columnIndex(0), columnIndex(1)),
    ]
    for (const selection of ranges) {
      const held = holdRows(table, selection)
      expect(followRows(same, selection, held)).toBe(selection)
      expect(followRows(moved, selection, held)).not.toBe(selection)
    }
    const far = makeTable({ rows: [...'abcd'], columns, far: new Set('b') })
    const range = extendTo(far, selectCell(far, at(0, 0)), at(2, 0))
    // Once its rows are there it has to be held.
    expect(followRows(far, range, holdRows(far, range))).not.toBe(range)
  })

  it('takes the focus from a heading that is gone to the row of the cursor', () => {
    const rows = [...'ab']
    const table = makeTable({ rows, columns, groups: [makeGroup('g', 0)] })
    const cell = selectCell(table, at(1, 2))
    const heading = stopAt(cell, { group: 'g' }, cell.cursor)
    const held = holdRows(table, heading)
    expect(followRows(table, heading, held)).toBe(heading)
    expect(followRows(makeTable({ rows, columns }), heading, held)).toEqual(cell)
    const chosen = stopAt(selectRow(table, rowIndex(1)), { group: 'g' }, cell.cursor)
    const left = followRows(makeTable({ rows, columns }), chosen, holdRows(table, chosen))
    expect(left).toMatchObject({ stop: 'gutter', chosen: { kind: 'rows', ranges: [{}] } })
  })

  it('remembers where an end stood last, for when it is out of reach', () => {
    const table = makeTable({ rows: [...'abcd'], columns, far: new Set('b') })
    const range = extendTo(table, selectCell(table, at(0, 0)), at(2, 0))
    const later = makeTable({ rows: [...'xabcd'], columns, far: new Set('b') })
    const followed = followRows(later, range, holdRows(table, range))
    const away = makeTable({ rows: [...'xabcd'], columns, far: new Set('abcd') })
    expect(rectangles(away, followed)).toEqual([{ top: 1, bottom: 3, left: 0, right: 0 }])
  })

  it('knows chosen rows by their keys once they are out of reach', () => {
    const table = makeTable({ rows: [...'abc'], columns })
    const range = extendRows(table, selectRow(table, rowIndex(0)), rowIndex(1))
    const later = makeTable({ rows: [...'axb'], columns, far: new Set('b') })
    const followed = followRows(later, range, holdRows(table, range))
    expect(rowsOf(later, followed)).toEqual(['a'])
    expect(rowsOf(makeTable({ rows: [...'axb'], columns }), followed)).toEqual(['a', 'b'])
  })
})

describe('followColumns', () => {
  const table = makeTable({ rows: [...'ab'], columns })
  const without = (hidden: string) =>
    makeTable({ rows: [...'ab'], columns: columns.filter((name) => !hidden.includes(name)) })
  const before = columns.map(columnKey)

  it('moves a hidden end inwards, and the cursor to the next column shown', () => {
    const range = extendTo(table, selectCell(table, at(0, 0)), at(1, 2))
    const now = without('A')
    const followed = followColumns(now, range, before)
    expect(followed.cursor).toMatchObject({ column: 'B' })
    expect(rectangles(now, followed)).toEqual([{ top: 0, bottom: 1, left: 0, right: 1 }])
  })

  it('selects the cell with the cursor where all of a range was hidden', () => {
    const now = without('CD')
    const followed = followColumns(now, selectCell(table, at(1, 3)), before)
    expect(rectangles(now, followed)).toEqual([{ top: 1, bottom: 1, left: 1, right: 1 }])
  })

  it('selects nothing in the place of a hidden column before it is told', () => {
    expect(rectangles(without('C'), selectCell(table, at(0, 2)))).toEqual([])
  })

  it('leaves the chosen columns that are shown', () => {
    const now = without('B')
    const chosen = followColumns(now, selectColumns(table, columnIndex(1), columnIndex(2)), before)
    expect(chosen.chosen).toEqual({ kind: 'columns', columns: ['C'] })
  })
})
