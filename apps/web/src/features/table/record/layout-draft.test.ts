import { completeLayout, type FieldId, type RecordLayout } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addHeading,
  changeLine,
  columnsOf,
  dropHeading,
  type FieldLine,
  type HeadingLine,
  layoutOf,
  linesOf,
  moveLine,
} from './layout-draft.ts'

const names = ['a', 'b', 'c', 'd'] as FieldId[]
const fields = names.map((id) => ({ id }))

const layout: RecordLayout = {
  sections: [
    { name: 'One', fields: [{ field: names[1]!, width: 'half' }] },
    { name: '', fields: [{ field: names[0]!, width: 'whole' }] },
  ],
  hidden: [names[2]!],
}

describe('a layout that is edited', () => {
  it('comes back as it was, with the fields that it did not name', () => {
    expect(layoutOf(linesOf(layout, fields))).toEqual(completeLayout(layout, fields))
  })

  it('begins with a heading, also where there is nothing', () => {
    expect(linesOf(null, [])).toEqual([{ kind: 'heading', id: 's0', name: '' }])
  })

  it('takes a field into the section above by a step over its heading', () => {
    const moved = moveLine(linesOf(layout, fields), 3, 2)
    expect(layoutOf(moved).sections[0]!.fields.map(({ field }) => field)).toEqual(['b', 'a'])
  })

  it('leaves the first heading where it is', () => {
    const lines = linesOf(layout, fields)
    expect(moveLine(lines, 0, 2)).toBe(lines)
    expect(moveLine(lines, 1, 0)).toBe(lines)
    expect(dropHeading(lines, 0)).toBe(lines)
  })

  it('gives the fields of a heading that goes to the section above', () => {
    const { sections } = layoutOf(dropHeading(linesOf(layout, fields), 2))
    expect(sections).toHaveLength(1)
    expect(sections[0]!.fields.map(({ field }) => field)).toEqual(['b', 'a', 'd'])
  })

  it('has no section without fields', () => {
    expect(layoutOf(addHeading(linesOf(null, fields), 'new')).sections).toHaveLength(1)
  })

  it('hides, widens and renames single lines', () => {
    let lines = changeLine<HeadingLine>(linesOf(null, fields), 0, { name: ' Main ' })
    lines = changeLine<FieldLine>(lines, 1, { width: 'half' })
    lines = changeLine<FieldLine>(lines, 2, { isHidden: true })
    expect(layoutOf(lines)).toMatchObject({
      sections: [{ name: 'Main', fields: [{ field: 'a', width: 'half' }, { field: 'c' }, { field: 'd' }] }],
      hidden: ['b'],
    })
  })

  it('keeps what a link shows of its records', () => {
    const lines = changeLine<FieldLine>(linesOf(null, fields), 1, { columns: ['x' as FieldId] })
    const made = layoutOf(lines)
    expect(made.sections[0]!.fields[0]).toEqual({ field: 'a', width: 'whole', columns: ['x'] })
    expect(columnsOf(made, 'a' as FieldId)).toEqual(['x'])
    expect(columnsOf(made, 'b' as FieldId)).toBeUndefined()
    expect(columnsOf(null, 'a' as FieldId)).toBeUndefined()
    expect(layoutOf(linesOf(made, fields))).toEqual(made)
  })

  it('keeps every field exactly once through any moves', () => {
    const step = fc.record({ from: fc.nat(8), to: fc.nat(8) })
    fc.assert(
      fc.property(fc.array(step), (moves) => {
        let lines: ReturnType<typeof moveLine> = linesOf(layout, fields)
        for (const { from, to } of moves) lines = moveLine(lines, from, to)
        const { sections, hidden } = layoutOf(lines)
        const all = [...sections.flatMap((section) => section.fields.map(({ field }) => field)), ...hidden]
        expect(all.toSorted()).toEqual(names)
      }),
    )
  })
})
