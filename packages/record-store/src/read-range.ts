/** Rows of a view between two places, for copying and filling what is not on screen: page by page, in order. */
import { limits, ok, type Result, type Row, type RowKey, type RowsApi, type ViewQuery } from '@plinth/domain'

export interface RangeRequest {
  readonly query: ViewQuery
  /** Place of the first row. */
  readonly first: number
  readonly count: number
  readonly signal?: AbortSignal
  /** Called with the number of rows read so far. */
  onProgress?(read: number): void
}

/** The rows from `first` on; fewer where the view ends. One failing page fails the whole; nothing is given by halves. */
export async function readRange(
  rows: Pick<RowsApi, 'window'>,
  request: RangeRequest,
): Promise<Result<readonly Row[]>> {
  const { query, first, count, signal, onProgress } = request
  const read: Row[] = []
  let anchor: RowKey | null = null
  while (read.length < count) {
    const take = Math.min(limits.rowsPerWindow, count - read.length)
    const skip = anchor === null ? first : 0
    const answer = await rows.window({ query, anchor, direction: 'forward', skip, take }, signal)
    if (!answer.ok) return answer
    read.push(...answer.value.rows)
    onProgress?.(read.length)
    anchor = answer.value.lastKey
    if (answer.value.atEnd || anchor === null) break
  }
  return ok(read)
}
