import { describe, expect, test } from 'vitest'
import { killersIn } from './killers.mjs'

const one = { name: 'drop-check:scope#1', sql: 'select 1' }
const changed = { ...one, sql: 'select 2' }
const other = { name: 'policy:t', sql: 'drop policy' }

describe('what found a mutant', () => {
  const entries = killersIn({}).after([other, one], (mutant) => (mutant === one ? 'row-rules' : undefined))
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

  test('stays when a later run tried others, and goes with its mutant', () => {
    const later = killers.after([one, other], (mutant) => (mutant === other ? 'did not end' : undefined))
    expect(killersIn(later).knows(one)).toBe(true)
    expect(killersIn(later).of(other)).toBe('did not end')
    expect(killersIn(later).after([other], () => undefined)).toEqual({ [other.name]: later[other.name] })
  })
})
