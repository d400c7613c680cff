/** When the records of a calendar or a timeline of a link are. Pure. */
import type { SharedPage, SharedValue } from '@plinth/domain'
import { type DayNo, daysFrom } from '../../lib/days/days.ts'
import { type DayRange, holds } from '../../lib/days/spans.ts'
import { type Stretch, stretchOf, type Timing } from '../../lib/days/stretch.ts'
import { longDay } from '../../lib/days/time-words.ts'
import type { DatedLayout, SharedRow } from './shared-kinds.ts'
import { titleOf } from './shared-text.ts'

export interface SharedEvent {
  readonly row: SharedRow
  readonly title: string
  readonly stretch: Stretch
}

/** The records that stand on some day of a range, in the order in which they begin. */
export function eventsIn(
  page: SharedPage,
  layout: DatedLayout,
  rows: readonly SharedRow[],
  range: DayRange,
): readonly SharedEvent[] {
  return rows
    .flatMap((row): SharedEvent[] => {
      const stretch = stretchOfRow(page, layout, row)
      return stretch && overlaps(stretch, range) ? [{ row, title: titleOf(page, row), stretch }] : []
    })
    .toSorted((a, b) => a.stretch.from - b.stretch.from)
}

/** Whether some day of one is one of the other. */
export const overlaps = (days: DayRange, { first, last }: DayRange): boolean =>
  days.first <= last && days.last >= first

function stretchOfRow(page: SharedPage, { start, end }: DatedLayout, row: SharedRow): Stretch | null {
  const [begins, ends] = [page.fields[start], end === null ? undefined : page.fields[end]]
  if (!begins) return null
  const timing: Timing = { start: begins.type, end: ends?.type ?? null, zone: page.timeZone }
  return stretchOf({ start: timeOf(row[start]), end: end === null ? null : timeOf(row[end]) }, timing)
}

const timeOf = (value: SharedValue | undefined): string | null => (typeof value === 'string' ? value : null)

export const eventsOn = (events: readonly SharedEvent[], day: DayNo): readonly SharedEvent[] =>
  events.filter(({ stretch }) => holds(stretch, day))

/** The days of a range on which something stands, each with what does. */
export function daysOf(
  events: readonly SharedEvent[],
  { first, last }: DayRange,
): readonly { readonly day: DayNo; readonly events: readonly SharedEvent[] }[] {
  return daysFrom(first, last - first + 1)
    .map((day) => ({ day, events: eventsOn(events, day) }))
    .filter((one) => one.events.length > 0)
}

/** What a day holds, read out. */
export function dayLabel(
  day: DayNo,
  count: number,
  { page, today }: { page: SharedPage; today: DayNo },
): string {
  const records = count === 1 ? '1 record' : `${count.toLocaleString(page.locale)} records`
  return [
    longDay(day, page.locale),
    ...(day === today ? ['today'] : []),
    count === 0 ? 'no records' : records,
  ].join(', ')
}
