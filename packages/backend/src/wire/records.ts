/** Comments, and how records are laid out, on the wire. */
import type { AboutRecord, RecordComment, RecordComments, RecordLayout } from '@plinth/domain'
import * as v from 'valibot'
import { commentId, fieldId, recordId, type Schema, userId } from './ids.ts'

export const layout: Schema<RecordLayout | null> = v.nullable(
  v.object({
    sections: v.array(
      v.object({
        name: v.string(),
        fields: v.array(
          v.object({
            field: fieldId,
            width: v.picklist(['half', 'whole']),
            columns: v.exactOptional(v.array(fieldId)),
          }),
        ),
      }),
    ),
    hidden: v.array(fieldId),
  }),
)

export const about: Schema<AboutRecord> = v.object({
  createdAt: v.string(),
  createdBy: v.nullable(userId),
  changedAt: v.string(),
  changedBy: v.nullable(userId),
})

export const comment: Schema<RecordComment> = v.object({
  id: commentId,
  author: userId,
  body: v.string(),
  createdAt: v.string(),
  editedAt: v.nullable(v.string()),
})

export const comments: Schema<RecordComments> = v.object({
  count: v.number(),
  mayComment: v.boolean(),
  comments: v.array(comment),
})

/** What is sent when comments change; without records it may be any. */
export const commentEvent = v.object({ records: v.exactOptional(v.array(recordId)) })
