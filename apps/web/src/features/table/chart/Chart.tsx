/** A chart of the table that is open, or of another one of its base, kept true. */
import { type ChartShape, type Field, isOfPeople, type Table, type ValueContext } from '@plinth/domain'
import type { TableSession } from '@plinth/record-store'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { ChartFrame } from '../../../lib/chart/ChartFrame.tsx'
import { isAlwaysTable } from '../../../lib/chart/most-keys.ts'
import { queries } from '../../../lib/queries.ts'
import { useTable } from '../table-context.ts'
import { useTableSession } from '../use-table-session.ts'
import { chartRequest } from './chart-request.ts'
import { useChart } from './use-chart.ts'

export interface ChartProps {
  shape: ChartShape<Field>
  /** Of which records. */
  records: Parameters<typeof chartRequest>[2]
  /** What somebody called it; absent: nothing but what it shows. */
  name?: string
  /** Beside the title. */
  tools?: ReactNode
}

export function Chart(props: ChartProps) {
  const { table, session, values } = useTable()
  return <LiveChart {...props} table={table} session={session} values={values} />
}

/** A chart of another table: the page is not told of changes there, so that it listens for itself. */
export function ChartOfOther({ table, ...props }: ChartProps & { table: Table }) {
  const { backend, me, accessEpoch, values, base } = useTable()
  const session = useTableSession(backend, me, table, accessEpoch)
  const { by, split } = props.shape
  const { data: people } = useQuery({
    ...queries.baseMembers(backend, base),
    enabled: [by, split].some((field) => field !== null && isOfPeople(field.type)),
  })
  const told = useMemo(() => (people ? { ...values, people } : values), [values, people])
  return <LiveChart {...props} table={table} session={session} values={told} source={table.name} />
}

interface LiveChartProps extends ChartProps {
  table: Table
  session: TableSession | null
  values: ValueContext
  source?: string
}

function LiveChart({ shape, records, name, tools, table, session, values, source }: LiveChartProps) {
  const [wantsTable, setWantsTable] = useState(false)
  const isTable = wantsTable || isAlwaysTable(shape)
  const known = useChart(session, chartRequest(table.id, shape, records, isTable), shape)
  return <ChartFrame {...{ shape, known, values, name, source, tools, wantsTable }} onTable={setWantsTable} />
}
