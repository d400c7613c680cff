/* oxlint-disable jsx-a11y/prefer-tag-over-role -- days share the height that there is, which table elements do not allow */
import { Plus } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { countOf } from '../../../lib/count-of.ts'
import { type DayNo, isoOf, monthOf } from '../../../lib/days/days.ts'
import type { PlacedBar } from '../../../lib/days/lanes.ts'
import { longDay, monthName } from '../../../lib/days/time-words.ts'
import { withText } from '../../../lib/text-size.ts'
import { cx } from '../../../ui/cx.ts'
import { useTable } from '../table-context.ts'
import { useCalendar } from './calendar-context.ts'
import { DayPopover } from './DayPopover.tsx'
import { EventChip } from './EventChip.tsx'
import { lanePx } from './MonthGrid.tsx'
import type { CalendarRecord } from './use-calendar-records.ts'

const headPx = withText(28)
const dotsShown = 4

interface CellProps {
  readonly day: DayNo
  /** Those that begin here, or are shown from here on. */
  readonly bars: readonly PlacedBar<CalendarRecord>[]
  readonly hidden: number
  readonly room: number
  readonly isTinted: boolean
}

/** A day of a month. */
export function DayCell({ day, bars, hidden, room, isTinted }: CellProps) {
  const calendar = useCalendar()
  const { isPhone, cursor, today, span, createOn } = calendar
  const label = useDayLabel(day)
  const { month, date } = monthOf(day)
  const isOther = span === 'month' && month !== monthOf(calendar.anchor).month
  const isOver = calendar.drag?.over.day === day
  const more = hidden + calendar.beyond(day)
  return (
    <div
      role="gridcell"
      tabIndex={day === cursor ? 0 : -1}
      data-cell={isoOf(day)}
      data-day={isoOf(day)}
      aria-label={label}
      aria-selected={isPhone ? day === cursor : undefined}
      aria-current={day === today ? 'date' : undefined}
      className={cx(
        'group/day relative min-w-0 flex-1 border-r border-line outline-none last:border-r-0 focus-visible:ring-focus-inset',
        isOver || (isPhone && day === cursor)
          ? 'bg-accent-tint'
          : isOther
            ? 'bg-sunken'
            : isTinted && 'bg-page',
        isOver && 'ring-2 ring-accent ring-inset',
      )}
    >
      <span
        className={cx(
          'pointer-events-none flex items-center',
          isPhone ? 'justify-center pt-1' : 'justify-between px-1.5 pt-1',
        )}
      >
        <DayNumber date={date} day={day} isOther={isOther} />
      </span>
      {!isPhone && createOn && <AddButton day={day} onPress={() => createOn(day)} />}
      {isPhone ? (
        <Dots day={day} />
      ) : (
        <>
          {bars.map(({ id: record, lane, from, to, isBegun, goesOn }) => (
            <EventChip
              key={record.id}
              record={record}
              look={record.stretch.isTimed && from === to && !isBegun && !goesOn ? 'line' : 'bar'}
              isBegun={isBegun}
              goesOn={goesOn}
              className="absolute z-1 h-5.5"
              style={{
                top: headPx + lane * lanePx,
                left: isBegun ? 0 : 4,
                // Over the days that follow, and their lines between them.
                width: `calc(${(to - from + 1) * 100}% + ${to - from}px - ${(isBegun ? 0 : 4) + (goesOn ? 0 : 5)}px)`,
              }}
            />
          ))}
          {more > 0 && (
            <div className="absolute inset-x-1 z-1" style={{ top: headPx + (room - 1) * lanePx }}>
              <DayPopover
                day={day}
                more={more}
                {...(calendar.recordsOn(day).length === hidden ? { words: countOf(more, 'record') } : {})}
              />
            </div>
          )}
        </>
      )}
    </div>
  )
}

export function DayNumber({ date, day, isOther }: { date: number; day: DayNo; isOther: boolean }) {
  const { today } = useCalendar()
  const { values } = useTable()
  const isToday = day === today
  return (
    <span
      aria-hidden
      className={cx(
        'tabular flex h-6 items-center gap-1 rounded-full text-xs',
        isToday ? 'min-w-6 justify-center bg-accent px-1.5 font-semibold text-on-accent' : 'px-1 font-medium',
        !isToday && (isOther ? 'text-ink-faint' : 'text-ink-soft'),
      )}
    >
      {date}
      {date === 1 && <span>{monthName(day, values.locale)}</span>}
    </span>
  )
}

/** What a day holds, read out. */
export function useDayLabel(day: DayNo): string {
  const { values } = useTable()
  const { recordsOn, beyond, today } = useCalendar()
  const count = recordsOn(day).length + beyond(day)
  const parts = [longDay(day, values.locale), ...(day === today ? ['today'] : [])]
  return [...parts, count === 0 ? 'no records' : countOf(count, 'record')].join(', ')
}

function AddButton({ day, onPress }: { day: DayNo; onPress: () => void }) {
  const { values } = useTable()
  return (
    <AriaButton
      aria-label={`New record on ${longDay(day, values.locale)}`}
      excludeFromTabOrder
      onPress={onPress}
      className="absolute top-1 right-1 z-2 grid size-6 cursor-default place-items-center rounded-control text-ink-muted opacity-0 outline-none group-hover/day:opacity-100 hovered:bg-hover focus-visible:opacity-100 focus-visible:ring-focus"
    >
      <Plus aria-hidden className="size-3.5" />
    </AriaButton>
  )
}

/** Where there is no room for names: a dot for each of the first records. */
function Dots({ day }: { day: DayNo }) {
  const { recordsOn, colorOf, beyond } = useCalendar()
  const here = recordsOn(day)
  const isMore = here.length > dotsShown || beyond(day) > 0
  return (
    <span aria-hidden className="pointer-events-none mt-1 flex h-2 items-center justify-center gap-0.75">
      {here.slice(0, isMore ? dotsShown - 1 : dotsShown).map((record) => {
        const color = colorOf(record)
        return (
          <span
            key={record.id}
            data-hue={color?.hue}
            className={cx('size-1.5 rounded-full', color ? 'bg-chip-dot' : 'bg-accent')}
          />
        )
      })}
      {isMore && <span className="text-xs leading-none text-ink-muted">+</span>}
    </span>
  )
}
