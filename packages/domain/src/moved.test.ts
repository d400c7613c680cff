import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { moved } from './moved.ts'

it('puts one item at its place, and keeps the others in their order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 1 }), fc.nat(), fc.nat(), (list, a, b) => {
      const [from, to] = [a % list.length, b % list.length]
      const after = moved(list, from, to)
      expect(after[to]).toBe(list[from])
      expect(after.toSpliced(to, 1)).toEqual(list.toSpliced(from, 1))
    }),
  )
})

it('changes nothing where there is no such item', () => {
  expect(moved(['a', 'b'], 2, 0)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], -1, 0)).toEqual(['a', 'b'])
})
