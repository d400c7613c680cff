import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldId } from './ids.ts'
import { completeLayout, type RecordLayout } from './record-layout.ts'

const id = (name: string) => name as FieldId
const fields = ['a', 'b', 'c', 'd'].map((name) => ({ id: id(name) }))
const whole = (...names: string[]) => names.map((name) => ({ field: id(name), width: 'whole' as const }))

describe('completeLayout', () => {
  it('has all fields in their order where nobody made a layout', () => {
    const expected = { sections: [{ name: '', fields: whole('a', 'b', 'c', 'd') }], hidden: [] }
    expect(completeLayout(null, fields)).toEqual(expected)
  })

  it('puts fields that it does not name at the end of the last section', () => {
    const layout = {
      sections: [
        { name: 'One', fields: whole('c') },
        { name: 'Two', fields: whole('a') },
      ],
      hidden: [id('d')],
    }
    expect(completeLayout(layout, fields).sections).toEqual([
      { name: 'One', fields: whole('c') },
      { name: 'Two', fields: whole('a', 'b') },
    ])
  })

  it('leaves out sections of which no field is there', () => {
    const layout = { sections: [{ name: 'Gone', fields: whole('x') }], hidden: [id('y')] }
    expect(completeLayout(layout, fields)).toEqual(completeLayout(null, fields))
  })

  it('shows or hides every field exactly once, whatever the layout says', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'x', 'y').map(id)
    const placed = fc.record({ field: name, width: fc.constantFrom('half' as const, 'whole' as const) })
    const layout: fc.Arbitrary<RecordLayout> = fc.record({
      sections: fc.array(fc.record({ name: fc.string(), fields: fc.array(placed) })),
      hidden: fc.array(name),
    })
    fc.assert(
      fc.property(layout, (one) => {
        const { sections, hidden } = completeLayout(one, fields)
        const named = [...sections.flatMap((section) => section.fields.map(({ field }) => field)), ...hidden]
        expect(named.toSorted()).toEqual(['a', 'b', 'c', 'd'])
        // What is complete stays as it is.
        expect(completeLayout({ sections, hidden }, fields)).toEqual({ sections, hidden })
      }),
    )
  })
})
