import type { GridCommand } from '@plinth/grid'
import { expect, test } from 'vitest'
import { CutTyping } from './cut-typing.ts'

const typed = (text: string): GridCommand => ({ kind: 'edit', text })

test('what is typed on without a pause is passed over, what comes after one is not', () => {
  let now = 0
  const typing = new CutTyping(() => now)
  expect(typing.passesOver(typed('a'))).toBe(false)
  typing.cut()
  for (const key of 'ten keys and more') {
    now += 400
    expect(typing.passesOver(typed(key))).toBe(true)
  }
  now += 1_000
  expect(typing.passesOver(typed('b'))).toBe(false)
})

test.each(['open', 'toggle', 'clear'] as const)(
  'a key that means "%s" where nothing is typed is passed over',
  (kind) => {
    const typing = new CutTyping(() => 0)
    expect(typing.passesOver({ kind })).toBe(false)
    typing.cut()
    expect(typing.passesOver({ kind })).toBe(true)
  },
)

test('a key that opens the cell as it is changes nothing there', () => {
  const typing = new CutTyping(() => 0)
  typing.cut()
  expect(typing.passesOver({ kind: 'edit', text: null })).toBe(false)
})
