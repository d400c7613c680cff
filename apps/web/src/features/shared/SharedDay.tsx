import { Button as AriaButton } from 'react-aria-components/Button'
import { type DayNo, isWeekend, monthOf } from '../../lib/days/days.ts'
import type { PlacedBar } from '../../lib/days/lanes.ts'
import { longDay, monthName } from '../../lib/days/time-words.ts'
import { withText } from '../../lib/text-size.ts'
import { cx } from '../../ui/cx.ts'
import { EventChip } from './EventChip.tsx'
import type { DaysProps } from './SharedAgenda.tsx'
import { dayLabel, eventsOn, type SharedEvent } from './shared-days.ts'

/** Pixels of a record with the gap below it, and of the number above them. */
export const lanePx = withText(24)
export const headPx = withText(30)

interface DayProps extends DaysProps {
  readonly day: DayNo
  /** Those that begin here, or are shown from here on. */
  readonly bars: readonly PlacedBar<SharedEvent>[]
  /** How many have no place on the day. */
  readonly hidden: number
  readonly room: number
  onMore(): void
}

/** A day of a month. */
export function SharedDay({ page, events, today, anchor, onOpen, day, bars, ...more }: DayProps) {
  const { hidden, room, onMore } = more
  const here = eventsOn(events, day).length
  const isOther = monthOf(day).month !== monthOf(anchor).month
  return (
    <li
      aria-label={dayLabel(day, here, { page, today })}
      aria-current={day === today ? 'date' : undefined}
      className={cx(
        'relative min-w-0 border-r border-b border-line nth-[7n]:border-r-0',
        isOther ? 'bg-sunken' : isWeekend(day) && 'bg-page',
      )}
    >
      <DayNumber day={day} locale={page.locale} isToday={day === today} isOther={isOther} />
      {bars.map((bar, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link tells no ids, and a day is replaced as a whole
        <EventChip key={at} bar={bar} locale={page.locale} onOpen={onOpen} top={headPx + bar.lane * lanePx} />
      ))}
      {hidden > 0 && (
        <AriaButton
          aria-label={`${hidden.toLocaleString(page.locale)} more on ${longDay(day, page.locale)}`}
          onPress={onMore}
          className="absolute inset-x-1 z-1 h-5.5 cursor-default truncate rounded-[5px] px-1.5 text-left text-xs font-medium text-ink-muted outline-none hovered:bg-hover hovered:text-ink focus-visible:ring-focus"
          style={{ top: headPx + (room - 1) * lanePx }}
        >
          +{hidden.toLocaleString(page.locale)} more
        </AriaButton>
      )}
    </li>
  )
}

function DayNumber(props: { day: DayNo; locale: string; isToday: boolean; isOther: boolean }) {
  const { day, locale, isToday, isOther } = props
  const { date } = monthOf(day)
  return (
    <span aria-hidden className="flex px-1.5 pt-1">
      <span
        className={cx(
          'tabular flex h-6 items-center gap-1 rounded-full text-xs',
          isToday
            ? 'min-w-6 justify-center bg-accent px-1.5 font-semibold text-on-accent'
            : 'px-1 font-medium',
          !isToday && (isOther ? 'text-ink-muted' : 'text-ink-soft'),
        )}
      >
        {date}
        {date === 1 && <span>{monthName(day, locale)}</span>}
      </span>
    </span>
  )
}
