import { hues, uuidV7 } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initials, stableHue } from './stable-hue.ts'

describe('stableHue', () => {
  it('gives the same id the same hue, and never the neutral one', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        const hue = stableHue(id)
        expect(stableHue(id)).toBe(hue)
        expect(hues).toContain(hue)
        expect(hue).not.toBe('stone')
      }),
    )
  })

  it('spreads ids over all hues', () => {
    const seen = new Set(Array.from({ length: 400 }, () => stableHue(uuidV7())))
    expect(seen.size).toBe(hues.length - 1)
  })
})

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['grace', 'G'],
    ['  Jean  Luc   Picard ', 'JP'],
    ['李 小龙', '李小'],
    ['𝒳avier', '𝒳'],
    ['', '?'],
  ])('of %j are %j', (name, expected) => {
    expect(initials(name)).toBe(expected)
  })
})
