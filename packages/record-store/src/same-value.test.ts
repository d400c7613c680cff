import type { Attachment, CellValue } from '@plinth/domain'
import { expect, it } from 'vitest'
import { sameValue } from './same-value.ts'

const file = (id: string, name = id) => ({ id, name }) as unknown as Attachment

it.each<[CellValue | undefined, CellValue | undefined, boolean]>([
  [null, undefined, true],
  ['', null, false],
  [0, null, false],
  [false, null, false],
  [1, 1, true],
  ['1', 1, false],
  [[file('a')], [file('a', 'renamed')], true],
  [[file('a')], [file('b')], false],
  [[file('a'), file('b')], [file('b'), file('a')], false],
  [[], null, false],
  [[], [], true],
])('%j and %j are the same value: %s', (a, b, expected) => {
  expect(sameValue(a, b)).toBe(expected)
  expect(sameValue(b, a)).toBe(expected)
})
