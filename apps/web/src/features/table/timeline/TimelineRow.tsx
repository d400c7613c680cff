import { type Field, type RecordId } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { Lock } from 'lucide-react'
import { memo, useEffect, useRef, useSyncExternalStore } from 'react'
import { colorWords } from '../../../lib/color/color-words.ts'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import type { LinePlace } from '../cards/line-place.ts'
import type { Holds } from '../find/find-target.ts'
import { recordName } from '../record-name.ts'
import { useTable } from '../table-context.ts'
import { useRow } from '../use-table-session.ts'
import { bandOf, measures } from './bar-measures.ts'
import { barWords } from './bar-words.ts'
import { OutOfSight, useSideOf } from './OutOfSight.tsx'
import { type Span, spanOf } from './spans.ts'
import { TimelineBar } from './TimelineBar.tsx'
import { useTimeline } from './timeline-context.ts'

interface TimelineRowProps {
  readonly id: RecordId | null
  readonly row: number
  readonly place: LinePlace
  /** One name is a stop of the Tab key. */
  readonly isStop: boolean
  readonly holds: Holds | null
  readonly isLookedAt: boolean
}

/** A record: what it is called, and its bar; without dates a place for its first ones. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { id, row: number, place, isStop, holds, isLookedAt } = props
  const { session, table, values: context, openRecord, paintOf } = useTable()
  const timeline = useTimeline()
  const row = useRow(session, id)
  const dragged = useSyncExternalStore(timeline.shown.subscribe, () => timeline.shown.of(id))
  const name = useRef<HTMLButtonElement>(null)
  const { takeFocus } = timeline
  useEffect(() => {
    if (row && takeFocus(number)) name.current?.focus({ preventScroll: true })
  })
  const values = { ...row?.values, ...dragged?.dates }
  const span = row ? spanOf(values, timeline.fields) : null
  const side = useSideOf(span)
  const first = table.fields[0]
  const title = recordName({ values }, table.fields, context)
  const { row: rule } = paintOf(row)
  const option = rule ? { hue: rule.hue, label: rule.name } : optionOf(timeline.color, row)
  const tooEarlyFor = id === null ? [] : timeline.tooEarlyFor(id)
  const isRefused = row !== null && (row.problem !== null || row.problems.size > 0)
  const state = {
    name: title || 'Unnamed record',
    span,
    choice: colorWords(rule) ?? option?.label ?? null,
    tooEarlyFor,
    isRefused,
  }
  const words = row ? barWords(state, values, timeline.fields, context) : ''
  const isLeaving = row?.state === 'deleting' || row?.state === 'gone'
  return (
    <RowLine id={id} place={place} span={span} isLoaded={row !== null} isLeaving={isLeaving}>
      <button
        ref={name}
        type="button"
        data-card={id}
        disabled={!row}
        tabIndex={isStop ? 0 : -1}
        aria-describedby={id ? `bar-${id}` : undefined}
        aria-current={isLookedAt || undefined}
        aria-keyshortcuts="Alt+Shift+ArrowLeft Alt+Shift+ArrowRight"
        className={nameClass(timeline.isNarrow)}
        style={timeline.isNarrow ? { height: bandOf(place.height, true).top } : { width: timeline.asidePx }}
        onClick={() => openRecord(id)}
      >
        {row ? (
          <RowName row={row} title={title} isFound={Boolean(first && holds?.(row.id, first.id))} />
        ) : (
          <Loading />
        )}
      </button>
      {id && row && span && <OutOfSight span={span} side={side} />}
      {id && row && !span && <NoDates id={id} words={words} />}
      {id && row && span && (
        <TimelineBar
          row={row}
          span={span}
          values={values}
          title={title || 'Unnamed record'}
          option={option}
          words={words}
          isDragged={dragged !== null}
          isBroken={tooEarlyFor.length > 0}
          isOutOfSight={side !== 0}
          rowPx={place.height}
        />
      )}
    </RowLine>
  )
})

const nameClass = (isNarrow: boolean): string =>
  cx(
    'z-10 flex shrink-0 cursor-default items-center gap-2 text-left text-sm outline-none select-none focus-visible:ring-focus-inset',
    isNarrow
      ? 'sticky left-0 max-w-[92vw] rounded-control px-3 pt-1 font-medium'
      : 'sticky left-0 -mb-px border-r border-b border-r-line-strong border-b-line bg-page px-3 group-hover/row:bg-hover focus-visible:bg-accent-tint',
  )

function RowName({ row, title, isFound }: { row: RowView; title: string; isFound: boolean }) {
  const { lockOf } = useTable()
  return (
    <>
      <span
        className={cx(
          'min-w-0 truncate',
          !title && 'text-ink-faint',
          isFound && '-mx-1 rounded-control bg-warn-tint px-1 text-warn-text',
        )}
      >
        {title || 'Unnamed record'}
      </span>
      {lockOf(row) && (
        <>
          <Lock aria-hidden className="ml-auto size-3.5 shrink-0 text-ink-muted" />
          <span className="sr-only">Locked</span>
        </>
      )}
    </>
  )
}

function Loading() {
  return (
    <>
      <span className="sr-only">Loading</span>
      <Skeleton className="h-3.5 w-3/5" />
    </>
  )
}

interface RowLineProps {
  readonly id: RecordId | null
  readonly place: LinePlace
  readonly span: Span | null
  readonly isLoaded: boolean
  readonly isLeaving: boolean
  readonly children: React.ReactNode
}

/** The line itself: where a record without dates is pressed it gets some, from where the pointer was to where it goes. */
function RowLine({ id, place, span, isLoaded, isLeaving, children }: RowLineProps) {
  const { isNarrow, beginDrag, schedule, time } = useTimeline()
  const { isReadOnly } = useTable()
  const isFree = id !== null && isLoaded && span === null && !isReadOnly
  return (
    // Keys do the same: Enter on the name.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <li
      className={cx(
        'group/row absolute inset-x-0 flex border-b border-line select-none hover:bg-hover/40',
        isNarrow && 'flex-col items-start',
        isFree && 'cursor-cell',
        isLeaving && 'opacity-45',
      )}
      style={{ top: place.top, height: place.height }}
      aria-posinset={place.number}
      aria-setsize={place.of}
      {...(isFree
        ? {
            onPointerDown: (event: React.PointerEvent<HTMLElement>) =>
              isLine(event) && beginDrag(event, id, 'new'),
            onClick: (event: React.MouseEvent) => isLine(event) && schedule(id, time.timeAt(event.clientX)),
          }
        : {})}
    >
      {children}
    </li>
  )
}

/** Was the line itself pressed, and nothing on it? */
const isLine = ({ target }: React.SyntheticEvent): boolean => !(target as HTMLElement).closest('button')

/** Said where there is no bar. */
function NoDates({ id, words }: { id: RecordId; words: string }) {
  const { asidePx, isNarrow } = useTimeline()
  const { isReadOnly } = useTable()
  return (
    <span
      id={`bar-${id}`}
      className={cx(
        'pointer-events-none sticky flex items-center self-stretch px-3 text-xs text-ink-faint',
        !isNarrow && 'opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100',
      )}
      style={{ left: asidePx, ...(isNarrow ? { height: measures.bar } : {}) }}
    >
      <span className="sr-only">{words}.</span>
      <span aria-hidden>{isReadOnly ? 'No dates' : 'No dates: press or drag to set them'}</span>
    </span>
  )
}

function optionOf(color: Field | null, row: RowView | null) {
  const value = color && row?.values[color.id]
  return color?.options.options?.find(({ id }) => id === value) ?? null
}
