import type { RecordId, RowsApi, ViewQuery } from '@plinth/domain'

/** Behind a record, or before it. */
export type Way = 1 | -1

/**
 * The record beside another one, asked of the server: where that is far from what is loaded, or at the edge of it. Null: there is none, or it
 * could not be asked; `outside`: the record itself is not in the view.
 */
export async function findNeighbour(
  rows: Pick<RowsApi, 'rank' | 'window'>,
  query: ViewQuery,
  record: RecordId,
  way: Way,
): Promise<RecordId | 'outside' | null> {
  const rank = await rows.rank({ query, record, near: null })
  if (!rank.ok) return null
  const { key } = rank.value
  if (key === null) return 'outside'
  const answer = await rows.window({
    query: { ...query, fields: [] },
    anchor: key,
    direction: way === 1 ? 'forward' : 'backward',
    skip: 0,
    take: 1,
  })
  return answer.ok ? (answer.value.rows[0]?.id ?? null) : null
}
