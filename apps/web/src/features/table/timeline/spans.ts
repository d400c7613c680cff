/** From when to when a record is. Pure. */
import type { CellValue, Field } from '@plinth/domain'
import { dayMs, readDay, startOfDay } from '../../../lib/days/civil-time.ts'

export type DateField = Pick<Field, 'id' | 'type'>

/** The fields that say it, and the zone of whose days the base speaks. */
export interface SpanFields {
  readonly start: DateField
  readonly end: DateField | null
  readonly zone: string
}

export interface Span {
  /** A milestone is a record of which only one end is known. */
  readonly kind: 'bar' | 'milestone'
  /** Of a bar; of a milestone the day that it is on, or twice its moment. Never the later one first. */
  readonly from: number
  readonly to: number
  /** It ends before it begins. */
  readonly isBackwards: boolean
  /** Which ends are known. */
  readonly has: 'both' | 'start' | 'end'
}

type Values = Readonly<Record<string, CellValue>>

/** Null: the record has no date. */
export function spanOf(values: Values, { start, end, zone }: SpanFields): Span | null {
  const [from, to] = [edgesOf(values[start.id], start, zone), end && edgesOf(values[end.id], end, zone)]
  if (from && to) {
    const isBackwards = endsBefore(from, to)
    const [first, last] = isBackwards ? [to[0], from[1]] : [from[0], to[1]]
    return { kind: 'bar', from: first, to: last, isBackwards, has: 'both' }
  }
  const only = from ?? to
  if (!only) return null
  return { kind: 'milestone', from: only[0], to: only[1], isBackwards: false, has: from ? 'start' : 'end' }
}

type Edges = readonly [from: number, to: number]

/** Where what a value names begins and ends: a day, or twice a moment. */
export function edgesOf(
  value: CellValue | undefined,
  { type }: Pick<Field, 'type'>,
  zone: string,
): Edges | null {
  if (typeof value !== 'string') return null
  if (type === 'date') {
    const day = readDay(value)
    return day === null ? null : [startOfDay(day, zone), startOfDay(day + dayMs, zone)]
  }
  const instant = Date.parse(value)
  return Number.isFinite(instant) ? [instant, instant] : null
}

/** Does what ends here end before what begins there? Two moments may be one; a day ends with its night. */
export function endsBefore([begin]: Edges, [from, to]: Edges): boolean {
  return to < begin || (to === begin && from < to)
}

/** Where a milestone is drawn, and what stands in the middle of a bar. */
export const middleOf = ({ from, to }: Pick<Span, 'from' | 'to'>): number => from + (to - from) / 2

/** Does a record begin before one that it comes after has ended? A milestone has ended when it begins. */
export function isTooEarly(span: Pick<Span, 'from'>, before: Span): boolean {
  return span.from < (before.kind === 'milestone' ? before.from : before.to)
}
