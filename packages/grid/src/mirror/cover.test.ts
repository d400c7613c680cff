import { describe, expect, it } from 'vitest'
import { coveredOf } from './cover.ts'

/** Gutter 50 px, columns of 100 px, two of them frozen. */
const frame = { frozen: 2, leftOf: (column: number) => 50 + 100 * column }

describe('a cell that scrolls sideways', () => {
  it('is covered as far as it lies below the frozen columns', () => {
    expect(coveredOf(frame, 2, 0)).toBe(0)
    expect(coveredOf(frame, 2, 30)).toBe(30)
    expect(coveredOf(frame, 3, 30)).toBe(0)
    expect(coveredOf(frame, 3, 160)).toBe(60)
  })

  it('is covered whole where all of it lies there, its ring too', () => {
    expect(coveredOf(frame, 2, 5000)).toBe(104)
  })

  it('is never covered when frozen, nor in the gutter', () => {
    expect(coveredOf(frame, 1, 500)).toBe(0)
    expect(coveredOf(frame, -1, 500)).toBe(0)
  })
})
