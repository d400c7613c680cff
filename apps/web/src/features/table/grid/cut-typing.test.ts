import { expect, test } from 'vitest'
import { CutTyping } from './cut-typing.ts'

test('what is typed on without a pause is passed over, what comes after one is not', () => {
  let now = 0
  const typing = new CutTyping(() => now)
  expect(typing.passesOver('a')).toBe(false)
  typing.cut()
  for (const key of 'ten keys and more') {
    now += 400
    expect(typing.passesOver(key)).toBe(true)
  }
  now += 1_000
  expect(typing.passesOver('b')).toBe(false)
})

test('a key that opens the cell as it is changes nothing there', () => {
  const typing = new CutTyping(() => 0)
  typing.cut()
  expect(typing.passesOver(null)).toBe(false)
})
