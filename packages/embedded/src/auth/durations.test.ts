import { describe, expect, it } from 'vitest'
import { parseDuration } from './durations.ts'

describe('durations', () => {
  it.each([
    ['24h', 86_400],
    ['1h30m', 5_400],
    ['1.5h', 5_400],
    ['300ms', 0.3],
    ['0', 0],
    ['999999999h', 3_153_600_000],
  ])('%s is %d seconds', (text, seconds) => {
    expect(parseDuration(text)).toBeCloseTo(seconds, 6)
  })

  it.each(['', '24', 'h', '-1h', '1d', '1h ', 'none'])('%j is none', (text) => {
    expect(parseDuration(text)).toBeNull()
  })
})
