import { type Field, fieldOf, isComputed, type ViewQuery } from '@plinth/domain'
import { type FocusEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type DayNo, dayOf, isoOf } from '../../../lib/days/days.ts'
import { conditionsFor, holds, rangeOf } from '../../../lib/days/spans.ts'
import { stretchOf, type Timing } from '../../../lib/days/stretch.ts'
import { phoneQuery, useMedia } from '../../../lib/use-media.ts'
import { narrowed } from '../board/stacks.ts'
import type { KindViewProps } from '../kinds/kind-views.ts'
import { useTable } from '../table-context.ts'
import { useView } from '../view/table-view.ts'
import type { CalendarScope, FocusTarget } from './calendar-context.ts'
import { placedAt, timesAt } from './drag-times.ts'
import { type CalendarPlace, useCalendarPlace } from './use-calendar-place.ts'
import { type CalendarRecord, type CalendarRecords, useCalendarRecords } from './use-calendar-records.ts'
import { type EventDrag, useEventDrag } from './use-event-drag.ts'
import { usePutEvent } from './use-put-event.ts'
import { useRecent } from './use-recent.ts'

interface ScopeInput extends KindViewProps {
  readonly start: Field
  readonly end: Field | null
  readonly root: RefObject<HTMLElement | null>
}

interface Scoped {
  readonly scope: CalendarScope
  readonly records: CalendarRecords
  /** Of those without a date; null: there are none. */
  readonly undatedQuery: Omit<ViewQuery, 'table'> | null
  onFocus(event: FocusEvent): void
  /** Somebody begins something: the focus is theirs. */
  onAct(): void
}

/** Puts together what the parts of a calendar work with. */
export function useCalendarScope({ window, create, start, end, root }: ScopeInput): Scoped {
  const { table, session, values, weekStart } = useTable()
  const { config, saved } = useView()
  const isPhone = useMedia(phoneQuery)
  const place = useCalendarPlace()
  const { span, today, now, goTo } = place
  const { cursor, setCursor, reset } = useCursor(place)
  const range = useMemo(() => rangeOf(span, place.day, weekStart), [span, place.day, weekStart])
  const timing = useTiming(start, end, values.timeZone)
  const recent = useRecent(
    session,
    useMemo(() => (end ? [start.id, end.id] : [start.id]), [start, end]),
  )
  const rights = usePutEvent({ start, end, note: recent.note })
  const records = useCalendarRecords({ window, start, end, timing, range, recent: recent.list })
  const known = useRef(records.list)
  useEffect(() => {
    known.current = records.list
  })
  const timesOf = (id: string, rowTimes = known.current.find((one) => one.id === id)) =>
    rowTimes ?? {
      times: undatedTimes(session.store.get(id as CalendarRecord['id'])?.values, end),
      stretch: null,
    }
  const dragging = useEventDrag({
    calendar: root,
    mayDrag: rights.mayDrag,
    onDrop({ grip, over }) {
      const times = timesAt(timesOf(grip.id), grip, over, timing)
      if (times) rights.put(grip.id, times)
    },
  })
  const shown = useMemo(
    () => previewed(records.list, dragging.drag, timing),
    [records.list, dragging.drag, timing],
  )
  const focus = useWantedFocus(root, shown)
  const color = fieldOf('color', config.settings, table.fields)
  const colorOf = useColors(color)
  const { query } = window
  const queryOf = useCallback(
    (day: DayNo): Omit<ViewQuery, 'table'> => ({
      sorts: [{ field: start.id, direction: 'asc' }],
      filter: narrowed(query.filter, conditionsFor({ first: day, last: day }, start.id, end?.id ?? null)),
      ...(query.search ? { search: query.search } : {}),
    }),
    [query, start, end],
  )
  const undatedQuery = useMemo((): Omit<ViewQuery, 'table'> | null => {
    if (isComputed(start.type)) return null
    return {
      sorts: query.sorts,
      filter: narrowed(query.filter, [{ field: start.id, operator: 'empty' }]),
      ...(query.search ? { search: query.search } : {}),
      ...(saved && query.sorts.length === 0 ? { view: saved.id } : {}),
    }
  }, [query, start, saved])
  const scope: CalendarScope = {
    start,
    end,
    color,
    timing,
    isPhone,
    span,
    range,
    today,
    now,
    anchor: place.day,
    cursor,
    setCursor,
    goTo(day, next) {
      reset()
      goTo(day, next)
    },
    records: shown,
    recordsOn: (day) => shown.filter(({ stretch }) => stretch.first <= day && day <= stretch.last),
    beyond: records.beyond,
    isLoading: records.status === 'loading',
    drag: dragging.drag,
    beginDrag: dragging.begin,
    put: rights.put,
    place(id) {
      rights.put(id, { ...timesOf(id).times, start: placedAt({ day: cursor, minute: null }, timing) })
    },
    createOn: rights.mayCreate
      ? (day, minute) => create({ [start.id]: placedAt({ day, minute: minute ?? null }, timing) })
      : null,
    hasEnds: rights.hasEnds,
    queryOf,
    wantFocus: focus.want,
    colorOf,
  }
  const onFocus = (event: FocusEvent) => {
    const target = event.target as HTMLElement
    const day = dayOf(target.closest<HTMLElement>('[data-cell], [data-day]')?.dataset['day'] ?? '')
    const id = target.closest<HTMLElement>('[data-event]')?.dataset['event']
    const record = shown.find((one) => one.id === id)
    // A bar that stands on the day already is a record of it, wherever it begins.
    if (day === null || (record && holds(record.stretch, cursor))) return
    if (holds(range, day)) setCursor(day)
  }
  return { scope, records, undatedQuery, onFocus, onAct: focus.settle }
}

const undatedTimes = (values: CalendarRecord['row']['values'] | undefined, end: Field | null) => ({
  start: null,
  end: end ? (values?.[end.id] ?? null) : null,
})

function useTiming(start: Field, end: Field | null, zone: string): Timing {
  const [begins, ends] = [start.type, end?.type ?? null]
  return useMemo(() => ({ start: begins, end: ends, zone }), [begins, ends, zone])
}

/** The day that keys go from: the one in the address until they have gone on within what is shown. */
function useCursor({ day, span }: Pick<CalendarPlace, 'day' | 'span'>) {
  const [gone, setGone] = useState<{ day: DayNo; span: string; cursor: DayNo } | null>(null)
  const cursor = gone?.day === day && gone.span === span ? gone.cursor : day
  const setCursor = useCallback((next: DayNo) => setGone({ day, span, cursor: next }), [day, span])
  const reset = useCallback(() => setGone(null), [])
  return { cursor, setCursor, reset }
}

/** While a record is dragged it stands where it would come. */
function previewed(
  list: readonly CalendarRecord[],
  drag: EventDrag | null,
  timing: Timing,
): readonly CalendarRecord[] {
  if (!drag || drag.grip.kind === 'place') return list
  return list.map((record) => {
    if (record.id !== drag.grip.id) return record
    const times = timesAt(record, drag.grip, drag.over, timing)
    const stretch = times && stretchOf(times, timing)
    return stretch ? { ...record, stretch } : record
  })
}

function useColors(color: Field | null): CalendarScope['colorOf'] {
  const { paintOf } = useTable()
  const options = useMemo(
    () => new Map(color?.options.options?.map(({ id, label, hue }) => [id as unknown, { label, hue }])),
    [color],
  )
  return useCallback(
    ({ row }) => {
      const { row: rule } = paintOf(row)
      if (rule) return { hue: rule.hue, label: rule.name, by: 'Colour', isRule: true }
      if (!color) return null
      const { hue, label } = options.get(row.values[color.id]) ?? {
        hue: 'stone' as const,
        label: `No ${color.name}`,
      }
      return { hue, label, by: color.name, isRule: false }
    },
    [color, options, paintOf],
  )
}

/**
 * The focus goes to a day or a record as soon as it is there, and again where it goes and comes: what is loaded may not know yet where a record
 * was moved to. Where it stands still that was moved, it would be lost again. Until somebody does something else.
 */
function useWantedFocus(root: RefObject<HTMLElement | null>, shown: readonly CalendarRecord[]) {
  const wanted = useRef<FocusTarget | null>(null)
  useEffect(() => {
    const { current: target } = wanted
    const { activeElement } = document
    if (!target || !root.current) return
    if (activeElement !== document.body && !root.current.contains(activeElement)) {
      wanted.current = null
      return
    }
    const isThere = ({ id, stretch }: CalendarRecord) => id === target.id && holds(stretch, target.day)
    if (target.id !== undefined && !shown.some(isThere)) return
    const element = elementOf(target, root.current)
    if (!element || element === activeElement) return
    element.focus()
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const want = useCallback((target: FocusTarget) => {
    wanted.current = target
  }, [])
  const settle = useCallback(() => {
    wanted.current = null
  }, [])
  return { want, settle }
}

function elementOf({ id, day }: FocusTarget, root: HTMLElement): HTMLElement | null {
  const iso = isoOf(day)
  if (id === undefined) return root.querySelector<HTMLElement>(`[data-cell="${iso}"]`)
  const chip = `[data-event="${id}"] [data-stop]`
  return (
    root.querySelector<HTMLElement>(`[data-day="${iso}"] ${chip}`) ?? root.querySelector<HTMLElement>(chip)
  )
}
