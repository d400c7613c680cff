import type { SharedPage } from '@plinth/domain'
import { type DayNo, monthOf } from '../../lib/days/days.ts'
import { type DayRange, holds } from '../../lib/days/spans.ts'
import { dayInMonth, daysText, monthName, monthsText, yearText } from '../../lib/days/time-words.ts'
import { bandOf, marksIn, monthsIn, type SharedScale } from './shared-timeline.ts'

export interface TimeProps {
  readonly page: SharedPage
  readonly scale: SharedScale
  readonly range: DayRange
  readonly today: DayNo
}

const share = (part: number): string => `${part * 100}%`

/** What is shown, as a heading. */
export function titleOfRange(scale: SharedScale, range: DayRange, locale: string): string {
  if (scale === 'week') return daysText(range, locale)
  return scale === 'year' ? yearText(range.first, locale) : monthsText(range, locale)
}

function markWords(scale: SharedScale, day: DayNo, locale: string): string {
  if (scale === 'week') return dayInMonth(day, locale)
  return scale === 'year' ? monthName(day, locale) : String(monthOf(day).date)
}

/** Two lines of time above the bars: months and days, or the days on which weeks begin; years and months. For eyes alone: each record says its days. */
export function TimelineHead({ page, scale, range, today }: TimeProps) {
  const isYear = scale === 'year'
  return (
    <div
      aria-hidden
      className="sticky top-0 z-20 flex h-14 shrink-0 border-b border-line-strong bg-page select-none"
    >
      <div className="sticky left-0 z-10 flex w-(--aside) shrink-0 items-end border-r border-line-strong bg-page px-3 pb-1.5 text-sm font-medium text-ink-muted">
        <span className="truncate">{page.fields[0]?.name}</span>
      </div>
      <div className="relative flex-1">
        {(isYear ? [range] : monthsIn(range)).map((part) => {
          const { from, to } = bandOf(part, range)
          return (
            <div
              key={part.first}
              className="absolute top-0 flex h-1/2 items-center border-l border-line-strong text-sm font-medium whitespace-nowrap text-ink first:border-l-0"
              style={{ left: share(from), width: share(to - from) }}
            >
              <span className="sticky left-(--aside) px-2">
                {isYear ? yearText(part.first, page.locale) : monthsText(part, page.locale)}
              </span>
            </div>
          )
        })}
        {marksIn(scale, range, page.weekStart).map((day) => (
          <span
            key={day}
            className="tabular absolute bottom-0 flex h-1/2 items-center border-l border-line px-1 text-xs text-ink-muted"
            style={{ left: share(bandOf({ first: day, last: day }, range).from) }}
          >
            {markWords(scale, day, page.locale)}
          </span>
        ))}
        {holds(range, today) && (
          <span
            className="absolute -bottom-1 size-2 -translate-x-1/2 rounded-full bg-accent forced-colors:bg-[Highlight]"
            style={{ left: share(middleOf(today, range)) }}
          />
        )}
      </div>
    </div>
  )
}

/** Behind the bars: where the parts of the heading begin, and today. */
export function TimelineLines({ page, scale, range, today }: TimeProps) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0 right-0 left-(--aside) shadow-[-1px_0_0_var(--line-strong)]"
    >
      {marksIn(scale, range, page.weekStart).map((day) => (
        <span
          key={day}
          className="absolute inset-y-0 border-l border-line"
          style={{ left: share(bandOf({ first: day, last: day }, range).from) }}
        />
      ))}
      {holds(range, today) && (
        <span
          data-today
          className="absolute inset-y-0 w-px -translate-x-1/2 bg-accent forced-colors:bg-[Highlight]"
          style={{ left: share(middleOf(today, range)) }}
        />
      )}
    </div>
  )
}

/** Of a day, among those that are shown. */
function middleOf(day: DayNo, range: DayRange): number {
  const { from, to } = bandOf({ first: day, last: day }, range)
  return (from + to) / 2
}
