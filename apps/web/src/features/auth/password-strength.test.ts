import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

describe('passwordStrength', () => {
  it.each([
    ['short', 0],
    ['password1', 1],
    ['12345678', 1],
    ['aaaaaaaaaaaa', 1],
    ['abcdefghijkl', 1],
    ['correct horse battery staple', 4],
    ['Tr0ub4dor&3xyz', 4],
  ])('takes %j for level %i', (password, level) => {
    expect(passwordStrength(password).level).toBe(level)
  })

  it('does not count the person’s own name and address', () => {
    const about = ['Ada Lovelace', 'ada@example.com']
    expect(passwordStrength('lovelaceexample', about).level).toBeLessThan(
      passwordStrength('lovelaceexample').level,
    )
  })

  it('never rates a longer password with the same beginning lower', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8 }), fc.stringMatching(/^[a-z]{0,8}$/), (start, more) => {
        fc.pre(passwordStrength(start).level > 1)
        expect(passwordStrength(start + more).level).toBeGreaterThanOrEqual(passwordStrength(start).level)
      }),
    )
  })

  it('refuses what is shorter than the backend accepts', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 7 }), (password) => {
        expect(passwordStrength(password).level).toBe(0)
      }),
    )
  })
})
