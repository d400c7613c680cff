import type { CellValue, SelectOption } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { TriangleAlert } from 'lucide-react'
import { cx } from '../../../ui/cx.ts'
import { useTable } from '../table-context.ts'
import { bandOf, leastBarPx, measures, namedBarPx } from './bar-measures.ts'
import { datesText } from './bar-words.ts'
import { middleOf, type Span } from './spans.ts'
import { useTimeline } from './timeline-context.ts'
import type { BarPart } from './use-bar-drag.ts'

interface BarProps {
  readonly row: RowView
  readonly span: Span
  /** As they are shown, also while they are dragged. */
  readonly values: Readonly<Record<string, CellValue>>
  readonly title: string
  readonly option: Pick<SelectOption, 'hue' | 'label'> | null
  /** All that is to be said of it. */
  readonly words: string
  readonly isDragged: boolean
  /** It begins before what it comes after has ended. */
  readonly isBroken: boolean
  /** Its name beside it would stand behind the arrow that leads there. */
  readonly isOutOfSight: boolean
  readonly rowPx: number
}

/** When a record is: a bar from its beginning to its end, or a diamond where only one of them is known. */
export function TimelineBar(props: BarProps) {
  const { row, span, title, option, words, isDragged, isBroken, isOutOfSight, rowPx } = props
  const { axis, asidePx, isNarrow, beginDrag } = useTimeline()
  const { openRecord } = useTable()
  const isMilestone = span.kind === 'milestone'
  const width = isMilestone ? measures.bar : Math.max(leastBarPx, axis.xOf(span.to) - axis.xOf(span.from))
  const left = isMilestone ? axis.xOf(middleOf(span)) - measures.bar / 2 : axis.xOf(span.from)
  const isNamedInside = !isMilestone && width >= namedBarPx
  const isWrong = isBroken || span.isBackwards || row.problem !== null || row.problems.size > 0
  const label = (
    <>
      {isWrong && <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-danger-text" />}
      <span className="truncate">{title}</span>
      {option && <span className="min-w-0 shrink-1000 truncate opacity-85">· {option.label}</span>}
    </>
  )
  return (
    <button
      id={`bar-${row.id}`}
      type="button"
      tabIndex={-1}
      aria-label={words}
      title={words}
      data-bar={row.id}
      data-hue={option?.hue ?? 'stone'}
      onClick={() => openRecord(row.id)}
      onPointerDown={(event) => beginDrag(event, row.id, partAt(event.target))}
      className={cx(
        'group/bar absolute cursor-default touch-manipulation before:absolute before:inset-x-0 coarse:before:-inset-y-2 rounded-control text-left text-xs font-medium outline-none select-none',
        isDragged && 'z-3',
      )}
      style={{ left: asidePx + left, width, top: bandOf(rowPx, isNarrow).top, height: measures.bar }}
    >
      {isMilestone ? (
        <Diamond isWrong={isWrong} />
      ) : (
        <BarBody {...{ isWrong, isDragged, hasHue: option !== null }} />
      )}
      {isNamedInside && (
        <span className="absolute inset-0 flex overflow-clip text-chip-text">
          <span className="sticky flex max-w-full items-center gap-1 px-2" style={{ left: asidePx }}>
            {label}
          </span>
        </span>
      )}
      {!isNamedInside && !isOutOfSight && (
        <span
          className={cx(
            'absolute inset-y-1 left-full flex w-max max-w-60 items-center gap-1 rounded-control bg-page px-1 text-ink-soft',
            // Arrows turn between the bar and its name.
            isMilestone ? 'ml-2' : 'ml-3.5',
          )}
        >
          {label}
        </span>
      )}
      <Handles row={row} isMilestone={isMilestone} has={span.has} />
      {isDragged && <DraggedDatesText values={props.values} />}
    </button>
  )
}

const partAt = (target: EventTarget): BarPart =>
  ((target as HTMLElement).dataset['part'] as BarPart | undefined) ?? 'whole'

function BarBody({ isWrong, isDragged, hasHue }: { isWrong: boolean; isDragged: boolean; hasHue: boolean }) {
  return (
    <span
      className={cx(
        'absolute inset-0 rounded-control border border-l-3 forced-colors:border-[ButtonText]',
        hasHue ? 'bg-chip-tint' : 'bg-accent-tint',
        isWrong
          ? 'border-danger'
          : hasHue
            ? 'border-chip-dot/45 border-l-chip-dot'
            : 'border-accent-line border-l-accent',
        isDragged ? 'shadow-float' : 'group-hover/bar:brightness-97 dark:group-hover/bar:brightness-115',
      )}
    />
  )
}

function Diamond({ isWrong }: { isWrong: boolean }) {
  return (
    <span className="absolute inset-0 grid place-items-center">
      <span
        className={cx(
          'size-3.5 rotate-45 rounded-[3px] border-2 bg-chip-tint forced-colors:border-[ButtonText]',
          isWrong ? 'border-danger' : 'border-chip-dot',
        )}
      />
    </span>
  )
}

/** Where an end is taken hold of. */
function Handles({ row, isMilestone, has }: { row: RowView; isMilestone: boolean; has: Span['has'] }) {
  const { fields } = useTimeline()
  const { isFixed } = useTable()
  const hasStart = (!isMilestone || has === 'end') && !isFixed(row, fields.start)
  const hasEnd = fields.end !== null && (!isMilestone || has === 'start') && !isFixed(row, fields.end)
  return (
    <>
      {hasStart && <Handle part="start" />}
      {hasEnd && <Handle part="end" />}
    </>
  )
}

function Handle({ part }: { part: 'start' | 'end' }) {
  return (
    <span
      data-part={part}
      className={cx(
        'absolute inset-y-0 grid w-2 cursor-ew-resize place-items-center coarse:w-5',
        part === 'start' ? '-left-1 coarse:-left-3.5' : '-right-1 coarse:-right-3.5',
      )}
    >
      <span className="pointer-events-none h-3 w-1 rounded-full bg-chip-dot opacity-0 group-hover/bar:opacity-100" />
    </span>
  )
}

/** While it is dragged: what its dates become. */
function DraggedDatesText({ values }: { values: BarProps['values'] }) {
  const { fields } = useTimeline()
  const { values: context } = useTable()
  return (
    <span className="tabular absolute bottom-full left-0 z-3 mb-1 rounded-control bg-ink px-2 py-0.5 text-xs whitespace-nowrap text-page">
      {datesText(values, fields, context)}
    </span>
  )
}
