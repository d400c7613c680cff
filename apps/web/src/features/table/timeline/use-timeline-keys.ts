/** What keys do in a timeline (`docs/keyboard.md`). They hold while a row has the focus, and nowhere else. */
import type { RecordId, TimelineScale } from '@plinth/domain'
import type { KeyboardEvent } from 'react'
import { useTable } from '../table-context.ts'
import { datesText } from './bar-words.ts'
import { type Edge, keyStep } from './moves.ts'
import { spanOf } from './spans.ts'
import type { TimeScroller } from './time-scroller.ts'
import type { TimelineFields } from './timeline-context.ts'
import type { DateChanges } from './use-date-changes.ts'

interface KeyOptions {
  readonly fields: TimelineFields
  readonly scale: TimelineScale
  readonly time: TimeScroller
  readonly changes: DateChanges
  readonly rowCount: number
  readonly rowPx: number
  goToRow(row: number): void
  rowOf(id: RecordId): number | null
  zoom(by: -1 | 1): void
  goToNow(): void
  /** Says something to those who do not see the bars. */
  tell(words: string): void
}

/** How far one scrolls by a key, as a share of what is seen. */
const panShare = 0.25

/** By which keys an end is moved: to an earlier and to a later time. */
const resizing: Readonly<Record<string, readonly [Edge, -1 | 1]>> = {
  '[': ['end', -1],
  ']': ['end', 1],
  '{': ['start', -1],
  '}': ['start', 1],
}

const isPlain = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  !altKey && !ctrlKey && !metaKey && !shiftKey

export function useTimelineKeys(options: KeyOptions): (event: KeyboardEvent<HTMLElement>) => void {
  const { session, values, openRecord } = useTable()
  const { fields, scale, time, changes, tell } = options

  const change = (id: RecordId, part: Edge | 'whole', by: -1 | 1) => {
    if (!changes.mayChange(id, part)) return
    const dates = changes.step(id, part, keyStep(scale, by, fields))
    if (dates && changes.store(id, dates)) show(id)
  }
  const show = (id: RecordId) => {
    const now = session.store.get(id)?.values ?? {}
    const span = spanOf(now, fields)
    if (span) time.bring(span.from, span.to)
    tell(datesText(now, fields, values))
  }
  const schedule = (id: RecordId) => {
    if (!changes.mayChange(id, 'new')) return
    const [from, to] = time.seen()
    const now = Date.now()
    // Today where one sees it, else in the middle of what one sees.
    const dates = changes.first(now > from && now < to ? now : from + (to - from) / 2)
    if (dates && changes.store(id, dates)) show(id)
  }
  /** Keys of the record whose name has the focus; answers whether this was one. */
  const onRecordKey = (event: KeyboardEvent<HTMLElement>, id: RecordId): boolean => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    const by = key === 'ArrowRight' ? 1 : -1
    const isAside = key === 'ArrowLeft' || key === 'ArrowRight'
    if (isAside && altKey && shiftKey) {
      change(id, ctrlKey || metaKey ? 'end' : 'whole', by)
      return true
    }
    const resized = resizing[key]
    // On some keyboards brackets are typed with Alt Gr.
    const isTyped = event.getModifierState('AltGraph') || !(altKey || ctrlKey || metaKey)
    if (resized && isTyped) {
      change(id, ...resized)
      return true
    }
    if (!isPlain(event)) return false
    const span = spanOf(session.store.get(id)?.values ?? {}, fields)
    if (key === 'Enter') {
      if (span) openRecord(id)
      else schedule(id)
    } else if (key.toLowerCase() === 's') {
      if (span) time.bring(span.from, span.to)
    } else return false
    return true
  }

  const onRowKey = (key: string, row: number): boolean => {
    const { rowCount, rowPx } = options
    // All but one of those that fit on the screen.
    const pageRows = Math.max(1, Math.floor(time.area().height / rowPx) - 1)
    const rows: Readonly<Record<string, number>> = {
      ArrowUp: row - 1,
      ArrowDown: row + 1,
      PageUp: Math.max(0, row - pageRows),
      PageDown: Math.min(rowCount - 1, row + pageRows),
      Home: 0,
      End: rowCount - 1,
    }
    const to = rows[key]
    if (to === undefined) return false
    if (to >= 0 && to < rowCount && to !== row) options.goToRow(to)
    return true
  }

  const onTimeKey = (key: string): boolean => {
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      time.pan((key === 'ArrowRight' ? 1 : -1) * time.area().width * panShare)
    } else if (key === '+' || key === '=') options.zoom(-1)
    else if (key === '-' || key === '_') options.zoom(1)
    else if (key.toLowerCase() === 't') options.goToNow()
    else return false
    return true
  }

  return (event) => {
    const { card, bar } =
      (event.target as HTMLElement).closest<HTMLElement>('[data-card], [data-bar]')?.dataset ?? {}
    const { altKey, ctrlKey, metaKey, key } = event
    if (event.defaultPrevented) return
    const id = (card ?? bar) as RecordId | undefined
    const row = id === undefined ? null : options.rowOf(id)
    const isDone =
      (id !== undefined && onRecordKey(event, id)) ||
      (!altKey && !ctrlKey && !metaKey && row !== null && onRowKey(key, row)) ||
      (!altKey && !ctrlKey && !metaKey && onTimeKey(key))
    if (!isDone) return
    event.preventDefault()
    event.stopPropagation()
  }
}
