import type { Table } from '@plinth/domain'
import type { TableSession } from '@plinth/record-store'
import { useEffect, useRef } from 'react'
import { isReordered, optionOrder } from './option-order.ts'

/** Reads what is on screen again when options stand in another order: no record has changed, but where they stand has. */
export function useOptionOrder(session: TableSession | null, { fields }: Table): void {
  const last = useRef(optionOrder(fields))
  useEffect(() => {
    const now = optionOrder(fields)
    if (isReordered(last.current, now)) session?.refresh()
    last.current = now
  }, [session, fields])
}
