/** Steps that are no change of records, noted with the table that they belong to, if somebody has it open. */
import type { TableId } from '@plinth/domain'
import type { Act, TableSession } from '@plinth/record-store'

const open = new Map<TableId, TableSession>()

/** The table is on screen; answers how to leave. */
export function openForSteps(session: TableSession): () => void {
  open.set(session.table, session)
  return () => {
    if (open.get(session.table) === session) open.delete(session.table)
  }
}

export function noteStep(table: TableId, act: Act): void {
  open.get(table)?.noteAct(act)
}
