import type { Table } from '@plinth/domain'
import type { TableSession } from '@plinth/record-store'
import { useEffect } from 'react'
import { clockOf } from './clock-fields.ts'
import { watchClock } from './watch-clock.ts'

/** Reads what is on screen again when values that ask the clock are others: after midnight in the base's time zone, or each minute. */
export function useClockFields(session: TableSession | null, { fields }: Table, timeZone: string): void {
  const clock = clockOf(fields)
  useEffect(
    () => (session && clock ? watchClock(clock, timeZone, () => session.refresh()) : undefined),
    [session, clock, timeZone],
  )
}
