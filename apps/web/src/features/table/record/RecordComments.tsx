import type { RecordId } from '@plinth/domain'
import { useId } from 'react'
import { ErrorNote } from '../../../lib/ErrorNote.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useTable } from '../table-context.ts'
import { CommentForm } from './CommentForm.tsx'
import { CommentItem } from './CommentItem.tsx'
import { type Comments, useComments } from './use-comments.ts'

/** What people say of a record: a thread, and a place to add to it. */
export function RecordComments({ record }: { record: RecordId }) {
  const titleId = useId()
  const comments = useComments(record)
  const { known, error } = comments
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-4">
      <h3 id={titleId} className="text-sm font-semibold">
        Comments{' '}
        {known !== null && known.count > 0 && (
          <span className="tabular ml-0.5 font-normal text-ink-muted">{known.count.toLocaleString()}</span>
        )}
      </h3>
      <ErrorNote error={error} />
      {known === null && !error && <Skeleton className="h-8 w-full" />}
      {known !== null && <Thread {...{ record, comments, known }} />}
    </section>
  )
}

interface ThreadProps {
  record: RecordId
  comments: Comments
  known: NonNullable<Comments['known']>
}

function Thread({ record, comments, known }: ThreadProps) {
  const { backend } = useTable()
  const earlier = known.count - known.comments.length
  return (
    <>
      {earlier > 0 && (
        <Button size="sm" variant="ghost" className="-ml-2 self-start" onPress={comments.showEarlier}>
          {`Show earlier comments (${earlier.toLocaleString()})`}
        </Button>
      )}
      {known.comments.length > 0 && (
        <ol className="flex flex-col gap-4">
          {known.comments.map((comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              mayComment={known.mayComment}
              onEdit={(body) => comments.edit(comment.id, body)}
              onRemove={() => comments.remove(comment.id)}
            />
          ))}
        </ol>
      )}
      {known.mayComment && backend.viewedAs === null ? (
        <CommentForm
          label="Write a comment"
          actionLabel="Comment"
          subject={record}
          onSend={(body) => comments.add(body)}
        />
      ) : (
        <NoForm hasComments={known.count > 0} />
      )}
    </>
  )
}

function NoForm({ hasComments }: { hasComments: boolean }) {
  const { backend } = useTable()
  const none = hasComments ? '' : 'No comments yet. '
  const why = backend.viewedAs ? '' : 'Your role reads comments, but does not write them.'
  return none + why === '' ? null : <p className="text-sm text-ink-muted">{none + why}</p>
}
