import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { chipsThatFit } from './chips-that-fit.ts'

test('short ones stand side by side, and a long one stands alone', () => {
  expect(chipsThatFit(['R', 'PG', 'G'])).toBe(3)
  expect(chipsThatFit(['Annie Hall', 'Bananas', 'Crooklyn'])).toBe(2)
  expect(chipsThatFit(['Sex, Lies, and Videotape and More', 'R'])).toBe(1)
  expect(chipsThatFit([])).toBe(0)
})

test('some that stand on a line still do with more behind them, and there is always one', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), fc.string(), (labels, another) => {
      const fit = chipsThatFit(labels)
      expect(fit).toBeGreaterThanOrEqual(1)
      expect(fit).toBeLessThanOrEqual(labels.length)
      const all = fit === labels.length
      expect(chipsThatFit([...labels, another]) - fit).toSatisfy(
        (more: number) => more === 0 || (all && more === 1),
      )
    }),
  )
})
