import type { CommentId, RecordId, TableId, UserId } from '../ids.ts'
import type { RecordLayout } from '../record-layout.ts'
import type { Result } from '../result.ts'

/** A remark on a record: plain text, never markup. */
export interface RecordComment {
  readonly id: CommentId
  readonly author: UserId
  /** At most `limits.commentLength` characters. */
  readonly body: string
  readonly createdAt: string
  /** Null: it is as it was written. */
  readonly editedAt: string | null
}

export interface RecordComments {
  /** All of the record, those too that are not in this answer. */
  readonly count: number
  /** May the reader write one? */
  readonly mayComment: boolean
  /** Oldest first. */
  readonly comments: readonly RecordComment[]
}

/** Null: nobody who signed in, but the owner of the database. */
export interface AboutRecord {
  readonly createdAt: string
  readonly createdBy: UserId | null
  readonly changedAt: string
  readonly changedBy: UserId | null
}

/** What belongs to single records beside their values, and how their pages are laid out. */
export interface RecordsApi {
  /** Who made and last changed a record. */
  about(table: TableId, record: RecordId): Promise<Result<AboutRecord>>
  /** The last `limits.commentsPerRequest` comments, or the last ones before one of them. */
  comments(table: TableId, record: RecordId, before: CommentId | null): Promise<Result<RecordComments>>
  /** Sent again under the same id it is added once. Commenters and above; `read_only` for others. */
  addComment(
    table: TableId,
    record: RecordId,
    comment: { readonly id: CommentId; readonly body: string },
  ): Promise<Result<RecordComment>>
  /** One's own. */
  editComment(id: CommentId, body: string): Promise<Result<RecordComment>>
  /** One's own; creators of the base delete those of others too. */
  deleteComment(id: CommentId): Promise<Result<null>>
  /** Creators of the base; null: the order of the fields. Answers what is told to the caller. */
  setLayout(table: TableId, layout: RecordLayout | null): Promise<Result<RecordLayout | null>>
}
