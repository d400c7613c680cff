import { useTable } from '../table-context.ts'
import type { RecordFieldProps } from './RecordField.tsx'
import { whyEmptyText } from './why-empty.ts'

/** A computed value that is empty, and why. */
export default function EmptyComputed({ row, field }: RecordFieldProps) {
  const { table, values, me } = useTable()
  const why = whyEmptyText({ table, field, values: row.values, timeZone: values.timeZone, me })
  return (
    <p className="text-sm break-words text-ink-faint">
      Empty{why && <span className="text-ink-muted">: {why}.</span>}
    </p>
  )
}
