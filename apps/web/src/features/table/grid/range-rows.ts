/** The records of a range of rows, read from the server where they are not on screen. */
import { type Backend, ok, type RecordId, type Result } from '@plinth/domain'
import { type RowView, type RowWindow, readRange, type TableSession } from '@plinth/record-store'

/** Cells that are copied, filled or pasted over in one go; for more there is the export. */
export const mostCells = 50_000

export interface RowsRead {
  readonly rows: readonly RowView[]
  /** The records are held until this is called. */
  letGo(): void
}

export interface RangeRowsInput {
  readonly window: RowWindow
  readonly session: TableSession
  readonly backend: Pick<Backend, 'rows'>
}

/** Those that are all here, at once; null: some have to be read first. */
export function loadedRows(
  { window, session }: RangeRowsInput,
  first: number,
  last: number,
): RowView[] | null {
  const rows: RowView[] = []
  for (let row = first; row <= last; row += 1) {
    const id = window.idAt(row)
    const view = id === null ? null : session.store.get(id)
    if (!view) return null
    rows.push(view)
  }
  return rows
}

/** All of them, in order, read page by page; null: it was given up. */
export async function readRows(
  input: RangeRowsInput,
  first: number,
  last: number,
  progress: { readonly signal: AbortSignal; onProgress(read: number): void },
): Promise<Result<RowsRead> | null> {
  const here = loadedRows(input, first, last)
  if (here) return ok({ rows: here, letGo: () => undefined })
  const { window, session, backend } = input
  const ticket = session.store.ticket()
  const request = { query: window.query, first, count: last - first + 1, ...progress }
  const answer = await readRange(backend.rows, request)
  if (progress.signal.aborted) return null
  if (!answer.ok) return answer
  const ids: RecordId[] = answer.value.map(({ id }) => id)
  const letGo = session.keep(ids)
  session.store.upsert(answer.value, ticket)
  const rows = ids.flatMap((id) => session.store.get(id) ?? [])
  return ok({ rows, letGo })
}
