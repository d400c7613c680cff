/**
 * What a record's dates become when it is moved, made longer or shorter, or given its first ones. Days are days of the calendar: who moves
 * something by days moves it to the same time of another day, whatever summer time does between them. Pure.
 */
import type { CellValue, Field, FieldId, TimelineScale } from '@plinth/domain'
import {
  addMonths,
  civilDay,
  civilOf,
  dayMs,
  dayText,
  hourMs,
  instantOf,
  readDay,
} from '../../../lib/days/civil-time.ts'
import { edgesOf, endsBefore, type SpanFields } from './spans.ts'

/** Of clocks, by so much time; of calendars, by days or months. */
export type Step =
  | { readonly unit: 'ms'; readonly by: number }
  | { readonly unit: 'day' | 'month'; readonly by: number }

export type Edge = 'start' | 'end'
type Values = Readonly<Record<string, CellValue>>
/** New values by field; null: there is nothing to change, or it can not be. */
export type Dates = Readonly<Record<FieldId, string>> | null

/** To which a pointer comes where hours are seen. */
const quarterMs = hourMs / 4
/** Of a day on which something begins or ends at no certain time. */
const [firstHour, lastHour] = [9, 17]

const isDay = (field: Pick<Field, 'type'> | null): boolean => field?.type === 'date'
/** Is it seen by the hour, with no field that knows days alone? */
const isByTime = (scale: TimelineScale, { start, end }: SpanFields): boolean =>
  scale === 'day' && !isDay(start) && !isDay(end)

/** How far a pointer has gone from one instant to another. */
export function stepBetween(from: number, to: number, scale: TimelineScale, fields: SpanFields): Step {
  if (isByTime(scale, fields)) return { unit: 'ms', by: Math.round((to - from) / quarterMs) * quarterMs }
  const { zone } = fields
  return { unit: 'day', by: Math.round((civilOf(to, zone) - civilOf(from, zone)) / dayMs) }
}

/** One cell of the lower line of the heading. */
export function keyStep(scale: TimelineScale, by: -1 | 1, fields: SpanFields): Step {
  switch (scale) {
    case 'day':
      return isByTime(scale, fields) ? { unit: 'ms', by: by * hourMs } : { unit: 'day', by }
    case 'week':
    case 'month':
      return { unit: 'day', by }
    case 'quarter':
      return { unit: 'day', by: 7 * by }
    case 'year':
      return { unit: 'month', by }
  }
}

/** Moves what is known of a record's ends; they stay as far apart as they are. */
export function movedDates(values: Values, fields: SpanFields, step: Step): Dates {
  const { start, end, zone } = fields
  const known = [start, ...(end ? [end] : [])].filter(({ id }) => typeof values[id] === 'string')
  const [first] = known
  if (!first || step.by === 0) return null
  const even = step.unit === 'month' ? inDays(values[first.id] as string, first, step.by, zone) : step
  const moved: Record<FieldId, string> = {}
  for (const field of known) {
    const value = shifted(values[field.id] as string, field, even, zone)
    if (value === null) return null
    moved[field.id] = value
  }
  return moved
}

/** Moves one end; it stops before the record would end before it begins. */
export function resizedDates(values: Values, fields: SpanFields, edge: Edge, step: Step): Dates {
  const field = fields[edge]
  if (!field || step.by === 0) return null
  const value = values[field.id] ?? firstEnd(values, fields, edge)
  if (typeof value !== 'string') return null
  const at = (by: number) => shifted(value, field, { ...step, by }, fields.zone)
  const isRight = (by: number) => {
    const next = at(by)
    return next !== null && isForwards({ ...values, [field.id]: next }, fields)
  }
  const by = isRight(step.by) ? step.by : farthest(step.by, step.unit === 'ms' ? quarterMs : 1, isRight)
  const next = by === 0 && values[field.id] ? null : at(by)
  return next === null ? null : { [field.id]: next }
}

/** The first dates of a record: those of a place on the line, or of what lies between two. */
export function firstDates(from: number, to: number, scale: TimelineScale, fields: SpanFields): Dates {
  const { start, end } = fields
  const [first, last] = from <= to ? [from, to] : [to, from]
  const begin = firstDate(start, 'start', first, scale, fields)
  const finish = end && firstDate(end, 'end', last, scale, fields)
  if (begin === null || (end && finish === null)) return null
  return end && finish ? { [start.id]: begin, [end.id]: finish } : { [start.id]: begin }
}

function firstDate(
  field: Pick<Field, 'type'>,
  edge: Edge,
  at: number,
  scale: TimelineScale,
  fields: SpanFields,
): string | null {
  const { zone } = fields
  const civil = civilOf(at, zone)
  if (isDay(field)) return dayText(civil)
  if (!isByTime(scale, fields)) {
    return instantText(instantOf(civilDay(civil) + (edge === 'start' ? firstHour : lastHour) * hourMs, zone))
  }
  const quarter = instantOf(Math.floor(civil / quarterMs) * quarterMs, zone, civil - at)
  return instantText(edge === 'start' ? quarter : quarter + hourMs)
}

/** What an end that is not known yet is moved from: where the other one is. */
function firstEnd(values: Values, { start, end, zone }: SpanFields, edge: Edge): string | null {
  const [field, other] = edge === 'start' ? [start, end] : [end, start]
  const edges = field && other && edgesOf(values[other.id], other, zone)
  if (!edges) return null
  if (isDay(field)) return dayText(civilOf(edges[0], zone))
  const day = civilDay(civilOf(edges[0], zone))
  if (!isDay(other)) return instantText(edges[0])
  return instantText(instantOf(day + (edge === 'start' ? firstHour : lastHour) * hourMs, zone))
}

/** The farthest step towards none that is right; 0 where none is. */
function farthest(by: number, grain: number, isRight: (by: number) => boolean): number {
  let [good, bad] = [0, Math.trunc(by / grain)]
  while (Math.abs(bad - good) > 1) {
    const middle = Math.trunc((good + bad) / 2)
    if (isRight(middle * grain)) good = middle
    else bad = middle
  }
  return good * grain
}

function isForwards(values: Values, { start, end, zone }: SpanFields): boolean {
  const from = edgesOf(values[start.id], start, zone)
  const to = end && edgesOf(values[end.id], end, zone)
  return !from || !to || !endsBefore(from, to)
}

/** So many months as the days that they are from a value on. */
function inDays(value: string, field: Pick<Field, 'type'>, months: number, zone: string): Step {
  const civil = isDay(field) ? (readDay(value) ?? 0) : civilOf(Date.parse(value), zone)
  return { unit: 'day', by: Math.round((addMonths(civil, months) - civil) / dayMs) }
}

/** A value later or earlier; null outside of what can be stored. */
export function shifted(value: string, field: Pick<Field, 'type'>, step: Step, zone: string): string | null {
  if (isDay(field)) {
    const day = readDay(value)
    return day === null ? null : dayText(later(day, step))
  }
  const instant = Date.parse(value)
  if (!Number.isFinite(instant)) return null
  if (step.unit === 'ms') return instantText(instant + step.by)
  const civil = civilOf(instant, zone)
  return instantText(instantOf(later(civil, step), zone, civil - instant))
}

function later(civil: number, { unit, by }: Step): number {
  if (unit === 'month') return addMonths(civil, by)
  return unit === 'day' ? civil + by * dayMs : civil + Math.round(by / dayMs) * dayMs
}

function instantText(instant: number): string | null {
  return dayText(instant) === null ? null : new Date(instant).toISOString()
}
