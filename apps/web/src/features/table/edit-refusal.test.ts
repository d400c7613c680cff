import type { Field } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { computedField, readLate } from './edit-refusal.ts'

const cost = { name: 'Cost' } as Field

describe('the cell of a field that is computed', () => {
  it('tells nobody to change its formula who may not', () => {
    expect(computedField(cost, '{Hours} * 80', true).remedy).toBe(
      'Its formula is {Hours} * 80. Change what it reads, or the formula.',
    )
    expect(computedField(cost, '{Hours} * 80', false).remedy).toBe(
      'Its formula is {Hours} * 80. Change what it reads.',
    )
  })

  it('tells the same of one that is computed when it is read', () => {
    const late = { computed: 'today()', told: 'it asks for the day' }
    expect(readLate(cost, { ...late, mayShape: true }).remedy).toBe(
      'It is today(): it asks for the day. Change what it reads, or what it is.',
    )
    expect(readLate(cost, { ...late, mayShape: false }).remedy).toBe(
      'It is today(): it asks for the day. Change what it reads.',
    )
  })
})
