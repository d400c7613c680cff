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

const rows = (text: string) => text.split('\n').map((line) => line.split(','))

describe('detectHeader of a line that is not quite a header', () => {
  it.each([
    ['an index without a name', ',name,city\n0,Ann,Rome\n1,Ben,Oslo\n2,Cem,Bonn'],
    ['an index from one', ',name\n1,Ann\n2,Ben'],
    ['an empty name among others', 'name,,age\nAnn,x,31\nBen,y,29'],
    ['a name twice', 'city,value,value\nRome,1,2\nOslo,3,4'],
    ['years', 'country,2019,2020,2021\nAruba,5,6,7\nPeru,8,9,10'],
    ['years backwards', 'country,2021,2020\nAruba,7,6\nPeru,10,9'],
  ])('sees names: %s', (_what, text) => {
    expect(detectHeader(rows(text), isPlainText)).toBe(true)
  })

  it.each([
    ['a gap in a list of words', 'red,,big\ngreen,x,small\nblue,y,big'],
    ['a word twice', 'yes,yes\nno,yes\nyes,no'],
    ['years that are values', 'Ann,2019,2020\nBen,2019,2020\nCem,2018,2019'],
    ['a single year', 'Ann,2019\nBen,1990'],
    ['one record below', ',x\n2,Bob'],
  ])('sees values: %s', (_what, text) => {
    expect(detectHeader(rows(text), isPlainText)).toBe(false)
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
