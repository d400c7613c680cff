import { limits } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AnchorList } from './anchors.ts'
import { planFetch } from './fetch-plan.ts'

const anchorsAt = (indexes: readonly number[], generation = 1) => {
  const list = new AnchorList()
  list.add(indexes.map((index) => ({ index, key: [index], asOf: '10', isFirm: true, generation })))
  return list
}

describe('planFetch', () => {
  it('always names exactly the rows that are wanted, by the cheapest way', () => {
    const count = 1_000_000
    const indexes = fc.array(fc.nat(count - 1), { maxLength: 40 })
    const first = fc.integer({ min: 0, max: count / 200 - 1 }).map((no) => no * 200)
    fc.assert(
      fc.property(indexes, first, (known, from) => {
        const plan = planFetch({
          first: from,
          take: 200,
          anchors: anchorsAt(known),
          generation: 1,
          total: { count, asOf: '10' },
          mayDrift: false,
        })
        const start = plan.anchor ? Number(plan.anchor[0]) : plan.direction === 'forward' ? -1 : count
        const reached = plan.direction === 'forward' ? start + 1 + plan.skip : start - plan.skip - plan.take
        expect(reached).toBe(from)
        const existing = Math.min(200, count - from)
        expect(plan.take).toBe(plan.direction === 'forward' ? 200 : existing)
        const skips = [from, count - from - existing]
        for (const index of known) {
          if (index < from) skips.push(from - index - 1)
          if (index >= from + existing) skips.push(index - from - existing)
        }
        expect(plan.skip).toBe(Math.min(...skips))
      }),
    )
  })

  it('reaches the far end without passing over anything', () => {
    const plan = planFetch({
      first: 999_800,
      take: 200,
      anchors: anchorsAt([]),
      generation: 1,
      total: { count: 1_000_000, asOf: '10' },
      mayDrift: true,
    })
    expect(plan).toMatchObject({ direction: 'backward', skip: 0, anchor: null, isFirm: false })
  })

  it('asks for whole blocks from the front: rows may have come in since they were counted', () => {
    const input = { first: 0, take: 200, anchors: anchorsAt([]), generation: 1, mayDrift: false }
    expect(planFetch({ ...input, total: { count: 1, asOf: '10' } })).toMatchObject({ take: 200 })
  })

  it('takes a doubtful key rather than a long way, where that is allowed', () => {
    const input = { first: 500_000, take: 200, anchors: anchorsAt([499_000], 1), generation: 2, total: null }
    expect(planFetch({ ...input, mayDrift: true })).toMatchObject({ skip: 999, isDrifting: true })
    expect(planFetch({ ...input, mayDrift: false })).toMatchObject({ skip: 500_000, isDrifting: false })
  })

  it('does not drift for a way that costs next to nothing', () => {
    const input = { first: 9_000, take: 200, anchors: anchorsAt([8_900], 1), generation: 2, total: null }
    expect(input.first).toBeGreaterThan(limits.skipFromAnchor)
    expect(planFetch({ ...input, mayDrift: true }).isDrifting).toBe(false)
  })
})

describe('AnchorList', () => {
  it('finds the nearest anchors on both sides', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(500), { maxLength: 50 }), fc.nat(500), (indexes, at) => {
        const list = anchorsAt(indexes)
        const below = indexes.filter((index) => index <= at)
        const above = indexes.filter((index) => index > at)
        expect(list.before(at, 1)?.index ?? null).toBe(below.length > 0 ? Math.max(...below) : null)
        expect(list.after(at, 1)?.index ?? null).toBe(above.length > 0 ? Math.min(...above) : null)
      }),
    )
  })

  it('passes over anchors of an older generation, and never puts one in a newer one’s place', () => {
    const list = anchorsAt([10], 2)
    list.add([{ index: 10, key: ['old'], asOf: '1', isFirm: true, generation: 1 }])
    list.add([{ index: 20, key: ['old'], asOf: '1', isFirm: true, generation: 1 }])
    expect(list.before(30, 2)).toMatchObject({ index: 10, key: [10] })
    expect(list.before(30, 1)?.index).toBe(20)
  })
})
