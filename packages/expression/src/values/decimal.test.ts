import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numbers } from '../testing/values.ts'
import { plainDecimal, readDecimal, roundDecimal, shortestDecimal } from './decimal.ts'

/** An exact decimal as a fraction of two whole numbers. */
function fractionOf(text: string): readonly [bigint, bigint] {
  const [whole = '', fraction = ''] = text.split('.')
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)]
}

/** Exact rounding of the printed decimal, in whole numbers. */
function exact(number: number, places: number, mode: 'half' | 'up' | 'down'): number {
  const [top, bottom] = fractionOf(plainDecimal(Math.abs(number)))
  const scale = 10n ** BigInt(Math.abs(places))
  const [scaled, unit] = places >= 0 ? [top * scale, bottom] : [top, bottom * scale]
  const rest = scaled % unit
  const isAway = mode === 'up' ? rest > 0n : mode === 'half' && rest * 2n >= unit
  const size = Number(`${scaled / unit + (isAway ? 1n : 0n)}e${-places}`)
  return number < 0 ? -size : size
}

describe('the shortest decimal', () => {
  test('reads back as the same number', () => {
    const law = fc.property(numbers, (number) => {
      const { negative, digits, exponent } = shortestDecimal(number)
      expect(Number(`${negative ? '-' : ''}${digits}e${exponent}`)).toBe(number)
      expect(digits === '0' || !/^0|0$/.test(digits)).toBe(true)
    })
    fc.assert(law, { numRuns: 500 })
  })

  test.each([
    [0, '0', 0],
    [1e21, '1', 21],
    [123.45, '12345', -2],
    [100, '1', 2],
    [5e-324, '5', -324],
    [2 ** 53 - 1, '9007199254740991', 0],
    [1_125_899_906_842_624.25, '11258999068426242', -1],
    // JavaScript writes 1e23, which is half-way between two doubles.
    [1e23, '9999999999999999', 7],
    [9.5e22, '95', 21],
    [2e22, '2', 22],
  ])('of %s has digits %s and exponent %s', (number, digits, exponent) => {
    expect(shortestDecimal(number)).toEqual({ negative: false, digits, exponent })
  })

  test('is JavaScript’s for every number below 2^53', () => {
    const law = fc.property(fc.double({ min: 0, max: 2 ** 53 - 1, noNaN: true }), (number) => {
      const { digits, exponent } = shortestDecimal(number)
      expect(Number(`${digits}e${exponent}`).toString()).toBe(number.toString())
      expect(digits.length).toBeLessThanOrEqual(17)
    })
    fc.assert(law)
  })

  test('is never half-way between two doubles', () => {
    const law = fc.property(fc.double({ min: 2 ** 53, max: 1e300, noNaN: true }), (number) => {
      const { digits, exponent } = shortestDecimal(number)
      const twice = 2n * BigInt(digits) * 10n ** BigInt(exponent)
      const other = twice - BigInt(number)
      expect(other === BigInt(number) || BigInt(Number(other)) !== other).toBe(true)
    })
    fc.assert(law, { numRuns: 300 })
  })
})

describe('plain decimals', () => {
  test('have no exponent and read back', () => {
    const law = fc.property(numbers, (number) => {
      const text = plainDecimal(number)
      expect(text).toMatch(/^-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)
      expect(Number(text)).toBe(number)
    })
    fc.assert(law, { numRuns: 300 })
  })
})

describe('reading', () => {
  test('takes back what is written, up to a hundred characters', () => {
    const law = fc.property(numbers, (number) => {
      const text = plainDecimal(number)
      expect(readDecimal(` ${text}\n`)).toBe(text.length <= 100 ? number : null)
    })
    fc.assert(law)
  })

  test.each(['', '+', '.', '1.', '.1', '1e1', '0x1', '1_0', '--1', '1 2', 'Infinity', 'NaN', '１'])(
    'refuses “%s”',
    (text) => {
      expect(readDecimal(text)).toBe(null)
    },
  )
})

describe('rounding', () => {
  test.each(['half', 'up', 'down'] as const)('%s is that of the decimal one sees', (mode) => {
    const law = fc.property(numbers, fc.integer({ min: -15, max: 15 }), (number, places) => {
      expect(roundDecimal(number, places, mode) + 0).toBe(exact(number, places, mode) + 0)
    })
    fc.assert(law, { numRuns: 300 })
  })

  test('leaves zero alone', () => {
    expect(roundDecimal(0, -3, 'up')).toBe(0)
  })

  test('stays finite at the largest numbers', () => {
    for (const mode of ['half', 'up', 'down'] as const) {
      expect(roundDecimal(Number.MAX_VALUE, -15, mode)).toBe(Number.MAX_VALUE)
    }
  })
})
