import type { AppError, ErrorCode, Table } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { useEffect, useEffectEvent, useRef } from 'react'

/** Failures that pass by themselves, whatever the schema is. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'offline',
  'network',
  'timeout',
  'rate_limited',
  'project_unreachable',
  'session_expired',
])

const isAboutSchema = ({ code, details }: AppError): boolean =>
  code === 'busy' ? details?.rule === 'shape' : !passing.has(code)

/** Rows that are refused may be asked for by a schema of before: it is asked for anew, and with another one the rows are too. */
export function useSchemaAfterFailure(window: RowWindow | null, table: Table, onSchema: () => void): void {
  /** The table as it was when rows were refused. */
  const refusedWith = useRef<Table | null>(null)
  const onRefused = useEffectEvent(() => {
    refusedWith.current = table
    onSchema()
  })
  const onTable = useEffectEvent((now: Table) => {
    if (refusedWith.current === null || refusedWith.current === now) return
    refusedWith.current = null
    if (window?.snapshot().error) window.retry()
  })
  useEffect(() => {
    if (!window) return
    let last: AppError | null = null
    return window.subscribe(() => {
      const { error } = window.snapshot()
      if (error && error !== last && isAboutSchema(error)) onRefused()
      last = error
    })
  }, [window])
  // It is another object only when something in it has changed.
  useEffect(() => onTable(table), [table])
}
