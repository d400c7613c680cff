import { expect, test } from 'vitest'
import { leftOutLines } from './left-out-words.ts'

test('an export says which links its file leaves out, and nothing where it has all', () => {
  expect(leftOutLines({ restricted: 0, cut: 0 })).toEqual([])
  expect(leftOutLines({ restricted: 1, cut: 0 })).toEqual([
    '1 cell leaves out linked records that you may not read.',
  ])
  expect(leftOutLines({ restricted: 3, cut: 2 })).toEqual([
    '3 cells leave out linked records that you may not read.',
    '2 cells name only the first 20 linked records that you may read: more are linked there.',
  ])
})
