import {
  type CommentId,
  limits,
  ok,
  type RecordComment,
  type RecordId,
  type RecordsApi,
  type TableId,
  type UserId,
} from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { readComments } from './use-comments.ts'

const all = Array.from(
  { length: 120 },
  (_, no): RecordComment => ({
    id: `c${no}` as CommentId,
    author: 'u' as UserId,
    body: `No ${no}`,
    createdAt: '2026-03-24T22:41:07Z',
    editedAt: null,
  }),
)
const records: Pick<RecordsApi, 'comments'> = {
  async comments(_table, _record, before) {
    const end = before === null ? all.length : all.findIndex(({ id }) => id === before)
    return ok({
      count: all.length,
      mayComment: true,
      comments: all.slice(Math.max(0, end - limits.commentsPerRequest), end),
    })
  },
}
const read = async (pages: number) => {
  const answer = await readComments(
    { records: records as RecordsApi },
    't' as TableId,
    'r' as RecordId,
    pages,
  )
  return answer.ok ? answer.value.comments.map(({ id }) => id) : []
}

describe('readComments', () => {
  it('reads the last page first, oldest comment on top', async () => {
    const ids = await read(1)
    expect([ids.length, ids.at(-1)]).toEqual([limits.commentsPerRequest, 'c119'])
  })

  it('puts earlier pages before it, each comment once', async () => {
    expect(await read(2)).toEqual(all.slice(20).map(({ id }) => id))
    expect(await read(9)).toEqual(all.map(({ id }) => id))
  })
})
