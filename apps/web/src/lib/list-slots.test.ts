import { type Field, type FieldId, type FieldTypeName, fieldTypes } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastTitlePx, slotGapPx, slotsFor } from './list-slots.ts'

const types = Object.keys(fieldTypes) as FieldTypeName[]
const anyFields = fc
  .array(fc.constantFrom(...types), { maxLength: 30 })
  .map((list) =>
    list.map((type, at) => ({ id: `f${at}` as FieldId, type }) satisfies Pick<Field, 'id' | 'type'>),
  )
const anyWidth = fc.integer({ min: 200, max: 4_000 })
const anyScale = fc.constantFrom(0.75, 1, 2)

describe('the values at the end of a line', () => {
  it('are of the first fields, in their order, and leave the title its room', () => {
    fc.assert(
      fc.property(anyFields, anyWidth, anyScale, (fields, width, scale) => {
        const slots = slotsFor(fields, width, scale)
        expect(slots.map(({ field }) => field)).toEqual(fields.slice(0, slots.length))
        const used = slots.reduce((sum, { px }) => sum + px + slotGapPx, 0)
        expect(slots.length === 0 || width - used >= leastTitlePx * scale).toBe(true)
      }),
    )
  })

  it('are no fewer where there is more room, and each as wide as before', () => {
    fc.assert(
      fc.property(anyFields, anyWidth, fc.nat(1_000), anyScale, (fields, width, more, scale) => {
        const slots = slotsFor(fields, width, scale)
        expect(slotsFor(fields, width + more, scale).slice(0, slots.length)).toEqual(slots)
      }),
    )
  })
})
