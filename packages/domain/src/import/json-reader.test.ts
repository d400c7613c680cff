import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJsonTable } from './json-reader.ts'

function read(text: string) {
  const records: string[][] = []
  const lines: number[] = []
  const strays: string[] = []
  const result = readJsonTable(text, {
    onRecord(cells, line) {
      records.push(cells)
      lines.push(line)
    },
    onStray: (raw) => strays.push(raw),
  })
  return { records, lines, strays, columns: result.ok ? result.value.columns : result.error }
}

describe('readJsonTable', () => {
  it('reads a list of objects with mixed types, exactly', () => {
    const text = `[
      {"Title": "Ten", "n": 10, "ok": true},
      {"Title": 1776, "big": 12345678901234567890, "n": null, "e": 1e3, "nest": {"a": [1, 2]}}
    ]`
    expect(read(text)).toEqual({
      columns: ['Title', 'n', 'ok', 'big', 'e', 'nest'],
      records: [
        ['Ten', '10', 'true'],
        ['1776', '', '', '12345678901234567890', '1000', '{"a": [1, 2]}'],
      ],
      lines: [2, 3],
      strays: [],
    })
  })

  it('finds the list inside of an object', () => {
    expect(read('{"meta": {"n": 1}, "rows": [{"a": 1}], "data": [{"b": 2}]}').columns).toEqual(['b'])
    expect(read('{"count": 2, "tags": ["x"], "rows": [{"a": 1}, {"a": 2}]}').records).toEqual([['1'], ['2']])
  })

  it('reads one object per line', () => {
    const answer = read('{"a": "x\\ny"}\n{"a": "\\u00fc", "b": false}\n\n')
    expect(answer.records).toEqual([['x\ny'], ['ü', 'false']])
    expect(answer.lines).toEqual([1, 2])
    expect(read('{"a": 1}').records).toEqual([['1']])
  })

  it('reports entries that are no objects', () => {
    const answer = read('[{"a": 1}, 5, "x", {"a": 2}]')
    expect(answer.records).toEqual([['1'], ['2']])
    expect(answer.strays).toEqual(['5', '"x"'])
  })

  it.each([
    ['[{"a": 1},\n {"a": }]', 2],
    ['[{"a": 1}', 1],
    ['[{"a": "x}]', 1],
    ['[{a: 1}]', 1],
    ['hello', 1],
    ['[{"a": 1}] x', 1],
    [`[{"a": ${'['.repeat(500)}}]`, 1],
    ['[{"a": "\\q"}]', 1],
  ])('names the line of what it cannot read: %s', (text, line) => {
    expect(read(text).columns).toMatchObject({ code: 'file_unreadable', details: { line } })
  })

  it.each(['', '  ', '[]', '[{}]'])('tells that %j has no rows', (text) => {
    expect(read(text).columns).toMatchObject({ code: 'file_empty' })
  })

  it('keeps every value of any list of objects', () => {
    const value = fc.oneof(fc.string(), fc.maxSafeInteger(), fc.boolean(), fc.constant(null))
    const rows = fc.array(fc.dictionary(fc.string({ minLength: 1, maxLength: 4 }), value, { minKeys: 1 }), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(rows, fc.constantFrom(0, 1, 4), (list, indent) => {
        const { columns, records } = read(JSON.stringify(list, null, indent))
        const names = columns as string[]
        list.forEach((row, index) => {
          for (const [key, cell] of Object.entries(row)) {
            const text = cell === null ? '' : typeof cell === 'string' ? cell : String(cell || 0)
            expect(records[index]![names.indexOf(key)]).toBe(cell === false ? 'false' : text)
          }
        })
        expect(records.length).toBe(list.length)
      }),
      { numRuns: 500 },
    )
  })
})
