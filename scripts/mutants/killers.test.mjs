import { describe, expect, test } from 'vitest'
import { killersIn } from './killers.mjs'

const one = { name: 'drop-check:scope#1', sql: 'select 1' }
const found = (by) => ({ by, tested: '0123456789abcdef' })
const changed = { ...one, sql: 'select 2' }
const other = { name: 'policy:t', sql: 'drop policy' }

describe('what found a mutant', () => {
  const entries = killersIn({}).after([other, one], (mutant) =>
    mutant === one ? found('row-rules') : undefined,
  )
  const killers = killersIn(entries)

  test('is kept by the name of the mutant', () => {
    expect(Object.keys(entries)).toEqual([one.name])
    expect(killers.of(one)).toBe('row-rules')
    expect(killers.of(other)).toBeUndefined()
  })

  test('is where to look first when the SQL changed, but proves nothing then', () => {
    expect(killers.of(changed)).toBe('row-rules')
    expect([one, changed, other].map(killers.knows)).toEqual([true, false, false])
  })

  test('proves what it found while the mutant and the tests are the same', () => {
    const proves = (mutant, tested) => killers.proves(mutant, { 'row-rules': tested })
    expect(proves(one, '0123456789abcdef')).toBe(true)
    expect(proves(one, '1123456789abcdef')).toBe(false)
    expect(proves(changed, '0123456789abcdef')).toBe(false)
    expect(killers.proves(one, {})).toBe(false)
    // Entries from before digests were kept.
    expect(killersIn({ [one.name]: entries[one.name].slice(0, 18) }).proves(one, {})).toBe(false)
  })

  test('stays when a later run tried others, and goes with its mutant', () => {
    const later = killers.after([one, other], (mutant) => (mutant === other ? found('edges') : undefined))
    expect(killersIn(later).knows(one)).toBe(true)
    expect(killersIn(later).of(other)).toBe('edges')
    expect(killersIn(later).after([other], () => undefined)).toEqual({ [other.name]: later[other.name] })
  })
})
