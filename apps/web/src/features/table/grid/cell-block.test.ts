import type { CellValue, OptionId } from '@plinth/domain'
import type { Rectangle } from '@plinth/grid'
import { describe, expect, it } from 'vitest'
import { cellsIn, clearing, filling, handleFilling, rowsOf, spreading } from './cell-block.ts'
import { changesOf } from './pasted-values.ts'
import { fieldOf, rowOf } from './testing.ts'

const options = (id: string) => ({ options: [{ id: id as OptionId, label: 'Open', hue: 'teal' as const }] })
const fields = [
  fieldOf('a', 'text'),
  fieldOf('b', 'integer'),
  fieldOf('c', 'single_select', options('o1')),
  fieldOf('d', 'single_select', options('x9')),
]
const row = (no: number, values: Record<string, CellValue>) => rowOf(`r${no}`, values)
const rows = new Map([
  [3, row(3, { a: 'first', b: 7, c: 'o1' })],
  [4, row(4, { a: 'second' })],
  [5, row(5, {})],
])
const scope = { rows, fields }
const box = (top: number, bottom: number, left: number, right: number) =>
  ({ top, bottom, left, right }) as Rectangle
const values = { locale: 'en-GB', timeZone: 'UTC' }
const changes = (cells: Parameters<typeof changesOf>[0]) => changesOf(cells, { values, isFixed: () => false })

describe('what a selection does to its cells', () => {
  it('empties them, as far as their rows are there', () => {
    expect(changes(clearing([box(4, 9, 0, 1)], scope)).edits).toEqual([
      { record: 'r4', values: { a: null, b: null } },
      { record: 'r5', values: { a: null, b: null } },
    ])
  })

  it('fills downwards from the first row of each part', () => {
    expect(changes(filling([box(3, 5, 0, 2)], scope, 'down')).edits).toEqual([
      { record: 'r4', values: { a: 'first', b: 7, c: 'o1' } },
      { record: 'r5', values: { a: 'first', b: 7, c: 'o1' } },
    ])
  })

  it('fills one row from the row above it, and nothing where there is none', () => {
    expect(changes(filling([box(4, 4, 1, 1)], scope, 'down')).edits).toEqual([
      { record: 'r4', values: { b: 7 } },
    ])
    expect(filling([box(0, 0, 0, 0)], scope, 'down')).toEqual([])
  })

  it('carries values into other fields as text, and options by their names', () => {
    const { edits, refused } = changes(filling([box(3, 3, 2, 3)], scope, 'right'))
    expect(edits).toEqual([{ record: 'r3', values: { d: 'x9' } }])
    expect(refused).toEqual([])
    expect(changes(filling([box(4, 4, 0, 1)], scope, 'right')).refused[0]?.text).toBe('second')
  })

  it('spreads one value over all cells but its own', () => {
    const cells = spreading([box(3, 5, 1, 1)], scope, { row: 3, column: 1 })
    expect(changes(cells).edits.map(({ record }) => record)).toEqual(['r4', 'r5'])
  })

  it('goes on with what stands in a range when its handle is pulled, and empties what it leaves', () => {
    const numbers = new Map([
      [0, row(0, { b: 1 })],
      [1, row(1, { b: 3 })],
      [2, row(2, {})],
      [3, row(3, {})],
    ])
    const here = { rows: numbers, fields }
    const [from, to] = [box(0, 1, 1, 1), box(0, 3, 1, 1)]
    expect(changes(handleFilling(from, to, here, true)).edits).toEqual([
      { record: 'r2', values: { b: 5 } },
      { record: 'r3', values: { b: 7 } },
    ])
    expect(changes(handleFilling(from, to, here, false)).edits).toEqual([
      { record: 'r2', values: { b: 1 } },
      { record: 'r3', values: { b: 3 } },
    ])
    expect(changes(handleFilling(from, box(0, 0, 1, 1), here, true)).edits).toEqual([
      { record: 'r1', values: { b: null } },
    ])
  })

  it('knows from which row to which it reaches', () => {
    expect(rowsOf([box(5, 9, 0, 0), box(2, 3, 1, 1)])).toEqual({ first: 2, last: 9 })
    expect(rowsOf([])).toBeNull()
    expect(cellsIn([box(3, 3, 9, 9)], scope, () => ({ value: null }))).toEqual([])
  })
})
