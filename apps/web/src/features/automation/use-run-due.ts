import type { BaseId } from '@plinth/domain'
import { useEffect } from 'react'
import { useBackend } from '../../lib/backend-context.ts'

const minuteMs = 60_000

/**
 * Lets the database do what is due in a base, as it is opened and each minute while it is: dates that were reached, and runs that wait. A
 * call that does not arrive is made up for by the next one, whoever makes it.
 */
export function useRunDue(base: BaseId): void {
  const { automations } = useBackend()
  useEffect(() => {
    const run = () => void automations.runDue(base)
    run()
    const timer = setInterval(run, minuteMs)
    return () => clearInterval(timer)
  }, [automations, base])
}
