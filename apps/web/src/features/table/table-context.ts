import type { Backend, RecordId, Table, ValueContext } from '@plinth/domain'
import type { TableSession } from '@plinth/record-store'
import { createContext, useContext } from 'react'

/** What every part of a table page works with. */
export interface TableScope {
  readonly backend: Backend
  readonly table: Table
  readonly session: TableSession
  readonly values: ValueContext
  readonly isReadOnly: boolean
  /** 1 Monday … 7 Sunday. */
  readonly weekStart: number
  openRecord(id: RecordId | null): void
  /** Says that one may only read here; answers true when that is so. */
  refuseEdit(): boolean
  askDelete(ids: readonly RecordId[]): void
}

export const TableContext = createContext<TableScope | null>(null)

export function useTable(): TableScope {
  const scope = useContext(TableContext)
  if (!scope) throw new Error('useTable outside of a table page')
  return scope
}
