import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { texts } from '../testing/values.ts'
import { lengthOf } from './code-points.ts'
import { joinTexts, padding, replaceAll, trim } from './texts.ts'

const filled = texts.filter((text) => text !== '')

describe('texts', () => {
  test('are trimmed of four kinds of blanks only', () => {
    const law = fc.property(texts, (text) => {
      expect(trim(text)).toBe(text.replace(/^[ \t\n\r]+/, '').replace(/[ \t\n\r]+$/, ''))
    })
    fc.assert(law)
    expect(trim(' \v\f\u00a0\u2003 ')).toBe('\v\f\u00a0\u2003')
  })

  test('are joined without the empty ones', () => {
    expect(joinTexts(['a', null, 'b'])).toBe('ab')
    expect(joinTexts(['a', null, 'b'], ', ')).toBe('a, b')
    expect(joinTexts([null])).toBe('')
    expect(joinTexts([])).toBe('')
  })

  test('that would be too long are never built', () => {
    const long = 'x'.repeat(100_000)
    expect(joinTexts([long, long])).toHaveLength(200_000)
    expect(joinTexts([long, long, 'x'])).toBe(null)
    expect(
      joinTexts(
        Array.from({ length: 100_000 }, () => 'a'),
        long,
      ),
    ).toBe(null)
    expect(replaceAll(long, 'x', long)).toBe(null)
  })

  test('are replaced as JavaScript replaces a plain text', () => {
    const law = fc.property(texts, filled, texts, (text, what, by) => {
      expect(replaceAll(text, what, by)).toBe(text.replaceAll(what, () => by))
    })
    fc.assert(law)
  })

  test('are filled up to a number of characters', () => {
    const law = fc.property(texts, fc.integer({ min: -5, max: 20 }), filled, (text, length, by) => {
      const added = padding(text, length, by)
      expect(lengthOf(text + added)).toBe(Math.max(lengthOf(text), length))
      expect(by.repeat(20).startsWith(added)).toBe(true)
    })
    fc.assert(law)
  })
})
