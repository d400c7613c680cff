import type { Field, FieldId } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundaryAfterStep, orderAfterMove } from './column-order.ts'

const field = (id: string) => ({ id: id as FieldId }) as Field
const fields = (ids: string) => [...ids].map(field)

function move(ids: string, hidden: string, moved: string, before: number): string | null {
  const all = fields(ids)
  const shown = all.filter(({ id }) => !hidden.includes(id))
  const order = orderAfterMove({ all, shown, moved: new Set([...moved] as FieldId[]), before })
  return order && order.join('')
}

describe('columns that are moved', () => {
  it('come to lie before the one where they were dropped, or behind the last', () => {
    expect(move('abcde', '', 'b', 4)).toBe('cdbe')
    expect(move('abcde', '', 'e', 1)).toBe('ebcd')
    expect(move('abcde', '', 'c', 5)).toBe('bdec')
  })

  it('go together, in the order that they have', () => {
    expect(move('abcdef', '', 'eb', 4)).toBe('cdbef')
    expect(move('abcdef', '', 'db', 6)).toBe('cefbd')
  })

  it('change nothing where they lie already', () => {
    expect(move('abcde', '', 'c', 2)).toBeNull()
    expect(move('abcde', '', 'c', 3)).toBeNull()
  })

  it('never come before the first, which never moves', () => {
    expect(move('abcde', '', 'c', 0)).toBe('cbde')
    expect(move('abcde', '', 'a', 4)).toBeNull()
    expect(move('abcde', '', 'ac', 5)).toBe('bdec')
  })

  it('leave hidden fields beside the one they stood before', () => {
    expect(move('abxcd', 'x', 'd', 2)).toBe('bxdc')
    expect(move('abxcd', 'x', 'b', 3)).toBe('xcbd')
  })

  it('are what a plain list makes of it, and lose no field', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(), fc.nat(), (count, from, to) => {
        const ids = 'abcdefghi'.slice(0, count)
        const at = from % count
        const before = to % (count + 1)
        const moved = ids[at] ?? ''
        const gap = Math.max(1, before)
        const plain = [...ids]
        if (at > 0) {
          plain.splice(at, 1)
          plain.splice(gap > at ? gap - 1 : gap, 0, moved)
        }
        const after = `a${move(ids, '', moved, before) ?? ids.slice(1)}`
        expect(after).toBe(plain.join(''))
      }),
    )
  })
})

describe('a step by key', () => {
  it('goes past one neighbour, and stops at the ends', () => {
    expect(boundaryAfterStep([2], -1, 5)).toBe(1)
    expect(boundaryAfterStep([2], 1, 5)).toBe(4)
    expect(boundaryAfterStep([1], -1, 5)).toBeNull()
    expect(boundaryAfterStep([4], 1, 5)).toBeNull()
    expect(boundaryAfterStep([2, 3], 1, 5)).toBe(5)
    expect(boundaryAfterStep([0, 1], 1, 5)).toBeNull()
    expect(boundaryAfterStep([], 1, 5)).toBeNull()
  })
})
