import { describe, expect, it } from 'vitest'
import { guardFormula, toCsv } from './csv-writer.ts'

describe('toCsv', () => {
  it('quotes only what needs quotes and ends each record with CRLF', () => {
    expect(toCsv([['a', 'b,c', 'say "hi"', ' x', 'two\nlines', '']])).toBe(
      'a,"b,c","say ""hi""","  x"'.replace('  x', ' x') + ',"two\nlines",\r\n',
    )
  })

  it('keeps values exact unless asked to guard formulas', () => {
    expect(toCsv([['=1+1', '-5']])).toBe('=1+1,-5\r\n')
    expect(toCsv([['=1+1', '-5']], { guardFormulas: true })).toBe("'=1+1,-5\r\n")
  })

  it.each(['=A1', '+cmd', '-cmd', '@SUM(A1)', '\tx'])('guards %j', (cell) => {
    expect(guardFormula(cell)).toBe(`'${cell}`)
  })

  it.each(['-5', '+49', '-1.5e-7', 'a=b', ''])('leaves %j alone', (cell) => {
    expect(guardFormula(cell)).toBe(cell)
  })
})
