import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { colorWords } from '../../lib/color/color-words.ts'
import type { PlacedBar } from '../../lib/days/lanes.ts'
import { stretchText, timeText } from '../../lib/days/time-words.ts'
import { cx } from '../../ui/cx.ts'
import { type SharedTint, useSharedPaint } from './shared-colors.ts'
import type { SharedEvent } from './shared-days.ts'
import type { SharedRow } from './shared-kinds.ts'

/** The ground of a record over its days. */
const eventHue = (color: SharedTint | null): string =>
  color ? 'border-chip-dot bg-chip-tint text-chip-text' : 'border-accent bg-accent-tint text-accent-text'

interface ChipProps {
  readonly bar: PlacedBar<SharedEvent>
  readonly locale: string
  readonly top: number
  onOpen(row: SharedRow): void
}

/** A record on a month: over its days, or, where it has a time on one of them, a dot, the time and its name. */
export function EventChip({ bar, locale, top, onOpen }: ChipProps) {
  const { id: event, from, to, isBegun, goesOn } = bar
  const { row, title, stretch } = event
  const isLine = stretch.isTimed && from === to && !isBegun && !goesOn
  const { row: color } = useSharedPaint()(row)
  const words = [title, stretchText(stretch, locale), colorWords(color)].filter(Boolean).join(', ')
  return (
    <span
      title={words}
      {...(color ? { 'data-hue': color.hue } : {})}
      className="absolute z-1 h-5.5"
      style={{
        top,
        left: isBegun ? 0 : 4,
        // Over the days that follow, and their lines between them.
        width: `calc(${(to - from + 1) * 100}% + ${to - from}px - ${(isBegun ? 0 : 4) + (goesOn ? 0 : 5)}px)`,
      }}
    >
      <AriaButton
        aria-label={words}
        onPress={() => onOpen(row)}
        className={cx(
          'flex size-full min-w-0 cursor-default items-center gap-1 overflow-hidden px-1.5 text-left text-xs outline-none select-none focus-visible:ring-focus-inset',
          isLine
            ? 'rounded-[5px] text-ink hovered:bg-hover'
            : 'hovered:brightness-97 dark:hovered:brightness-115',
          !isLine && eventHue(color),
          !isLine && (isBegun ? 'rounded-l-none' : 'rounded-l-[5px] border-l-3'),
          !isLine && (goesOn ? 'rounded-r-none' : 'rounded-r-[5px]'),
        )}
      >
        {isBegun && <ChevronLeft aria-hidden className="-ml-1 size-3 shrink-0" />}
        {isLine && (
          <span
            aria-hidden
            className={cx('size-2 shrink-0 rounded-full', color ? 'bg-chip-dot' : 'bg-accent')}
          />
        )}
        {stretch.isTimed && !isBegun && (
          <span className={cx('tabular shrink-0', isLine ? 'text-ink-muted' : 'opacity-85')}>
            {timeText(stretch.from, locale)}
          </span>
        )}
        <span className="min-w-0 truncate font-medium">{title}</span>
        {goesOn && <ChevronRight aria-hidden className="-mr-1 ml-auto size-3 shrink-0" />}
      </AriaButton>
    </span>
  )
}
