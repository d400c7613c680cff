import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { texts } from '../testing/values.ts'
import { compareText, isLongerThan, lengthOf, slice } from './code-points.ts'

const byCodePoint = (a: string, b: string): number => {
  const [left, right] = [Array.from(a), Array.from(b)]
  const at = left.findIndex((character, index) => character !== right[index])
  if (at < 0) return left.length - right.length
  return at >= right.length ? 1 : left[at]!.codePointAt(0)! - right[at]!.codePointAt(0)!
}

describe('code points', () => {
  test('are counted', () => {
    const law = fc.property(texts, (text) => {
      expect(lengthOf(text)).toBe(Array.from(text).length)
    })
    fc.assert(law)
  })

  test('are compared', () => {
    const law = fc.property(texts, texts, (a, b) => {
      expect(Math.sign(compareText(a, b))).toBe(Math.sign(byCodePoint(a, b)))
      expect(compareText(a, a) + 0).toBe(0)
    })
    fc.assert(law, { numRuns: 500 })
  })

  test('compare as Postgres compares bytes of UTF-8', () => {
    const law = fc.property(texts, texts, (a, b) => {
      expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    })
    fc.assert(law, { numRuns: 500 })
  })

  test('are cut out', () => {
    const law = fc.property(texts, fc.nat(10), fc.integer({ min: -2, max: 10 }), (text, start, count) => {
      const expected = Array.from(text)
        .slice(start, start + Math.max(0, count))
        .join('')
      expect(slice(text, start, count)).toBe(expected)
    })
    fc.assert(law, { numRuns: 300 })
  })

  test('tell whether a text is too long', () => {
    const law = fc.property(texts, fc.nat(10), (text, limit) => {
      expect(isLongerThan(text, limit)).toBe(Array.from(text).length > limit)
    })
    fc.assert(law)
    expect(isLongerThan('😀'.repeat(100_000), 100_000)).toBe(false)
    expect(isLongerThan('😀'.repeat(100_001), 100_000)).toBe(true)
  })
})
