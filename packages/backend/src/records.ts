import { limits, type RecordsApi } from '@plinth/domain'
import type { Rpc } from './rpc.ts'
import { nothing } from './wire/nothing.ts'
import { about, comment as commentShape, comments, layout as layoutShape } from './wire/records.ts'

export function createRecordsApi(rpc: Rpc): RecordsApi {
  const take = limits.commentsPerRequest
  return {
    about: (table, record) => rpc('about_record', { table, record }, about),
    comments: (table, record, before) => rpc('record_comments', { table, record, before, take }, comments),
    addComment: (table, record, { id, body }) =>
      rpc('add_comment', { table, record, comment: id, body }, commentShape),
    editComment: (comment, body) => rpc('edit_comment', { comment, body }, commentShape),
    deleteComment: (comment) => rpc('delete_comment', { comment }, nothing),
    setLayout: (table, layout) => rpc('set_record_layout', { table, layout }, layoutShape),
  }
}
