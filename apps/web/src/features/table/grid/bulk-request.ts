/** A selection of more rows than are read, as the server is asked to change it. */
import { type Backend, type BulkSelection, limits, ok, type RecordId, type Result } from '@plinth/domain'
import type { Rectangle } from '@plinth/grid'
import { type RowWindow, readRange } from '@plinth/record-store'
import { rowsOf } from './cell-block.ts'

export interface BulkRows {
  readonly selection: BulkSelection
  readonly count: number
}

interface Input {
  readonly window: RowWindow
  readonly backend: Pick<Backend, 'rows'>
}

/** The rows of some rectangles that do not overlap; null: they cannot be told by their ends. */
export async function bulkRows(
  { window, backend }: Input,
  areas: readonly Rectangle[],
): Promise<Result<BulkRows> | null> {
  const span = rowsOf(areas)
  const minus = span && between(window, areas, span)
  if (!span || !minus) return null
  const { rowCount } = window.snapshot()
  const isWhole = span.first === 0 && span.last === rowCount - 1
  // What the window shows of a large view may be an estimate.
  const total = isWhole ? await backend.rows.stats(window.query, 'exact') : null
  if (total && !total.ok) return total
  const ends = [span.first, span.last].map((row) => (isWhole ? ok(null) : idAt({ window, backend }, row)))
  const [from, to] = await Promise.all(ends)
  if (!from?.ok || !to?.ok) return from?.ok === false ? from : to?.ok === false ? to : null
  const rows = total ? total.value.total : span.last - span.first + 1
  return ok({ selection: { from: from.value, to: to.value, minus }, count: rows - minus.length })
}

/** The records between the rectangles; null: they are not all here, or too many. */
function between(
  window: RowWindow,
  areas: readonly Rectangle[],
  { first, last }: { first: number; last: number },
): RecordId[] | null {
  const sorted = areas.toSorted((one, other) => one.top - other.top)
  const minus: RecordId[] = []
  let next = first
  for (const { top, bottom } of [...sorted, { top: last + 1, bottom: last }]) {
    if (minus.length + top - next > limits.rowsPerImportChunk) return null
    for (; next < top; next += 1) {
      const id = window.idAt(next)
      if (id === null) return null
      minus.push(id)
    }
    next = Math.max(next, bottom + 1)
  }
  return minus
}

async function idAt({ window, backend }: Input, row: number): Promise<Result<RecordId | null>> {
  const here = window.idAt(row)
  if (here !== null) return ok(here)
  const read = await readRange(backend.rows, { query: window.query, first: row, count: 1 })
  return read.ok ? ok(read.value[0]?.id ?? null) : read
}
