import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lowerCase, upperCase } from './case.ts'

describe('capitals and small letters', () => {
  it('are those of Unicode 10, whatever this browser knows beyond', () => {
    // Letters that have had a partner since Unicode 11 (Georgian), 14 (Vithkuqi) and 16 (ƛ).
    for (const text of ['ა', 'Ა', '𐖥', '𐕾', 'ƛ', 'Ƛ', '𖺠', '𖺻']) {
      expect(upperCase(text)).toBe(text)
      expect(lowerCase(text)).toBe(text)
    }
  })

  it('stand beside newer letters as they do beside none', () => {
    expect(upperCase('aაß')).toBe('AაSS')
    expect(lowerCase('AᲐÉ')).toBe('aᲐé')
    expect(lowerCase('ΑΣᲐ')).toBe('αςᲐ')
    expect(lowerCase('ΑΣƛ')).toBe('ασƛ')
    expect(lowerCase('ΑΣ')).toBe('ας')
  })

  it('are the language’s own for every other letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aAßÄéΣσςİıŉǅ ﬁԱև') }), (text) => {
        expect([upperCase(text), lowerCase(text)]).toEqual([text.toUpperCase(), text.toLowerCase()])
      }),
    )
  })
})
