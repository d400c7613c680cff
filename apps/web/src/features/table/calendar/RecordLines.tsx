/** Records of a window, one line each: what is seen is read. */
import type { RecordId } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { CalendarCheck } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import type { DayNo } from '../../../lib/days/days.ts'
import { type Stretch, stretchOf } from '../../../lib/days/stretch.ts'
import { onDayText, shortDay } from '../../../lib/days/time-words.ts'
import { withText } from '../../../lib/text-size.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { StackRows } from '../board/stack-rows.ts'
import { useStackLines } from '../board/use-stack-lines.ts'
import { useTable } from '../table-context.ts'
import { useRow, useSnapshot } from '../use-table-session.ts'
import { useCalendar } from './calendar-context.ts'
import { useEventWords } from './EventChip.tsx'
import type { CalendarRecord } from './use-calendar-records.ts'

const linePx = withText(36)
const touchedPx = withText(48)
const nothing: Stretch = { first: 0, last: 0, from: 0, to: 0, isTimed: false, isReversed: false }

interface LinesProps {
  readonly window: RowWindow
  readonly label: string
  onOpen?(): void
  /** The day whose records they are; null: they have no date, and what is dragged gets one. */
  readonly day: DayNo | null
}

export function RecordLines({ window, label, onOpen, day }: LinesProps) {
  const { isPhone } = useCalendar()
  const snapshot = useSnapshot(window)
  const list = useRef<HTMLDivElement>(null)
  const { rowCount, idAt, indexOf } = snapshot
  const rows = useMemo(
    () => new StackRows({ count: rowCount, idAt, indexOf }, [], []),
    [rowCount, idAt, indexOf],
  )
  const height = isPhone ? touchedPx : linePx
  const { lines, view } = useStackLines(window, rows, list, height)
  if (rowCount === 0 && snapshot.status === 'ready') {
    return <p className="px-4 pt-1 pb-4 text-sm text-ink-muted">No records</p>
  }
  return (
    <div
      ref={list}
      data-scrolls
      className="scroll-thin min-h-24 flex-1 overflow-y-auto px-2 [overflow-anchor:none]"
      style={{ height: Math.min(rowCount, 9) * height + 8 }}
    >
      {/* Keys go from line to line; each line is a button. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        aria-label={label}
        className="relative overflow-clip [overflow-clip-margin:4px]"
        style={{ height: view.spacer }}
        onKeyDown={walk}
      >
        {Array.from(lines.linesBetween(view.from, view.to), (line) => {
          if (line.kind !== 'row') return null
          const id = idAt(line.row)
          return (
            <li
              key={id ?? line.row}
              data-line
              aria-posinset={line.row + 1}
              aria-setsize={rowCount}
              className="absolute inset-x-0 flex items-center"
              style={{ top: view.origin + line.y, height }}
            >
              {id === null ? (
                <Skeleton className="mx-2 h-3 w-1/2" />
              ) : (
                <Line id={id} isStop={line.row === 0} onOpen={onOpen} day={day} />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Up and down among the lines. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const line = (event.target as HTMLElement).closest('[data-line]')
  if (by === 0 || !line) return
  event.preventDefault()
  event.stopPropagation()
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line]')]
  const order = all.toSorted((a, b) => a.offsetTop - b.offsetTop)
  const next =
    order[order.indexOf(line as HTMLElement) + by]?.querySelector<HTMLElement>('[data-line-button]')
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

interface LineProps {
  readonly id: RecordId
  /** One line of a list is a stop of the Tab key. */
  readonly isStop: boolean
  readonly day: DayNo | null
  readonly onOpen?: LinesProps['onOpen'] | undefined
}

function Line({ id, isStop, day, onOpen }: LineProps) {
  const { session } = useTable()
  const { start, end: ends, timing } = useCalendar()
  const row = useRow(session, id)
  if (!row) return <Skeleton className="mx-2 h-3 w-1/2" />
  const times = {
    start: row.values[start.id] ?? null,
    end: ends ? (row.values[ends.id] ?? null) : null,
  }
  const stretch = stretchOf(times, timing)
  // It has come to a day, and the window does not know it yet.
  if ((day === null) === (stretch !== null)) return <Skeleton className="mx-2 h-3 w-1/2" />
  const record: CalendarRecord = { id, row, times, stretch: stretch ?? nothing }
  return <RecordLine record={record} {...{ isStop, day, onOpen }} />
}

export function RecordLine({
  record,
  isStop,
  day,
  onOpen,
}: Omit<LineProps, 'id'> & { record: CalendarRecord }) {
  const { openRecord, values } = useTable()
  const { beginDrag, colorOf } = useCalendar()
  const { title, label } = useEventWords(record)
  const color = colorOf(record)
  const { id, stretch, row } = record
  const isUndated = day === null
  const hasProblem = row.problem !== null || row.problems.size > 0
  return (
    <div
      data-event={id}
      data-hue={color?.hue}
      className={cx(
        'flex size-full min-w-0 items-center rounded-control',
        hasProblem && 'ring-1 ring-danger-line',
      )}
    >
      <button
        type="button"
        data-line-button
        data-stop
        tabIndex={isStop ? 0 : -1}
        aria-label={isUndated ? title : label}
        onClick={() => {
          onOpen?.()
          openRecord(id)
        }}
        onPointerDown={(event) => beginDrag(event, { kind: isUndated ? 'place' : 'move', id })}
        className="flex h-full min-w-0 flex-1 cursor-default touch-manipulation items-center gap-2 rounded-control px-2 text-left text-sm outline-none select-none hover:bg-hover focus-visible:ring-focus active:bg-hover"
      >
        <span
          aria-hidden
          className={cx('size-2 shrink-0 rounded-full', color ? 'bg-chip-dot' : 'bg-accent')}
        />
        {/* On a phone the name has a line of its own. */}
        <span className="flex min-w-0 flex-1 items-center gap-2 coarse:max-sm:flex-col coarse:max-sm:items-start coarse:max-sm:gap-0">
          <span className="min-w-0 flex-1 truncate font-medium coarse:max-sm:w-full coarse:max-sm:flex-none">
            {title}
          </span>
          <span className="flex max-w-full min-w-0 shrink-0 items-center gap-2 text-xs text-ink-muted">
            {color && <span className="max-w-28 truncate">{color.label}</span>}
            {day !== null && (
              <span className="tabular max-w-36 shrink-0 truncate">
                {onDayText(stretch, day, values.locale)}
              </span>
            )}
          </span>
        </span>
      </button>
      {isUndated && <PlaceButton record={record} title={title} />}
    </div>
  )
}

/** For those who do not drag: puts a record on the chosen day. */
function PlaceButton({ record: { id }, title }: { record: CalendarRecord; title: string }) {
  const { values, isReadOnly } = useTable()
  const { cursor, place } = useCalendar()
  if (isReadOnly) return null
  return (
    <IconButton
      label={`Put ${title} on ${shortDay(cursor, values.locale)}`}
      icon={<CalendarCheck aria-hidden />}
      onPress={() => place(id)}
    />
  )
}
