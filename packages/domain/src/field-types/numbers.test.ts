import { describe, expect, it } from 'vitest'
import { integer } from './integer.ts'
import { number } from './number.ts'
import { percent } from './percent.ts'

const plain = { options: {} }
const parse = (text: string, locale = 'en-US') => {
  const result = number.parseText(text, plain, { locale, timeZone: 'UTC' })
  return result.ok ? result.value : result.error.code
}
const parseInteger = (text: string) => {
  const result = integer.parseText(text, plain, { locale: 'en-US', timeZone: 'UTC' })
  return result.ok ? result.value : result.error.code
}

describe('typed numbers', () => {
  it.each([
    ['1,234.5', 'en-US', 1234.5],
    ['1.234,5', 'de-DE', 1234.5],
    ['1234,5', 'de-DE', 1234.5],
    ['1.5', 'de-DE', 1.5],
    ['1.234', 'de-DE', 1234],
    ['1 234,5', 'fr-FR', 1234.5],
    ['1\u202f234,5', 'fr-FR', 1234.5],
    ['1’234.5', 'de-CH', 1234.5],
    ['12,34,567.5', 'en-IN', 1234567.5],
    ['١٬٢٣٤٫٥', 'ar-EG', 1234.5],
    ['−5', 'en-US', -5],
    ['.5', 'en-US', 0.5],
    ['1e-7', 'en-US', 1e-7],
    ['  7  ', 'en-US', 7],
    ['-0', 'en-US', 0],
    ['$1,234.50', 'en-US', 1234.5],
    ['-$5', 'en-US', -5],
    ['€ -5', 'en-US', -5],
    ['1.234,50\u00a0€', 'de-DE', 1234.5],
    ['EUR 12', 'en-US', 12],
    ['12 CHF', 'en-US', 12],
    ['12%', 'en-US', 0.12],
    ['7 %', 'de-DE', 0.07],
    ['-12,3\u00a0%', 'de-DE', -0.123],
    ['1e21%', 'en-US', 1e19],
  ])('reads %s in %s', (text, locale, value) => {
    expect(parse(text, locale)).toBe(value)
  })

  it.each([
    '1,5',
    '1,23,4',
    '1.2.3',
    '12a',
    '--5',
    'NaN',
    '0x10',
    '5.',
    '.',
    '-',
    'e5',
    '1,234,56',
    '12 MAY',
    '$5 €',
    '%',
    '$',
    '5%%',
    'EUR',
  ])('refuses %s in English', (text) => {
    expect(parse(text)).toBe('value_invalid')
  })

  it('never holds an infinite number', () => {
    expect(parse('1e999')).toBe('value_invalid')
    expect(number.validate(Number.POSITIVE_INFINITY, plain)).toMatchObject({
      ok: false,
      error: { code: 'number_out_of_range' },
    })
  })

  it('shows the decimals that the field asks for, else as many as there are', () => {
    const context = { locale: 'en-US', timeZone: 'UTC' }
    expect(number.formatText(1234.5, { options: { decimals: 2 } }, context)).toBe('1,234.50')
    expect(number.formatText(1234.5678, plain, context)).toBe('1,234.5678')
    expect(number.formatText(1e-30, plain, context)).toBe('1e-30')
  })
})

describe('typed integers', () => {
  it('reads whole numbers up to what JavaScript and JSON keep exactly', () => {
    expect(parseInteger('9,007,199,254,740,991')).toBe(Number.MAX_SAFE_INTEGER)
    expect(parseInteger('9007199254740992')).toBe('number_out_of_range')
    expect(integer.validate(2 ** 53, plain)).toMatchObject({
      error: { hint: 'It holds whole numbers within ±9,007,199,254,740,991.' },
    })
    expect(parseInteger('5.0')).toBe(5)
    expect(parseInteger('5.5')).toBe('value_invalid')
  })
})

it('a percentage that cannot be read is told by one', () => {
  const read = percent.parseText('half', { options: {} }, { locale: 'en-GB', timeZone: 'UTC' })
  expect(read).toMatchObject({ ok: false, error: { hint: 'Type a percentage, such as 12.5%.' } })
})
