import { describe, expect, it } from 'vitest'
import { rollupFunctionsOf, rollupType } from './rollups.ts'
import { fieldTypeNames } from './schema.ts'

describe('a rollup', () => {
  it('counts whatever is linked, and has the type of what it makes of values', () => {
    expect(rollupType('count', null)).toBe('integer')
    expect(rollupType('sum', 'currency')).toBe('currency')
    expect(rollupType('average', 'integer')).toBe('number')
    expect(rollupType('max', 'created_time')).toBe('datetime')
    expect(rollupType('max', 'changed_time')).toBe('datetime')
    expect(rollupType('max', 'autonumber')).toBe('integer')
    expect(rollupType('unique', 'number')).toBe('long_text')
    expect(rollupType('sum', 'text')).toBeNull()
    expect(rollupType('sum', null)).toBeNull()
  })

  it('of choices, people and files is one of choices, people and files', () => {
    expect(rollupType('first', 'status')).toBe('single_select')
    expect(rollupType('last', 'multi_select')).toBe('multi_select')
    expect(rollupType('unique', 'single_select')).toBe('multi_select')
    expect(rollupType('first', 'created_by')).toBe('person')
    expect(rollupType('concatenate', 'attachment')).toBe('attachment')
    expect(rollupType('unique', 'attachment')).toBeNull()
  })

  it('tells others as texts where it lists them', () => {
    expect(rollupType('concatenate', 'person')).toBe('long_text')
    expect(rollupType('concatenate', 'status')).toBe('long_text')
    expect(rollupType('first', 'link')).toBe('long_text')
    expect(rollupType('first', 'autonumber')).toBe('text')
  })

  it('has functions for every type', () => {
    for (const type of fieldTypeNames) expect(rollupFunctionsOf(type)).not.toHaveLength(0)
  })
})
