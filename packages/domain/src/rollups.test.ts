import { describe, expect, it } from 'vitest'
import { rollupFunctionsOf, rollupType } from './rollups.ts'
import { fieldTypeNames } from './schema.ts'

describe('a rollup', () => {
  it('counts whatever is linked, and has the type of what it makes of values', () => {
    expect(rollupType('count', null)).toBe('integer')
    expect(rollupType('sum', 'currency')).toBe('currency')
    expect(rollupType('average', 'integer')).toBe('number')
    expect(rollupType('max', 'created_time')).toBe('datetime')
    expect(rollupType('first', 'status')).toBe('text')
    expect(rollupType('unique', 'number')).toBe('long_text')
    expect(rollupType('sum', 'text')).toBeNull()
    expect(rollupType('sum', null)).toBeNull()
  })

  it('has functions for every type but those whose values are other records, files, people or moments of change', () => {
    const without = fieldTypeNames.filter((type) => rollupFunctionsOf(type).length === 0)
    for (const type of [
      'attachment',
      'person',
      'link',
      'changed_time',
      'created_by',
      'changed_by',
    ] as const) {
      expect(without).toContain(type)
    }
    expect(without).not.toContain('text')
    expect(without).not.toContain('created_time')
  })
})
