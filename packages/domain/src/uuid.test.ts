import { describe, expect, it } from 'vitest'
import { uuidV7, uuidV7Sequence } from './uuid.ts'

describe('uuidV7', () => {
  it('makes well-formed, distinct ids that sort in the order in which they were made', () => {
    const ids = Array.from({ length: 20_000 }, () => uuidV7())
    expect(
      ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.toSorted()).toEqual(ids)
  })

  it('keeps the order when the clock goes back', () => {
    const next = uuidV7Sequence()
    const later = next(Date.now() + 60_000)
    expect(next(Date.now()) > later).toBe(true)
  })
})
