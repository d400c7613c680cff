import type {
  Backend,
  BaseId,
  BaseMember,
  Field,
  RecordId,
  RecordLock,
  Table,
  TableId,
  UserId,
  ValueContext,
} from '@plinth/domain'
import type { Paint } from '@plinth/expression'
import type { RowView, TableSession } from '@plinth/record-store'
import { createContext, useContext } from 'react'
import type { ErrorNames } from '../../lib/describe-error.ts'

/** Beside the table, or as a page over it. */
export type RecordShown = 'panel' | 'page'

/** What every part of a table page works with. */
export interface TableScope {
  readonly backend: Backend
  readonly table: Table
  readonly session: TableSession
  readonly values: ValueContext & {
    /** Loaded where the table has a field for people, or one whose texts may mention some. */
    readonly people?: readonly BaseMember[]
  }
  readonly base: BaseId
  /** Those of the base that the person may read. */
  readonly tables: readonly Table[]
  /** A table of the base; undefined where the person may not read it. */
  tableOf(id: TableId): Table | undefined
  /** What the ids in errors stand for. */
  readonly names: ErrorNames
  readonly isReadOnly: boolean
  readonly me: UserId
  /** Of the base: its topics carry it. */
  readonly accessEpoch: number
  /** May whoever looks shape the table? */
  readonly mayShape: boolean
  /** 1 Monday … 7 Sunday. */
  readonly weekStart: number
  /** Shown as the open one is, where nothing else is said. */
  openRecord(id: RecordId | null, shown?: RecordShown): void
  /** What keeps the caller from changing a record, or null. */
  lockOf(row: RowView | null): RecordLock | null
  /** What colours a record, and single values of it, by the rules of the view. */
  paintOf(row: RowView | null): Paint
  /** So many rules of the view suit the table no more: they paint nothing. */
  readonly lostColors: number
  /** May this be changed? The table and, where given, the record and the field. */
  isFixed(row: RowView | null, field: Field | null): boolean
  /** Says why this is not changed here; answers true when that is so. */
  refuseEdit(row?: RowView | null, field?: Field | null): boolean
  /** From whom a field is kept, as a sentence; null where it is kept from nobody. */
  hiddenFrom(field: Field): string | null
  /** Deletes records, or asks before where that takes more along than one sees. */
  askDelete(ids: readonly RecordId[]): void
}

export const TableContext = createContext<TableScope | null>(null)

export function useTable(): TableScope {
  const scope = useContext(TableContext)
  if (!scope) throw new Error('useTable outside of a table page')
  return scope
}
