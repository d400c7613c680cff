import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { ColorNote } from '../../lib/color/ColorNote.tsx'
import { colorWords } from '../../lib/color/color-words.ts'
import type { DayRange } from '../../lib/days/spans.ts'
import { daysText } from '../../lib/days/time-words.ts'
import { cx } from '../../ui/cx.ts'
import { type SharedTint, useSharedPaint } from './shared-colors.ts'
import type { SharedEvent } from './shared-days.ts'
import type { SharedRow } from './shared-kinds.ts'
import { type Bar, barOf, isInYearsOf } from './shared-timeline.ts'

interface RowProps {
  readonly event: SharedEvent
  readonly range: DayRange
  readonly locale: string
  onOpen(row: SharedRow): void
}

/** Of the width of what is shown: a bar that is longer says its days within. */
const wideShare = 0.14

/** A record: what it is called, and when it is. */
export function TimelineRow({ event, range, locale, onOpen }: RowProps) {
  const { row, title, stretch } = event
  const { row: color } = useSharedPaint()(row)
  const bar = barOf(stretch, range)
  const days = daysText(stretch, locale)
  const shortDays = daysText(stretch, locale, isInYearsOf(stretch, range))
  return (
    <li className="relative flex h-10 border-b border-line coarse:h-12">
      <AriaButton
        onPress={() => onOpen(row)}
        className="sticky left-0 z-10 flex w-(--aside) shrink-0 cursor-default items-center border-r border-line-strong bg-surface px-3 text-left text-sm font-medium outline-none select-none hovered:bg-hover focus-visible:ring-focus-inset"
      >
        <span className="min-w-0 truncate">{title}</span>
        <span className="sr-only">, {days}</span>
        <ColorNote rule={color} />
      </AriaButton>
      <div className="relative min-w-0 flex-1">
        <TimelineBar
          {...{ bar, title, days, shortDays, color }}
          isDay={stretch.first === stretch.last}
          onPress={() => onOpen(row)}
        />
      </div>
    </li>
  )
}

interface BarProps {
  readonly bar: Bar
  readonly title: string
  readonly days: string
  /** Without the year, where the heading says it. */
  readonly shortDays: string
  /** It has one day. */
  readonly isDay: boolean
  readonly color: SharedTint | null
  onPress(): void
}

/** From the first day of a record to its last; a dot where that is the same. The name beside it says the same to keys and ears. */
function TimelineBar({ bar, title, days, shortDays, isDay, color, onPress }: BarProps) {
  const { from, to, isBegun, goesOn } = bar
  const isWide = to - from > wideShare
  return (
    <AriaButton
      excludeFromTabOrder
      aria-label={[title, days, colorWords(color)].filter(Boolean).join(', ')}
      onPress={onPress}
      {...(color ? { 'data-hue': color.hue } : {})}
      className="group/bar absolute inset-y-1.5 cursor-default text-xs outline-none before:absolute before:-inset-x-2 before:inset-y-0 coarse:inset-y-0"
      style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
    >
      <span
        className={cx(
          'absolute flex items-center overflow-clip group-hover/bar:brightness-97 dark:group-hover/bar:brightness-115 forced-colors:border-[ButtonText]',
          color ? 'bg-chip-tint text-chip-text' : 'bg-accent-tint text-accent-text',
          isDay
            ? 'top-1/2 left-1/2 size-3.5 -translate-1/2 rotate-45 rounded-[3px] border-2'
            : 'inset-x-0 inset-y-0 border coarse:inset-y-2',
          isDay || color ? (color ? 'border-chip-dot' : 'border-accent') : 'border-accent-line',
          !isDay && (isBegun ? 'border-l-0' : 'rounded-l-control border-l-3'),
          !isDay && !isBegun && (color ? 'border-l-chip-dot' : 'border-l-accent'),
          !isDay && (goesOn ? 'border-r-0' : 'rounded-r-control'),
        )}
      >
        {isWide && (
          <span className="tabular sticky left-(--aside) flex min-w-0 items-center gap-1 px-2">
            {isBegun && <ChevronLeft aria-hidden className="-ml-1 size-3 shrink-0" />}
            <span className="truncate">{shortDays}</span>
          </span>
        )}
        {isWide && goesOn && <ChevronRight aria-hidden className="mr-1 ml-auto size-3 shrink-0" />}
      </span>
      {!isWide && (
        <span
          className={cx(
            'tabular pointer-events-none absolute inset-y-0 my-auto flex h-5 items-center bg-surface px-1 whitespace-nowrap text-ink-muted',
            // Beside the bar, on the side on which there is room.
            from > 0.5 ? 'right-full' : 'left-full',
            // A dot is wider than its day.
            isDay ? 'mx-2' : 'mx-1',
          )}
        >
          {shortDays}
        </span>
      )}
    </AriaButton>
  )
}
