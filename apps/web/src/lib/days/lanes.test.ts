import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bar, inLanes } from './lanes.ts'

const week = { first: 100, days: 7 }
const someBars = fc
  .array(fc.tuple(fc.integer({ min: 92, max: 110 }), fc.nat(9)), { maxLength: 30 })
  .map((list) => list.map(([first, long], id): Bar<number> => ({ id, first, last: first + long })))
const rooms = fc.integer({ min: 1, max: 8 })
const covers = (bar: { from: number; to: number }, day: number) => bar.from <= day && day <= bar.to

describe('the lanes of a week', () => {
  it('have at most one record at a place, and say truly how many are not shown', () => {
    fc.assert(
      fc.property(someBars, rooms, (bars, room) => {
        const lanes = inLanes(bars, week, room)
        for (let day = 0; day < week.days; day++) {
          const here = lanes.bars.filter((bar) => covers(bar, day))
          const places = here.map(({ lane }) => lane)
          expect(new Set(places).size).toBe(places.length)
          expect(Math.max(-1, ...places)).toBeLessThan(room)
          const all = bars.filter(({ first, last }) => first <= week.first + day && last >= week.first + day)
          expect(here.length + lanes.hidden[day]!).toBe(all.length)
          expect(lanes.hidden[day]! > 0 && places.includes(room - 1)).toBe(false)
        }
      }),
    )
  })

  it('leave the last one free on days that have more than is given', () => {
    fc.assert(
      fc.property(someBars, rooms, fc.integer({ min: 0, max: 6 }), (bars, room, full) => {
        const lanes = inLanes(bars, { ...week, hasMore: (day) => day === week.first + full }, room)
        const places = lanes.bars.filter((bar) => covers(bar, full)).map(({ lane }) => lane)
        expect(places).not.toContain(room - 1)
        const here = bars.filter(({ first, last }) => first <= week.first + full && last >= week.first + full)
        expect(places.length + lanes.hidden[full]!).toBe(here.length)
      }),
    )
  })

  it('show everything where there is room, each bar over all of its days', () => {
    fc.assert(
      fc.property(someBars, (bars) => {
        const lanes = inLanes(bars, week, bars.length + 1)
        expect(lanes.hidden.every((count) => count === 0)).toBe(true)
        const seen = bars.filter(({ first, last }) => first < 107 && last >= 100)
        expect(lanes.bars.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(seen.map(({ id }) => id))
        for (const { id, from, to, isBegun, goesOn } of lanes.bars) {
          const { first, last } = bars[id]!
          expect([from, to]).toEqual([Math.max(0, first - 100), Math.min(6, last - 100)])
          expect([isBegun, goesOn]).toEqual([first < 100, last > 106])
        }
      }),
    )
  })

  it('waste no lane: above each bar something stands on one of its days', () => {
    fc.assert(
      fc.property(someBars, (bars) => {
        const lanes = inLanes(bars, week, bars.length + 1).bars
        for (const bar of lanes) {
          for (let lane = 0; lane < bar.lane; lane++) {
            expect(lanes.some((one) => one.lane === lane && one.from <= bar.to && one.to >= bar.from)).toBe(
              true,
            )
          }
        }
      }),
    )
  })

  it('keep the order of a day', () => {
    const bars = ['a', 'b', 'c'].map((id): Bar<string> => ({ id, first: 101, last: 101 }))
    const { bars: placed, hidden } = inLanes(bars, week, 2)
    expect(placed.map(({ id, lane }) => [id, lane])).toEqual([['a', 0]])
    expect(hidden).toEqual([0, 2, 0, 0, 0, 0, 0])
  })
})
