import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareSeq, maxSeq, minSeq } from './seq.ts'

const seq = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

it('orders as numbers of 64 bits do', () => {
  fc.assert(
    fc.property(seq, seq, (a, b) => {
      const order = compareSeq(String(a), String(b))
      expect(Math.sign(order)).toBe(a < b ? -1 : a > b ? 1 : 0)
      expect(minSeq(String(a), String(b))).toBe(String(a < b ? a : b))
      expect(maxSeq(String(a), String(b))).toBe(String(a > b ? a : b))
    }),
  )
})
