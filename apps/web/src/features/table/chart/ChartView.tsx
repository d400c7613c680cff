/** A view as one chart of its records. */
import { chartOf } from '@plinth/domain'
import { useMemo } from 'react'
import { useTable } from '../table-context.ts'
import { useView } from '../view/table-view.ts'
import { Chart } from './Chart.tsx'

export default function ChartView() {
  const { table } = useTable()
  const { config, filter, search } = useView()
  const shape = useMemo(() => chartOf(config.settings, table.fields), [config.settings, table.fields])
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto bg-page p-4 max-sm:p-3">
      <div className="mx-auto flex min-h-80 w-full max-w-[72rem] flex-1 flex-col rounded-card border border-line bg-surface p-5 max-sm:p-4">
        <Chart shape={shape} records={{ filter, search }} />
      </div>
    </div>
  )
}
