import { describe, expect, it } from 'vitest'
import { currency } from '../field-types/currency.ts'
import { currencyDigits, readMoney } from './money.ts'

const typed = (text: string, code: string, locale = 'en-US') => {
  const result = currency.parseText(text, { options: { currency: code } }, { locale, timeZone: 'UTC' })
  return result.ok ? result.value : (result.error.hint ?? result.error.code)
}

describe('a sum that is typed', () => {
  it.each([
    ['12.34', 'EUR', 'en-US', 1234],
    ['12,34', 'EUR', 'de-DE', 1234],
    ['1.234,5 €', 'EUR', 'de-DE', 123450],
    ['€1,234.50', 'EUR', 'en-US', 123450],
    ['EUR 7', 'EUR', 'en-US', 700],
    ['7 EUR', 'EUR', 'en-US', 700],
    ['-$0.05', 'USD', 'en-US', -5],
    ['$-5', 'USD', 'en-US', -500],
    ['−3', 'USD', 'en-US', -300],
    ['$5', 'CAD', 'en-CA', 500],
    ['CA$5', 'CAD', 'en-US', 500],
    ['12,50 zł', 'PLN', 'pl-PL', 1250],
    ['100 kr', 'SEK', 'sv-SE', 10_000],
    ['1’234.50 CHF', 'CHF', 'de-CH', 123450],
    ['¥1,200', 'JPY', 'ja-JP', 1200],
    ['1.234', 'KWD', 'en-US', 1234],
    ['.5', 'USD', 'en-US', 50],
    ['0', 'USD', 'en-US', 0],
    ['90071992547409.91', 'USD', 'en-US', 9_007_199_254_740_991],
  ])('%s of %s in %s', (text, code, locale, minor) => {
    expect(typed(text, code, locale)).toBe(minor)
  })

  it.each([
    ['12.345', 'EUR', 'EUR has 2 digits after the point.'],
    ['1.5', 'JPY', 'JPY has no digits after the point.'],
    ['$5', 'EUR', 'This field holds sums in EUR.'],
    ['USD 5', 'EUR', 'This field holds sums in EUR.'],
    ['90071992547409.92', 'USD', 'number_out_of_range'],
    ['five', 'USD', 'Type a sum of money.'],
    ['5 %', 'USD', 'Type a sum of money.'],
    ['$5 USD', 'USD', 'Type a sum of money.'],
    ['--5', 'USD', 'Type a sum of money.'],
  ])('%s of %s is refused', (text, code, why) => {
    expect(typed(text, code)).toBe(why)
  })
})

describe('a sum', () => {
  it.each([
    [123450, 'EUR', 'de-DE', '1.234,50\u00a0€'],
    [123450, 'EUR', 'en-US', '€1,234.50'],
    [1200, 'JPY', 'en-US', '¥1,200'],
    [1234, 'KWD', 'en-US', 'KWD\u00a01.234'],
    [1234, 'HUF', 'en-US', 'HUF\u00a012.34'],
    [-5, 'USD', 'en-US', '-$0.05'],
    [9_007_199_254_740_991, 'USD', 'en-US', '$90,071,992,547,409.91'],
  ])('%s of %s is shown in %s', (minor, code, locale, text) => {
    expect(currency.formatText(minor, { options: { currency: code } }, { locale, timeZone: 'UTC' })).toBe(
      text,
    )
  })
})

describe('a sum of a file', () => {
  it.each([
    ['$1,234.50', undefined, { minor: 123450, unit: '$' }],
    ['12', undefined, { minor: 1200, unit: '' }],
    ['¥12', undefined, { minor: 12, unit: '¥' }],
    ['¥12', 'CNY', { minor: 1200, unit: '¥' }],
    ['GBP 3', 'EUR', null],
    ['12.345', 'EUR', null],
    ['kr 12', undefined, null],
  ])('%s for %s', (text, code, reading) => {
    expect(readMoney(text, '.', code)).toEqual(reading)
  })
})

describe('the digits of a currency', () => {
  it('are those of ISO 4217, and two where nobody knows', () => {
    expect(['EUR', 'JPY', 'KWD', 'CLF', 'HUF', 'XYZ'].map(currencyDigits)).toEqual([2, 0, 3, 4, 2, 2])
  })
})
