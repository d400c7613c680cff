import { describe, expect, it } from 'vitest'
import type { ColumnKey } from '../model/grid-source.ts'
import { emptySelection, selectCell } from './choose.ts'
import { chooseColumn, chosenColumns } from './choose-column.ts'
import { rectangles } from './resolve.ts'
import { at, makeTable } from './testing.ts'

const table = makeTable({ rows: Array.from({ length: 9 }, (_, row) => `r${row}`), columns: [...'ABCDE'] })
const start = selectCell(table, at(2, 1))
const choose = (column: number, how: 'only' | 'extend' | 'toggle', from = start) =>
  chooseColumn(table, from, { place: at(4, column), how })

describe('a press on a heading', () => {
  it('selects the column, whatever it holds, with the cursor in a row in sight', () => {
    const selection = choose(3, 'only')
    expect(rectangles(table, selection)).toEqual([{ top: 0, bottom: 8, left: 3, right: 3 }])
    expect(selection.cursor).toMatchObject({ row: 'r4', column: 'D' })
  })

  it('with Shift selects from the column with the cursor, which stays', () => {
    const selection = choose(4, 'extend', choose(2, 'extend'))
    expect(chosenColumns(table, selection)).toEqual([1, 2, 3, 4])
    expect(selection.cursor).toBe(start.cursor)
    expect(chosenColumns(table, choose(0, 'extend', selection))).toEqual([0, 1])
  })

  it('with Ctrl selects one more, or one less; without the last one a cell is left', () => {
    const two = choose(0, 'toggle', choose(3, 'toggle'))
    expect(chosenColumns(table, two)).toEqual([0, 3])
    const one = choose(3, 'toggle', two)
    expect(chosenColumns(table, one)).toEqual([0])
    const none = choose(0, 'toggle', one)
    expect(chosenColumns(table, none)).toEqual([])
    expect(rectangles(table, none)).toEqual([{ top: 4, bottom: 4, left: 0, right: 0 }])
  })

  it('leaves out columns that went, and selects nothing in a table without rows', () => {
    const fewer = { ...table, columns: ['A', 'C'] as unknown as ColumnKey[] }
    expect(chosenColumns(fewer, choose(4, 'extend'))).toEqual([1])
    const empty = makeTable({ rows: [], columns: ['A'] })
    expect(chooseColumn(empty, emptySelection, { place: at(0, 0), how: 'only' })).toBe(emptySelection)
  })
})
