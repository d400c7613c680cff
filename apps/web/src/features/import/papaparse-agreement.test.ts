import { type CsvDialect, CsvReader } from '@plinth/domain'
import * as fc from 'fast-check'
import Papa from 'papaparse'
import { expect, it } from 'vitest'

const dialect: CsvDialect = { separator: ',', quote: '"', lineBreak: '\n' }

function read(text: string): string[][] {
  const records: string[][] = []
  const reader = new CsvReader(dialect, {
    onRecord: (cells) => records.push(cells),
    onProblem: (problem) => expect.fail(problem.kind),
  })
  reader.push(text)
  reader.end()
  return records
}

it('reads well-formed files as papaparse does', () => {
  const cell = fc.string({ unit: fc.constantFrom('"', ',', '\n', 'a', 'ü', ' ', ';'), maxLength: 6 })
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, newline) => {
      const text = Papa.unparse(rows, { newline })
      expect(read(text)).toEqual(Papa.parse(text, { delimiter: ',', newline }).data)
    }),
    { numRuns: 1000 },
  )
})
