import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvRecord } from '../export/csv-writer.ts'
import { type CsvDialect, type CsvProblem, CsvReader } from './csv-reader.ts'

const comma: CsvDialect = { separator: ',', quote: '"', lineBreak: '\n' }

/** Reads a text in pieces cut at the given places. */
function read(text: string, dialect = comma, cuts: readonly number[] = []) {
  const records: string[][] = []
  const lines: number[] = []
  const problems: CsvProblem[] = []
  const blank: number[] = []
  const reader = new CsvReader(dialect, {
    onRecord(cells, line) {
      records.push(cells)
      lines.push(line)
    },
    onProblem: (problem) => problems.push(problem),
    onBlankLine: (line) => blank.push(line),
  })
  let from = 0
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    reader.push(text.slice(from, Math.max(from, cut)))
    from = Math.max(from, cut)
  }
  reader.push(text.slice(from))
  reader.end()
  return { records, lines, problems, blank }
}

describe('CsvReader', () => {
  it('reads back what the writer wrote, whatever the cells hold and wherever the file is cut', () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', ';', 'a', ' ', "'"), maxLength: 8 }),
    )
    const table = fc.integer({ min: 1, max: 5 }).chain((width) =>
      fc.record({
        rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 12 }),
        separator: fc.constantFrom(',', ';', '\t', '|'),
        cuts: fc.array(fc.nat(400), { maxLength: 6 }),
      }),
    )
    fc.assert(
      fc.property(table, ({ rows, separator, cuts }) => {
        const text = rows.map((row) => csvRecord(row, separator)).join('')
        const answer = read(text, { ...comma, separator }, cuts)
        expect(answer.records).toEqual(rows)
        expect(answer.problems).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  it('gives the same answer for any text however it is cut', () => {
    const wild = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', 'b'), maxLength: 40 })
    fc.assert(
      fc.property(wild, fc.array(fc.nat(40), { maxLength: 8 }), (text, cuts) => {
        expect(read(text, comma, cuts)).toEqual(read(text))
      }),
      { numRuns: 3000 },
    )
  })

  it('loses no character of a malformed text but quotes, separators and line ends', () => {
    const wild = fc.string({ unit: fc.constantFrom('"', ',', '\n', 'a', 'b', 'ü'), maxLength: 40 })
    fc.assert(
      fc.property(wild, (text) => {
        const kept = read(text)
          .records.flat()
          .join('')
          .replace(/[",\n]/g, '')
        expect(kept).toBe(text.replace(/[",\n]/g, ''))
      }),
      { numRuns: 2000 },
    )
  })

  it('counts lines inside of quoted cells', () => {
    const { records, lines } = read('a,b\r\n1,"x\r\ny"\r\n2,z\n')
    expect(records).toEqual([
      ['a', 'b'],
      ['1', 'x\r\ny'],
      ['2', 'z'],
    ])
    expect(lines).toEqual([1, 2, 4])
  })

  it('takes LF and CRLF in one file, and CR alone when told', () => {
    expect(read('a,b\n1,2\r\n3,4').records).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ])
    expect(read('a,b\r1,"2"\r', { ...comma, lineBreak: '\r' }).records).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('passes over blank lines and says so, but keeps records of empty cells', () => {
    const answer = read('a\n\n""\n,\n')
    expect(answer.records).toEqual([['a'], [''], ['', '']])
    expect(answer.blank).toEqual([2])
  })

  it('takes a quote that is never closed as a character and goes on with the next line', () => {
    const answer = read('a,b\n1,"oops\n2,fine\n')
    expect(answer.records).toEqual([
      ['a', 'b'],
      ['1', '"oops'],
      ['2', 'fine'],
    ])
    expect(answer.problems).toEqual([{ line: 2, kind: 'quote_never_closed' }])
  })

  it('keeps text behind a closing quote and reports it', () => {
    const answer = read('"a"b,c\n')
    expect(answer.records).toEqual([['ab', 'c']])
    expect(answer.problems).toEqual([{ line: 1, kind: 'text_after_quote' }])
  })

  it('takes quotes inside of a plain cell as they are', () => {
    expect(read('5" pipe,say "hi"\n').records).toEqual([['5" pipe', 'say "hi"']])
  })
})
