import { describe, expect, test } from 'vitest'
import { VerifiedTokens } from './verified-tokens.ts'

function at(seconds: number) {
  const clock = { now: seconds }
  return { clock, tokens: new VerifiedTokens(30, () => clock.now) }
}

describe('tokens whose signature is known to be good', () => {
  test('are known by the whole token', () => {
    const { tokens } = at(1_000)
    const claims = { sub: 'one', exp: 2_000 }
    tokens.set('a.b.c', claims)
    expect(tokens.get('a.b.c')).toBe(claims)
    expect(tokens.get('a.b.d')).toBeUndefined()
    expect(tokens.get('a.b')).toBeUndefined()
  })

  test('are good until their end and the difference of clocks, and not for a moment longer', () => {
    const { clock, tokens } = at(1_000)
    tokens.set('token', { exp: 2_000 })
    clock.now = 2_029.9
    expect(tokens.get('token')).toBeDefined()
    clock.now = 2_030
    expect(tokens.get('token')).toBeUndefined()
    clock.now = 1_000
    expect(tokens.get('token')).toBeUndefined()
  })

  test('are not good before their time, should a clock be put back', () => {
    const { clock, tokens } = at(1_000)
    tokens.set('token', { exp: 2_000, nbf: 900 })
    clock.now = 869
    expect(tokens.get('token')).toBeUndefined()
  })

  test('are not kept when they have no end', () => {
    const { tokens } = at(1_000)
    tokens.set('token', { sub: 'one' })
    expect(tokens.get('token')).toBeUndefined()
  })

  test('are not more than a thousand: the oldest goes', () => {
    const { tokens } = at(1_000)
    for (let n = 0; n <= 1_000; n += 1) tokens.set(`token ${n}`, { exp: 2_000 })
    expect(tokens.get('token 0')).toBeUndefined()
    expect(tokens.get('token 1')).toBeDefined()
    expect(tokens.get('token 1000')).toBeDefined()
  })
})
