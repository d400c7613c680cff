import { limits } from '@plinth/domain'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { isoOf } from '../../lib/days/days.ts'
import type { DayRange } from '../../lib/days/spans.ts'
import { eventsIn, type SharedEvent } from './shared-days.ts'
import type { DatedLayout, PartedProps } from './shared-kinds.ts'
import { useSharedPart } from './use-shared-part.ts'

/** As members' calendars read. */
export const mostAtOnce = 1_000

export interface SharedDays {
  readonly events: readonly SharedEvent[]
  readonly error: ReturnType<typeof useSharedPart>['error']
  readonly isLoading: boolean
  /** There are more than the first thousand. */
  readonly hasMore: boolean
  /** All that is to be read of these days is. */
  readonly isWhole: boolean
  retry(): void
}

/** The records that stand on some of these days. */
export function useSharedDays(source: PartedProps<DatedLayout>, { first, last }: DayRange): SharedDays {
  const { page, layout } = source
  const part = { from: isoOf(first), to: isoOf(last) }
  const shown = useSharedPart(source, part, { take: limits.sharedRowsPerRequest })
  const { rows, error, isLoading, isLoadingMore, isOld, hasMore } = shown
  const isFull = (rows?.length ?? 0) >= mostAtOnce
  const goesOn = hasMore && !isFull && !isLoading && error === null
  const more = useEffectEvent(shown.more)
  useEffect(() => {
    if (goesOn) more()
  }, [goesOn])
  const events = useMemo(
    () => eventsIn(page, layout, rows ?? [], { first, last }),
    [page, layout, rows, first, last],
  )
  return {
    events,
    error,
    isLoading: isLoading || goesOn,
    hasMore: hasMore && isFull,
    isWhole: rows !== null && !isOld && !isLoadingMore && !goesOn && error === null,
    retry: shown.retry,
  }
}
