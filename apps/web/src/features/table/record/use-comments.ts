/** The comments on a record, kept as they are now. */
import {
  type AppError,
  type Backend,
  type CommentId,
  ok,
  type RecordComment,
  type RecordComments,
  type RecordId,
  type Result,
  type TableId,
  uuidV7,
} from '@plinth/domain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { toAppError, unwrap } from '../../../lib/unwrap.ts'
import { useTable } from '../table-context.ts'

export interface Comments {
  /** Null: not known yet. */
  readonly known: RecordComments | null
  readonly error: AppError | null
  /** One more page of older ones. */
  showEarlier(): void
  add(body: string): Promise<Result<RecordComment>>
  edit(id: CommentId, body: string): Promise<Result<RecordComment>>
  remove(id: CommentId): Promise<Result<null>>
}

export function useComments(record: RecordId): Comments {
  const { backend, base, table } = useTable()
  const [pages, setPages] = useState(1)
  const client = useQueryClient()
  const queryKey = ['base', base, 'comments', record, pages]
  const { data, error } = useQuery({
    queryKey,
    queryFn: () => unwrap(readComments(backend, table.id, record, pages)),
    placeholderData: (before: RecordComments | undefined) => before,
    staleTime: 0,
  })
  const refresh = () => client.invalidateQueries({ queryKey: ['base', base, 'comments', record] })
  useCommentEvents(record, () => void refresh())
  const then = async <T>(call: Promise<Result<T>>): Promise<Result<T>> => {
    const answer = await call
    if (answer.ok) await refresh()
    return answer
  }
  return {
    known: data ?? null,
    error: error ? toAppError(error) : null,
    showEarlier: () => setPages(pages + 1),
    add: (body) => then(backend.records.addComment(table.id, record, { id: uuidV7() as CommentId, body })),
    edit: (id, body) => then(backend.records.editComment(id, body)),
    remove: (id) => then(backend.records.deleteComment(id)),
  }
}

/** The last pages of comments, as one. */
export async function readComments(
  backend: Pick<Backend, 'records'>,
  table: TableId,
  record: RecordId,
  pages: number,
): Promise<Result<RecordComments>> {
  const last = await backend.records.comments(table, record, null)
  if (!last.ok) return last
  const { count, mayComment } = last.value
  let comments = last.value.comments
  for (let page = 1; page < pages && comments.length < count; page += 1) {
    const before = await backend.records.comments(table, record, comments[0]?.id ?? null)
    if (!before.ok) return before
    if (before.value.comments.length === 0) break
    comments = [...before.value.comments, ...comments]
  }
  return ok({ count, mayComment, comments })
}

/** Runs when comments on the record may have changed. */
function useCommentEvents(record: RecordId, onChange: () => void): void {
  const { backend, table, accessEpoch } = useTable()
  const run = useEffectEvent(onChange)
  useEffect(() => {
    let wasLost = false
    const { close } = backend.live.comments(table.id, accessEpoch, {
      onChange(records) {
        if (records === null || records.includes(record)) run()
      },
      onState(state) {
        if (state === 'live' && wasLost) run()
        wasLost = state !== 'live'
      },
    })
    return close
  }, [backend, table.id, accessEpoch, record])
}
