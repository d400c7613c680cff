import { ChevronLeft, ChevronRight, Lock, TriangleAlert } from 'lucide-react'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { stretchText, timeText } from '../../../lib/days/time-words.ts'
import { cx } from '../../../ui/cx.ts'
import { recordName } from '../record-name.ts'
import { useTable } from '../table-context.ts'
import { useCalendar } from './calendar-context.ts'
import type { CalendarRecord } from './use-calendar-records.ts'

interface ChipProps {
  readonly record: CalendarRecord
  /** `line`: a dot, a time and a title; `bar`: filled, over days; `block`: filled, over hours. */
  readonly look: 'line' | 'bar' | 'block'
  readonly className?: string
  readonly style?: CSSProperties
  /** It has begun before what is shown, and goes on after it. */
  readonly isBegun?: boolean
  readonly goesOn?: boolean
}

/** A record on a calendar. */
export const EventChip = memo(function EventChip(props: ChipProps) {
  const { record, look, className, style, isBegun = false, goesOn = false } = props
  const { id, row, stretch } = record
  const { openRecord, lockOf, values } = useTable()
  const calendar = useCalendar()
  const words = useEventWords(record)
  const color = calendar.colorOf(record)
  const isHeld = calendar.drag?.grip.id === id
  const hasProblem = row.problem !== null || row.problems.size > 0
  const hasEdge = calendar.hasEnds && look !== 'line' && !goesOn
  return (
    <div
      data-event={id}
      data-hue={color?.hue}
      style={style}
      className={cx(
        '@container min-w-0 select-none',
        isHeld && look === 'block' && 'z-3! drop-shadow-md',
        ((isHeld && look !== 'block') || row.state === 'deleting') && 'opacity-60',
        className,
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        data-stop
        aria-label={words.label}
        aria-keyshortcuts="Alt+Shift+ArrowLeft Alt+Shift+ArrowRight Alt+Shift+ArrowUp Alt+Shift+ArrowDown"
        title={words.label}
        onClick={() => openRecord(id)}
        onPointerDown={(event) => calendar.beginDrag(event, { kind: 'move', id })}
        className={cx(
          'flex size-full min-w-0 cursor-default touch-manipulation gap-1 overflow-hidden text-left text-xs outline-none focus-visible:ring-focus',
          look === 'block' ? 'flex-col gap-0 px-1.5 py-0.5 @max-[4.5rem]:px-1' : 'items-center px-1.5',
          look === 'line' ? 'rounded-[5px] text-ink hover:bg-hover' : filled(color !== null),
          look !== 'line' && (isBegun ? 'rounded-l-none' : 'rounded-l-[5px]'),
          look !== 'line' && (goesOn ? 'rounded-r-none' : 'rounded-r-[5px]'),
          look !== 'line' && !isBegun && 'border-l-3',
          hasProblem && 'ring-1 ring-danger-line ring-inset',
        )}
      >
        {isBegun && <ChevronLeft aria-hidden className="-ml-1 size-3 shrink-0" />}
        {look === 'line' && (
          <>
            <span
              aria-hidden
              className={cx('size-2 shrink-0 rounded-full', color ? 'bg-chip-dot' : 'bg-accent')}
            />
            {stretch.isTimed && (
              <span className="tabular shrink-0 text-ink-muted">{timeText(stretch.from, values.locale)}</span>
            )}
          </>
        )}
        <span
          className={cx(
            'min-w-0 font-medium',
            look === 'block' ? 'line-clamp-3 w-full shrink wrap-break-word' : 'truncate',
          )}
        >
          {words.title}
        </span>
        {look === 'block' && (
          <span className="tabular truncate opacity-85 @max-[6rem]:hidden">
            {stretchText(stretch, values.locale)}
          </span>
        )}
        {look === 'bar' && stretch.isTimed && !isBegun && (
          <span className="tabular shrink-0 opacity-85">{timeText(stretch.from, values.locale)}</span>
        )}
        {stretch.isReversed && <TriangleAlert aria-hidden className="size-3 shrink-0 text-warn-text" />}
        {lockOf(row) && <Lock aria-hidden className="size-3 shrink-0" />}
        {goesOn && <ChevronRight aria-hidden className="-mr-1 ml-auto size-3 shrink-0" />}
      </button>
      {hasEdge && <ChipEdge record={record} isBelow={look === 'block'} />}
    </div>
  )
})

const filled = (isColored: boolean): string =>
  isColored
    ? 'bg-chip-tint text-chip-text border-chip-dot hover:brightness-97 dark:hover:brightness-115'
    : 'bg-accent-tint text-accent-text border-accent hover:brightness-97 dark:hover:brightness-115'

/** Where the end of a record is taken by the pointer. */
function ChipEdge({ record, isBelow }: { record: CalendarRecord; isBelow: boolean }): ReactNode {
  const { beginDrag } = useCalendar()
  return (
    <span
      aria-hidden
      onPointerDown={(event) => {
        event.stopPropagation()
        beginDrag(event, { kind: 'end', id: record.id })
      }}
      className={cx(
        'absolute touch-none',
        isBelow
          ? 'inset-x-0 bottom-0 h-2 cursor-ns-resize coarse:h-4'
          : 'inset-y-0 right-0 w-2 cursor-ew-resize coarse:w-4',
      )}
    />
  )
}

/** How a record is called, and all that its picture says, in words. */
export function useEventWords(record: CalendarRecord): { title: string; label: string } {
  const { table, values, lockOf } = useTable()
  const { colorOf } = useCalendar()
  const { row, stretch } = record
  const title = recordName(row, table.fields, values) || 'Unnamed record'
  const shown = colorOf(record)
  const parts = [
    title,
    stretchText(stretch, values.locale),
    ...(shown ? [`${shown.by}: ${shown.label}`] : []),
    ...(stretch.isReversed ? ['ends before it begins'] : []),
    ...(lockOf(row) ? ['locked'] : []),
  ]
  return { title, label: parts.join(', ') }
}
