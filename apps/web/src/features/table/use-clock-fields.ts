import type { Table } from '@plinth/domain'
import type { TableSession } from '@plinth/record-store'
import { useEffect } from 'react'
import { clockOf, momentOf } from './clock-fields.ts'

/** How often the clock is looked at; a page that slept looks when it wakes. */
const lookMs = 5_000

/** Reads what is on screen again when values that ask the clock are others: after midnight in the base's time zone, or each minute. */
export function useClockFields(session: TableSession | null, { fields }: Table, timeZone: string): void {
  const clock = clockOf(fields)
  useEffect(() => {
    if (!session || !clock) return
    let last = momentOf(clock, Date.now(), timeZone)
    const timer = setInterval(() => {
      const moment = momentOf(clock, Date.now(), timeZone)
      if (moment === last) return
      last = moment
      session.refresh()
    }, lookMs)
    return () => clearInterval(timer)
  }, [session, clock, timeZone])
}
