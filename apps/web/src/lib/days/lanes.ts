/**
 * The records of a week in lanes: what takes several days is a bar over all of them, and nothing lies on top of anything else. Where a day
 * has more than there is room for, its last lane says how many are not shown. Pure.
 */
import type { DayNo } from './days.ts'

/** Days are inclusive; the order of a list of bars is the order within a day. */
export interface Bar<Id> {
  readonly id: Id
  readonly first: DayNo
  readonly last: DayNo
}

export interface PlacedBar<Id> {
  readonly id: Id
  /** From the top. */
  readonly lane: number
  /** The first and the last of the shown days, counted from 0. */
  readonly from: number
  readonly to: number
  /** It has begun before, and goes on after, what is shown. */
  readonly isBegun: boolean
  readonly goesOn: boolean
}

export interface Lanes<Id> {
  readonly bars: readonly PlacedBar<Id>[]
  /** Of each day: how many records are not shown. Where there are some, the last lane of the day is free. */
  readonly hidden: readonly number[]
}

export interface Week {
  readonly first: DayNo
  readonly days: number
  /** Days that have more than is given: their last lane says so, whatever there is room for. */
  hasMore?(day: DayNo): boolean
}

/** `room`: lanes of a day. */
export function inLanes<Id>(bars: readonly Bar<Id>[], week: Week, room: number): Lanes<Id> {
  const all = placed(bars, week)
  const isFull = Array.from({ length: week.days }, (_, at) => week.hasMore?.(week.first + at) === true)
  for (const bar of all) if (bar.lane >= room) for (let at = bar.from; at <= bar.to; at++) isFull[at] = true
  const isShown = ({ lane, from, to }: PlacedBar<Id>) =>
    lane < room - 1 || (lane === room - 1 && !isFull.slice(from, to + 1).includes(true))
  const hidden = isFull.map(
    (_, day) => all.filter((bar) => bar.from <= day && day <= bar.to && !isShown(bar)).length,
  )
  return { bars: all.filter(isShown), hidden }
}

function placed<Id>(bars: readonly Bar<Id>[], { first, days }: Week): PlacedBar<Id>[] {
  const lanes: boolean[][] = []
  const seen = bars.filter((bar) => bar.last >= first && bar.first < first + days)
  // What has begun before stays on top, what takes long comes before what does not: bars are whole, and gaps are few.
  const order = seen.toSorted((a, b) => {
    const [from, to] = [Math.max(a.first, first), Math.max(b.first, first)]
    return from - to || Number(b.last > b.first) - Number(a.last > a.first) || b.last - a.last
  })
  return order.map((bar) => {
    const [from, to] = [Math.max(bar.first - first, 0), Math.min(bar.last - first, days - 1)]
    const isFree = (lane: boolean[]) => !lane.slice(from, to + 1).includes(true)
    const found = lanes.findIndex(isFree)
    const no = found < 0 ? lanes.length : found
    const lane = (lanes[no] ??= [])
    for (let at = from; at <= to; at++) lane[at] = true
    return { id: bar.id, lane: no, from, to, isBegun: bar.first < first, goesOn: bar.last >= first + days }
  })
}
