import { useMemo } from 'react'
import { useCode } from '../../lib/use-code.ts'
import { useTable } from './table-context.ts'
import type { WhyEmpty } from './why-empty.ts'

const load = async () => (await import('./why-empty.ts')).createWhyEmpty

/** Says why computed values are empty. The expression language is loaded where something is computed; null: not yet, or never. */
export function useWhyEmpty(): WhyEmpty | null {
  const { table, tables, values, me } = useTable()
  const { timeZone } = values
  const create = useCode(table.fields.some(({ formula, rollup }) => formula ?? rollup) ? load : null)
  return useMemo(
    () => create && create({ table, tables, timeZone, me }),
    [create, table, tables, timeZone, me],
  )
}
