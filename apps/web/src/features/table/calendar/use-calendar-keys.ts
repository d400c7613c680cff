/**
 * Keys of a calendar: arrows go from day to day; Enter goes into a day, where they go from record to record, and Esc back to it. With Alt
 * and Shift arrows move the record that has the focus.
 */
import type { KeyboardEvent, RefObject } from 'react'
import {
  clampDay,
  type DayNo,
  dayOf,
  daysPerWeek,
  firstOfMonth,
  isoOf,
  startOfWeek,
} from '../../../lib/days/days.ts'
import { holds, stepped } from '../../../lib/days/spans.ts'
import { dayAt, endAt, endOnDay, minuteMs, moved, type Shift, stretchOf } from '../../../lib/days/stretch.ts'
import type { CalendarScope } from './calendar-context.ts'
import { snapMinutes } from './drag-times.ts'
import type { CalendarRecord } from './use-calendar-records.ts'

interface KeyOptions {
  readonly scope: CalendarScope
  readonly root: RefObject<HTMLElement | null>
  readonly weekStart: number
}

export function useCalendarKeys({ scope, root, weekStart }: KeyOptions): (event: KeyboardEvent) => void {
  return (event) => {
    const target = event.target as HTMLElement
    const isTyping = target.closest(
      'input, textarea, [contenteditable], [role=radiogroup], [role=dialog], aside',
    )
    // Events of what floats above come through here too.
    if (event.defaultPrevented || isTyping || !root.current?.contains(target)) return
    if (event.ctrlKey || event.metaKey) return
    if (take(event, target, { scope, root, weekStart })) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
}

/** Answers false where the key is none of a calendar. */
function take(event: KeyboardEvent, target: HTMLElement, options: KeyOptions): boolean {
  const { scope, root } = options
  const { key } = event
  const record = recordAt(target, scope)
  if (event.altKey) return event.shiftKey && record !== null && moveByKey(key, record, scope)
  const place = target.closest<HTMLElement>('[data-cell], [data-day]')
  switch (key) {
    case 'PageUp':
    case 'PageDown':
      goToDay(stepped(scope.span, pagedFrom(scope), key === 'PageUp' ? -1 : 1), scope)
      return true
    case 't':
    case 'T':
      goToDay(scope.today, scope)
      return true
    case 'n':
    case 'N':
      if (!place) return false
      scope.createOn?.(scope.cursor)
      return true
    case ']':
    case '+':
      return record !== null && changeEnd(1, record, scope)
    case '[':
    case '-':
      return record !== null && changeEnd(-1, record, scope)
    default:
      if (!place || !root.current) return false
      return target.dataset['cell'] === undefined
        ? amongStops(key, target, scope, root.current)
        : amongDays(key, target, options, root.current)
  }
}

/** The same day of the next month; of days that only fill the weeks of this one, those of the month that is shown. */
function pagedFrom({ span, anchor, cursor }: CalendarScope): DayNo {
  const isBeside = span === 'month' && firstOfMonth(cursor) !== firstOfMonth(anchor)
  return isBeside ? anchor : cursor
}

function recordAt(target: HTMLElement, { records }: CalendarScope): CalendarRecord | null {
  const id = target.closest<HTMLElement>('[data-event]')?.dataset['event']
  return records.find((record) => record.id === id) ?? null
}

/** The focus goes along. */
function goToDay(day: DayNo, scope: CalendarScope): void {
  scope.wantFocus({ day })
  if (holds(scope.range, day)) scope.setCursor(day)
  else scope.goTo(day)
}

function amongDays(key: string, cell: HTMLElement, options: KeyOptions, root: HTMLElement): boolean {
  const { scope, weekStart } = options
  const { cursor, span } = scope
  const day = dayOf(cell.dataset['cell'] ?? '') ?? cursor
  if (span === 'agenda') {
    const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[key]
    if (by !== undefined) return besideInList(by, cell, scope, root)
  }
  const down = span === 'month' ? daysPerWeek : null
  const week = startOfWeek(day, weekStart)
  const to: Readonly<Record<string, DayNo | null>> = {
    ArrowLeft: day - 1,
    ArrowRight: day + 1,
    ArrowUp: down && day - down,
    ArrowDown: down && day + down,
    Home: week,
    End: week + daysPerWeek - 1,
  }
  const next = to[key]
  if (next !== undefined && next !== null) {
    goToDay(clampDay(next), scope)
    return true
  }
  if (key !== 'Enter' && key !== ' ') return false
  const [first] = stopsOf(day, scope, root)
  if (first) first.focus()
  else if (key === 'Enter') scope.createOn?.(day)
  return true
}

function besideInList(by: number, cell: HTMLElement, scope: CalendarScope, root: HTMLElement): boolean {
  const cells = [...root.querySelectorAll<HTMLElement>('[data-cell]')]
  const next = cells[cells.indexOf(cell) + by]
  if (next) next.focus()
  else goToDay(by < 0 ? scope.range.first - 1 : scope.range.last + 1, scope)
  return true
}

function amongStops(key: string, target: HTMLElement, scope: CalendarScope, root: HTMLElement): boolean {
  const stops = stopsOf(scope.cursor, scope, root)
  const at = stops.indexOf(target)
  const by = { ArrowUp: -1, ArrowDown: 1 }[key]
  if (key === 'Escape') {
    scope.wantFocus({ day: scope.cursor })
    root.querySelector<HTMLElement>(`[data-cell="${isoOf(scope.cursor)}"]`)?.focus()
    return true
  }
  if (by !== undefined) {
    stops[at + by]?.focus()
    return true
  }
  const aside = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (aside === undefined) return false
  const day = clampDay(scope.cursor + aside)
  const there = holds(scope.range, day) ? stopsOf(day, scope, root) : []
  const stop = there[Math.min(Math.max(at, 0), there.length - 1)]
  scope.setCursor(day)
  if (stop) stop.focus()
  else goToDay(day, scope)
  return true
}

/** What of a day can have the focus, from top to bottom. A bar over several days is one of each of them. */
function stopsOf(day: DayNo, scope: CalendarScope, root: HTMLElement): HTMLElement[] {
  const iso = isoOf(day)
  const cell = root.querySelector<HTMLElement>(`[data-cell="${iso}"]`)
  const around = cell?.closest<HTMLElement>('[data-week]') ?? cell
  if (!around) return []
  const ids = new Set<string>(scope.recordsOn(day).map(({ id }) => id))
  const found = new Map<string, HTMLElement>()
  for (const stop of around.querySelectorAll<HTMLElement>('[data-stop]')) {
    const id = stop.closest<HTMLElement>('[data-event]')?.dataset['event'] ?? ''
    const isHere = stop.closest<HTMLElement>('[data-day]')?.dataset['day'] === iso
    // A record that stands in several places counts where the day is.
    if (isHere || (ids.has(id) && !found.has(id))) found.set(id, stop)
  }
  return [...found.values()].toSorted((a, b) => {
    const [one, other] = [a.getBoundingClientRect(), b.getBoundingClientRect()]
    return one.top - other.top || one.left - other.left
  })
}

const isByHours = ({ span, timing }: CalendarScope): boolean =>
  (span === 'week' || span === 'day') && timing.start !== 'date'

function moveByKey(key: string, { id, times, stretch }: CalendarRecord, scope: CalendarScope): boolean {
  const shift = shiftOf(key, scope)
  if (!shift) return false
  const { cursor, range } = scope
  const over = dayAt(stretch.from + shift.minutes * minuteMs) - stretch.first
  const next = clampDay(clampDay(cursor + shift.days) + over)
  const follow = (day: DayNo) => {
    scope.wantFocus({ id, day })
    if (holds(range, next)) scope.setCursor(day)
    else scope.goTo(day)
  }
  const goBack = () => {
    if (isLookedAt(id)) follow(cursor)
  }
  if (scope.put(id, moved(times, shift, scope.timing), goBack)) follow(next)
  return true
}

/** Has the record the focus still, or has it gone with it? Whoever has gone on is not called back. */
function isLookedAt(id: string): boolean {
  const { activeElement } = document
  const event = activeElement?.closest<HTMLElement>('[data-event]')
  return activeElement === document.body || event?.dataset['event'] === id
}

function shiftOf(key: string, scope: CalendarScope): Shift | null {
  const aside = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (aside !== undefined) return { days: aside, minutes: 0 }
  const down = { ArrowUp: -1, ArrowDown: 1 }[key]
  if (down === undefined) return null
  if (isByHours(scope)) return { days: 0, minutes: down * snapMinutes }
  return { days: down * (scope.span === 'month' || scope.span === 'week' ? daysPerWeek : 1), minutes: 0 }
}

/** A day longer or shorter; by the hours, a quarter of an hour. */
function changeEnd(by: 1 | -1, { id, times, stretch }: CalendarRecord, scope: CalendarScope): boolean {
  if (!scope.hasEnds) return false
  const isOfHours = isByHours(scope) && stretch.isTimed && stretch.first === stretch.last
  const end = isOfHours
    ? endAt(times, Math.max(stretch.to, stretch.from) + by * snapMinutes * minuteMs, scope.timing)
    : endOnDay(times, by, scope.timing)
  const after = stretchOf({ ...times, end }, scope.timing) ?? stretch
  scope.wantFocus({ id, day: Math.max(after.first, Math.min(scope.cursor, after.last)) })
  scope.put(id, { ...times, end })
  return true
}
