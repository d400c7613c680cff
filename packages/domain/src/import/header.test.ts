import { describe, expect, it } from 'vitest'
import { limits } from '../limits.ts'
import { columnNames, detectHeader, tableNameOf } from './header.ts'

const isPlainText = (cell: string) => !/^[\d.-]+$/.test(cell)

describe('detectHeader', () => {
  it('sees names above values', () => {
    expect(
      detectHeader(
        [
          ['id', 'name'],
          ['1', 'Ada'],
          ['2', 'Bob'],
        ],
        isPlainText,
      ),
    ).toBe(true)
    expect(
      detectHeader(
        [
          ['first', 'last'],
          ['Ada', 'Lovelace'],
          ['Alan', 'Turing'],
        ],
        isPlainText,
      ),
    ).toBe(true)
  })
  it('sees values where a number, a repeated or an empty cell stands in the first line', () => {
    expect(
      detectHeader(
        [
          ['1', 'Ada'],
          ['2', 'Bob'],
        ],
        isPlainText,
      ),
    ).toBe(false)
    expect(
      detectHeader(
        [
          ['x', 'x'],
          ['2', 'Bob'],
        ],
        isPlainText,
      ),
    ).toBe(false)
    expect(
      detectHeader(
        [
          ['', 'x'],
          ['2', 'Bob'],
        ],
        isPlainText,
      ),
    ).toBe(false)
    expect(
      detectHeader(
        [
          ['red', 'a'],
          ['blue', 'b'],
          ['red', 'c'],
        ],
        isPlainText,
      ),
    ).toBe(false)
    expect(detectHeader([['only']], isPlainText)).toBe(false)
  })
  it('ignores empty cells at the end of the line of names', () => {
    expect(
      detectHeader(
        [
          ['id', 'name', ''],
          ['1', 'Ada', ''],
        ],
        isPlainText,
      ),
    ).toBe(true)
  })
})

describe('columnNames', () => {
  it('makes names unique and not empty, whatever their case', () => {
    expect(columnNames(['name', '', ' Name ', 'name 2', 'a\n b'])).toEqual([
      'name',
      'Column 2',
      'Name 2',
      'name 2 2',
      'a b',
    ])
  })
  it('cuts names to the limit and keeps them apart', () => {
    const names = columnNames(['x'.repeat(200), 'x'.repeat(200)])
    expect(names.map((name) => name.length)).toEqual([limits.nameLength, limits.nameLength])
    expect(new Set(names).size).toBe(2)
  })
})

describe('tableNameOf', () => {
  it.each([
    ['cities.csv', 'cities'],
    ['C:\\data\\My_Movies.JSON', 'My Movies'],
    ['.csv', 'Table'],
    ['v1.2 list.tsv', 'v1.2 list'],
  ])('names the table of %s', (file, name) => {
    expect(tableNameOf(file)).toBe(name)
  })
})
