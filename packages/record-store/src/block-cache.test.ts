import type { RecordId } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BlockCache } from './block-cache.ts'

const size = 4
const block = (no: number, ids: readonly number[]) => ({
  no,
  first: no * size,
  ids: ids.map((id) => `r${id}` as RecordId),
  asOf: '1',
  generation: 1,
  isFirm: true,
  isDrifting: false,
})

describe('BlockCache', () => {
  it('keeps each record in one place, and tells exactly what came and went', () => {
    const step = fc.record({ no: fc.nat(5), ids: fc.uniqueArray(fc.nat(20), { maxLength: size }) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const cache = new BlockCache(size)
        const held = new Set<string>()
        for (const { no, ids } of steps) {
          const { added, removed } = cache.put(block(no, ids))
          for (const id of added) {
            expect(held.has(id)).toBe(false)
            held.add(id)
          }
          for (const id of removed) expect(held.delete(id)).toBe(true)
          const shown = Array.from({ length: 6 * size }, (_, index) => cache.idAt(index)).filter(
            (id) => id !== null,
          )
          expect(new Set(shown).size).toBe(shown.length)
          expect(new Set(shown)).toEqual(held)
          for (const id of shown) expect(cache.idAt(cache.indexOf(id) ?? -1)).toBe(id)
        }
      }),
    )
  })

  it('evicts what was used longest ago, never what is pinned', () => {
    const cache = new BlockCache(size)
    for (const no of [0, 1, 2, 3]) cache.put(block(no, [no]))
    cache.touch(0)
    expect(cache.evict(2, ({ no }) => no === 1)).toEqual(['r2', 'r3'])
    expect(cache.numbers().sort()).toEqual([0, 1])
  })

  it('marks a block as old that has lost a record to another', () => {
    const cache = new BlockCache(size)
    cache.put(block(0, [1, 2]))
    cache.put(block(1, [2, 3]))
    expect(cache.get(0)).toMatchObject({ ids: ['r1', null], generation: -1 })
  })
})
