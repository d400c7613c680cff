import type { LinkItem, LinkValue, RecordId } from '@plinth/domain'
import { limits } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldLinks, inverseOf, isWhole, type LinkEdit, linkEdit, linksTo, wireValue } from './link-edit.ts'

const item = (no: number): LinkItem => [`r${no}` as RecordId, `Record ${no}`]
const ids = (value: LinkValue | null) => (value?.items ?? []).map(([id]) => id)

/** What the database tells of a cell; every fifth record is one that the reader may not read. */
function told(linked: readonly number[]): LinkValue | null {
  const items = linked.filter((no) => no % 5 !== 4).slice(0, limits.linksPerCell)
  return linked.length === 0 ? null : { count: linked.length, items: items.map(item) }
}
const noOf = ([id]: LinkItem) => Number(id.slice(1))

/** What the database does: linking what is linked and unlinking what is not change nothing. */
function applied(linked: readonly number[], { link, unlink }: LinkEdit): number[] {
  const rest = linked.filter((no) => !unlink.map(noOf).includes(no))
  return [...rest, ...link.map(noOf).filter((no) => !rest.includes(no))]
}

const cells = fc.uniqueArray(fc.nat(60), { maxLength: 40 })
/** Changes that each change something: of records that may be read, over a cell as it is then. */
const steps = fc.array(
  fc.uniqueArray(
    fc.nat(60).filter((no) => no % 5 !== 4),
    { minLength: 1, maxLength: 6 },
  ),
  { maxLength: 5 },
)
function editsOver(linked: readonly number[], toggled: readonly (readonly number[])[]) {
  let now: readonly number[] = linked
  const edits = toggled.map((numbers): LinkEdit => {
    const unlink = numbers.filter((no) => now.includes(no)).map(item)
    const link = numbers.filter((no) => !now.includes(no)).map(item)
    const edit = { link, unlink }
    now = applied(now, edit)
    return edit
  })
  return { edits, now }
}

describe('changes of links over a cell', () => {
  it('count what the database will count, also beyond what is told', () => {
    fc.assert(
      fc.property(cells, steps, (linked, toggled) => {
        const { edits, now } = editsOver(linked, toggled)
        expect(foldLinks(told(linked), edits)?.count ?? 0).toBe(now.length)
      }),
    )
  })

  it('show what the database will tell, in its order, where all records of the cell are told', () => {
    fc.assert(
      fc.property(cells, steps, (linked, toggled) => {
        fc.pre(isWhole(told(linked)))
        const { edits, now } = editsOver(linked, toggled)
        const shown = ids(foldLinks(told(linked), edits))
        expect(shown.toSorted()).toEqual(ids(linksTo(now.map(item))).toSorted())
      }),
    )
  })

  it('count once where they are applied twice, and where the cell contains them already', () => {
    fc.assert(
      fc.property(cells, steps, (linked, toggled) => {
        const { edits, now } = editsOver(linked, toggled)
        const once = foldLinks(told(linked), edits)
        expect(foldLinks(told(linked), [...edits, ...edits])).toEqual(once)
        const again = isWhole(told(now)) ? foldLinks(told(now), edits) : told(now)
        expect(again).toEqual(told(now))
      }),
    )
  })

  it('leave the cell as it was when they are taken back', () => {
    fc.assert(
      fc.property(cells, steps, (linked, toggled) => {
        const { edits } = editsOver(linked, toggled)
        const before = told(linked)
        const after = foldLinks(before, [...edits, ...edits.toReversed().map(inverseOf)])
        expect(after?.count ?? 0).toBe(before?.count ?? 0)
        expect(ids(after).toSorted()).toEqual(ids(before).toSorted())
      }),
    )
  })
})

describe('a change of links', () => {
  it('is what differs between what is shown and what is wanted', () => {
    const before = linksTo([item(1), item(2)])
    expect(linkEdit(before, linksTo([item(2), item(3)]))).toEqual({ link: [item(3)], unlink: [item(1)] })
    expect(linkEdit(before, null)).toEqual({ link: [], unlink: [item(1), item(2)] })
    expect(linkEdit(before, before)).toBeNull()
    expect(linkEdit(null, null)).toBeNull()
  })

  it('links nothing twice, and unlinks of a cell that is told whole only what is there', () => {
    const before = linksTo([item(1)])
    expect(linkEdit(before, { link: [item(1)], unlink: [item(2)] })).toBeNull()
    const more = { count: 25, items: [item(1)] }
    expect(linkEdit(more, { link: [], unlink: [item(2)] })).toEqual({ link: [], unlink: [item(2)] })
  })

  it('is sent as ids alone; what a new record is made with is linked', () => {
    expect(wireValue({ link: [item(1)], unlink: [item(2)] })).toEqual({ link: ['r1'], unlink: ['r2'] })
    expect(wireValue(linksTo([item(1)]))).toEqual({ link: ['r1'] })
    expect(wireValue(null)).toBeNull()
  })
})

it('cells of more records than are told are told to be partial once they are changed', () => {
  const many: LinkValue = { count: 21, items: Array.from({ length: 20 }, (_, no) => item(no)) }
  expect(foldLinks(many, [{ link: [], unlink: [item(0)] }])).toMatchObject({ count: 20, isPartial: true })
  expect(foldLinks(linksTo([item(1)]), [{ link: [item(2)], unlink: [] }])).not.toHaveProperty('isPartial')
})
