import { expect, test } from 'vitest'
import { leftOutText } from './left-out-words.ts'

test('an export says how many cells leave something out, and nothing where none does', () => {
  expect(leftOutText(0)).toBeNull()
  expect(leftOutText(1)).toBe('1 cell leaves out linked records that you may not read.')
  expect(leftOutText(3)).toBe('3 cells leave out linked records that you may not read.')
})
