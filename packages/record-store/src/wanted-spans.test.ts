import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isUseful, type SeenBlocks, wantedSpans } from './wanted-spans.ts'

const none = () => false
const all = () => true
const seen = (from: number, to: number, direction: 1 | -1 = 1, lastBlock = 99): SeenBlocks => ({
  from,
  to,
  direction,
  lastBlock,
})
const but = (...there: number[]) => {
  const isMissing = (no: number) => !there.includes(no)
  return { isMissing, isNeeded: isMissing, isCovered: none }
}
const flat = (spans: readonly { firstBlock: number; lastBlock: number }[]) =>
  spans.map(({ firstBlock, lastBlock }) => [firstBlock, lastBlock])

describe('wantedSpans', () => {
  it('asks for what is seen in one request, and for nothing else until it is there', () => {
    const tests = { isMissing: all, isNeeded: all, isCovered: none }
    expect(flat(wantedSpans(seen(10, 11), tests))).toEqual([[10, 11]])
    expect(flat(wantedSpans(seen(10, 11), { ...tests, isCovered: all }))).toEqual([])
    expect(flat(wantedSpans(seen(10, 11), { ...tests, isCovered: (no) => no === 10 }))).toEqual([[11, 11]])
  })

  it('then asks for what comes next on the way', () => {
    const tests = but(10, 11)
    expect(flat(wantedSpans(seen(10, 11), tests))).toEqual([
      [12, 12],
      [9, 9],
      [13, 13],
    ])
    expect(flat(wantedSpans(seen(10, 11, -1), tests))).toEqual([
      [9, 9],
      [12, 12],
      [8, 8],
    ])
  })

  it('asks for nothing that comes next where nobody will look there', () => {
    expect(flat(wantedSpans(seen(10, 11), but(10, 11), 0))).toEqual([])
    expect(flat(wantedSpans(seen(10, 11), but(10), 0))).toEqual([[11, 11]])
  })

  it('stays within the rows that exist', () => {
    expect(flat(wantedSpans(seen(0, 0, 1, 0), but(0)))).toEqual([])
    expect(flat(wantedSpans(seen(98, 99), but(98, 99)))).toEqual([[97, 97]])
  })

  it('fetches again only what is seen: rows off screen may be old', () => {
    const tests = { isMissing: none, isNeeded: all, isCovered: none }
    expect(flat(wantedSpans(seen(10, 11), tests))).toEqual([[10, 11]])
  })

  it('asks for nothing twice, whatever is missing and on its way', () => {
    const numbers = fc.uniqueArray(fc.nat(30))
    const places = fc.tuple(fc.nat(30), fc.nat(4), fc.constantFrom(1 as const, -1 as const))
    fc.assert(
      fc.property(numbers, numbers, places, (missing, covered, [from, more, direction]) => {
        const to = Math.min(30, from + more)
        const tests = {
          isMissing: (no: number) => missing.includes(no),
          isNeeded: (no: number) => missing.includes(no),
          isCovered: (no: number) => covered.includes(no),
        }
        const spans = wantedSpans(seen(from, to, direction, 30), tests)
        const [first] = spans
        const isNeeded = (no: number) => missing.includes(no) && !covered.includes(no)
        for (let no = from; no <= to; no++) {
          if (!isNeeded(no)) continue
          expect(first && first.firstBlock <= no && no <= first.lastBlock).toBe(true)
        }
        const single = spans.filter(({ firstBlock }) => firstBlock < from || firstBlock > to)
        for (const { firstBlock, lastBlock } of single) {
          expect(firstBlock).toBe(lastBlock)
          expect(isNeeded(firstBlock) && firstBlock >= 0 && firstBlock <= 30).toBe(true)
        }
        expect(new Set(single.map(({ firstBlock }) => firstBlock)).size).toBe(single.length)
      }),
    )
  })
})

const useful = (no: number) => isUseful({ firstBlock: no, lastBlock: no }, seen(20, 21), 5)

describe('isUseful', () => {
  it('denies requests that are far from what is seen now', () => {
    expect([useful(20), useful(13), useful(28), useful(12), useful(29)]).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})
