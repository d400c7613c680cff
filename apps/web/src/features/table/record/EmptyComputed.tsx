import { useMemo } from 'react'
import { useTable } from '../table-context.ts'
import { createWhyEmpty } from '../why-empty.ts'
import type { RecordFieldProps } from './RecordField.tsx'

/** A computed value that is empty, and why. */
export default function EmptyComputed({ row, field }: RecordFieldProps) {
  const { table, tables, values, me } = useTable()
  const { timeZone } = values
  const whyEmpty = useMemo(
    () => createWhyEmpty({ table, tables, timeZone, me }),
    [table, tables, timeZone, me],
  )
  const why = whyEmpty(field, row.values)
  return (
    <p className="text-sm break-words text-ink-faint">
      {why?.error ? (
        <span className="text-warn-text">Error: {why.text}.</span>
      ) : (
        <>Empty{why && <span className="text-ink-muted">: {why.text}.</span>}</>
      )}
    </p>
  )
}
