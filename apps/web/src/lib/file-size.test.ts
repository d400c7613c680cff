import { expect, it } from 'vitest'
import { formatBytes } from './file-size.ts'

it.each([
  [0, '0 bytes'],
  [900, '900 bytes'],
  [1_536, '1.5 KB'],
  [52_428_800, '50 MB'],
  [3_650_722, '3.5 MB'],
  [5_368_709_120, '5 GB'],
])('writes %i bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
