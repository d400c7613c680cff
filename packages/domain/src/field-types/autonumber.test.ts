import { describe, expect, it } from 'vitest'
import { autonumber, readAutonumber } from './autonumber.ts'

const invoice = { options: { prefix: 'INV-', digits: 4 } }

describe('a number that fills itself in', () => {
  it.each([
    [1, 'INV-0001'],
    [12_345, 'INV-12345'],
    [null, ''],
  ])('%j is shown as %s', (value, text) => {
    expect(autonumber.toExport(value, invoice)).toBe(text)
  })

  it('is shown as it is where nothing else is said', () => {
    expect(autonumber.toExport(7, { options: {} })).toBe('7')
  })

  it.each([
    ['INV-0042', 42],
    ['inv-42', 42],
    [' 42 ', 42],
    ['0042', 42],
    ['INV-', null],
    ['OUT-42', null],
    ['4.2', null],
  ])('%j means %j', (text, number) => {
    expect(readAutonumber(text, invoice)).toBe(number)
  })
})
