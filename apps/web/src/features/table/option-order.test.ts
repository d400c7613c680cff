import type { Field } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { isReordered, optionOrder } from './option-order.ts'

const order = (...ids: string[]) =>
  optionOrder([{ id: 'f', options: { options: ids.map((id) => ({ id })) } } as unknown as Field])

describe('the order of options', () => {
  it('is another one where options have changed places', () => {
    expect(isReordered(order('a', 'b', 'c'), order('a', 'c', 'b'))).toBe(true)
    expect(isReordered(order('a', 'b', 'c'), order('c', 'n', 'a'))).toBe(true)
  })

  it('is the same where some have come or gone', () => {
    expect(isReordered(order('a', 'b'), order('a', 'b'))).toBe(false)
    expect(isReordered(order('a', 'b'), order('a', 'n', 'b'))).toBe(false)
    expect(isReordered(order('a', 'b', 'c'), order('a', 'c'))).toBe(false)
    expect(isReordered(optionOrder([]), order('a'))).toBe(false)
  })
})
