import { useEffect, useMemo, useState } from 'react'
import { useTable } from '../table-context.ts'
import type { WhyEmpty } from '../why-empty.ts'

type Create = typeof import('../why-empty.ts').createWhyEmpty

/** Says why computed values are empty. The expression language is loaded where there are formulas; null: not yet, or never. */
export function useWhyEmpty(): WhyEmpty | null {
  const { table, values, me } = useTable()
  const { timeZone } = values
  const [create, setCreate] = useState<Create | null>(null)
  const isNeeded = table.fields.some(({ formula }) => formula)
  useEffect(() => {
    if (!isNeeded) return
    void import('../why-empty.ts').then(({ createWhyEmpty }) => setCreate(() => createWhyEmpty))
  }, [isNeeded])
  return useMemo(
    () => (create && isNeeded ? create({ table, timeZone, me }) : null),
    [create, isNeeded, table, timeZone, me],
  )
}
