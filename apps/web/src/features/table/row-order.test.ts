import { emptyViewConfig, type FieldId, limits, type RecordId, type View, type ViewId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { moveOf, rowAfterStep, whyFixed, whyTooMany } from './row-order.ts'

const saved: View = {
  id: 'v' as ViewId,
  name: 'By hand',
  kind: 'grid',
  isShared: true,
  isLocked: false,
  position: 0,
  icon: null,
  section: null,
  config: emptyViewConfig,
  isPartial: false,
  lacksColors: false,
}
const view = { saved, role: 'creator', isKept: true, config: emptyViewConfig } as const
const byField = [{ field: 'f' as FieldId, direction: 'asc' }] as const

describe('a view is put in order by hand', () => {
  it('where nothing else orders it, and by those who may change it', () => {
    expect(whyFixed(view)).toBeNull()
    expect(whyFixed({ ...view, saved: { ...saved, isShared: false }, role: 'viewer' })).toBeNull()
  })

  it.each([
    [{ isKept: false }, /looked at/],
    [{ config: { ...emptyViewConfig, groups: byField } }, /grouped/],
    [{ config: { ...emptyViewConfig, sorts: byField } }, /sorted/],
    [{ saved: null }, /Save/],
    [{ role: 'editor' as const }, /Creators/],
    [{ saved: { ...saved, isLocked: true } }, /locked/],
  ])('and else says why not: %j', (changes, why) => {
    expect(whyFixed({ ...view, ...changes })).toMatch(why)
  })

  it('some records at a time', () => {
    expect(whyTooMany(limits.recordsPerMove)).toBeNull()
    expect(whyTooMany(limits.recordsPerMove + 1)).toMatch(/1,001 records are too many/)
  })
})

const letters = [...'ABCDEF'] as RecordId[]
const all = { count: 6, idAt: (row: number) => letters[row] ?? null }

/** The order after a move, as the database makes it. */
function after(spans: { first: number; last: number }[], before: number): string {
  const move = moveOf(spans, before, all)
  if (!move) return letters.join('')
  const rest = letters.filter((letter) => !move.records.includes(letter))
  const at = move.before === null ? rest.length : rest.indexOf(move.before)
  const order = rest.toSpliced(at, 0, ...move.records)
  expect(order.indexOf(move.records[0]!)).toBe(move.to)
  return order.join('')
}

describe('rows', () => {
  it('are put before another one, or at the end', () => {
    expect(after([{ first: 3, last: 3 }], 1)).toBe('ADBCEF')
    expect(after([{ first: 0, last: 1 }], 6)).toBe('CDEFAB')
    expect(after([{ first: 0, last: 1 }], 4)).toBe('CDABEF')
  })

  it('come together where they lay apart, though they are put among themselves', () => {
    expect(
      after(
        [
          { first: 0, last: 0 },
          { first: 2, last: 3 },
        ],
        3,
      ),
    ).toBe('BACDEF')
  })

  it('stay where they lie already, and where what they pass is not here', () => {
    for (const before of [2, 3, 4]) expect(moveOf([{ first: 2, last: 3 }], before, all)).toBeNull()
    const few = { count: 6, idAt: (row: number) => (row < 3 ? letters[row]! : null) }
    expect(moveOf([{ first: 2, last: 3 }], 0, few)).toBeNull()
    expect(moveOf([{ first: 0, last: 0 }], 5, few)).toBeNull()
  })

  it('go one step up or down, as far as there are rows', () => {
    const step = (first: number, last: number, by: -1 | 1) => {
      const to = rowAfterStep([{ first, last }], by, 6)
      return to === null ? null : after([{ first, last }], to)
    }
    expect(step(1, 2, -1)).toBe('BCADEF')
    expect(step(1, 2, 1)).toBe('ADBCEF')
    expect(step(0, 2, -1)).toBeNull()
    expect(step(4, 5, 1)).toBeNull()
    expect(rowAfterStep([], 1, 6)).toBeNull()
    const apart = [
      { first: 0, last: 0 },
      { first: 5, last: 5 },
    ]
    expect(after(apart, rowAfterStep(apart, -1, 6)!)).toBe('AFBCDE')
    expect(after(apart, rowAfterStep(apart, 1, 6)!)).toBe('BCDEAF')
  })
})
