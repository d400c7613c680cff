import type { RecordComment, Result } from '@plinth/domain'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '../../../lib/ErrorNote.tsx'
import { PersonAvatar } from '../../../lib/PersonAvatar.tsx'
import { useAction } from '../../../lib/use-action.ts'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuTrigger } from '../../../ui/Menu.tsx'
import { ReadText } from '../markdown/ReadText.tsx'
import { createdText } from '../record-created.ts'
import { useTable } from '../table-context.ts'
import { CommentForm } from './CommentForm.tsx'
import { usePeople } from './use-people.ts'

export interface CommentItemProps {
  comment: RecordComment
  mayComment: boolean
  onEdit: (body: string) => Promise<Result<unknown>>
  onRemove: () => Promise<Result<unknown>>
}

/** One comment: who, when, what; its author and creators of the base may do something with it. */
export function CommentItem({ comment, mayComment, onEdit, onRemove }: CommentItemProps) {
  const { me, mayShape, backend, values } = useTable()
  const { find, nameOf } = usePeople()
  const [isEdited, setEdited] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const isMine = comment.author === me && backend.viewedAs === null
  const person = find(comment.author)
  const name = nameOf(comment.author)
  return (
    <li className="group/comment grid grid-cols-[1.5rem_1fr] gap-x-2.5">
      <span className="pt-0.5">
        {person ? (
          <PersonAvatar person={person} size={24} />
        ) : (
          <span aria-hidden className="block size-6 rounded-full bg-pressed" />
        )}
      </span>
      <div className="min-w-0">
        <div className="flex min-h-7 items-center gap-2 text-xs text-ink-muted">
          <span className="truncate text-sm font-medium text-ink">{name}</span>
          <span className="tabular shrink-0">
            <time dateTime={comment.createdAt}>{createdText(new Date(comment.createdAt), values)}</time>
            {comment.editedAt !== null && ' · edited'}
          </span>
          {(isMine || mayShape) && !isEdited && (
            <MenuTrigger>
              <IconButton
                size="xs"
                label={`What to do with the comment of ${name}`}
                icon={<Ellipsis aria-hidden />}
                className="ml-auto"
              />
              <Menu aria-label="Comment" placement="bottom end">
                {isMine && mayComment && (
                  <MenuItem icon={<Pencil aria-hidden />} onAction={() => setEdited(true)}>
                    Edit
                  </MenuItem>
                )}
                <MenuItem tone="danger" icon={<Trash2 aria-hidden />} onAction={() => setAsked(true)}>
                  Delete
                </MenuItem>
              </Menu>
            </MenuTrigger>
          )}
        </div>
        {isEdited ? (
          <CommentForm
            label="Edit the comment"
            actionLabel="Save"
            subject={comment.id}
            initialText={comment.body}
            onSend={async (body) => {
              const answer = await onEdit(body)
              if (answer.ok) setEdited(false)
              return answer
            }}
            onCancel={() => setEdited(false)}
          />
        ) : (
          <ReadText text={comment.body} />
        )}
      </div>
      {isAsked && (
        <DeleteComment name={isMine ? null : name} onRemove={onRemove} onClose={() => setAsked(false)} />
      )}
    </li>
  )
}

function DeleteComment({
  name,
  onRemove,
  onClose,
}: {
  /** Null: one's own. */
  name: string | null
  onRemove: () => Promise<Result<unknown>>
  onClose: () => void
}) {
  const action = useAction(onRemove)
  return (
    <AlertDialog
      isOpen
      onOpenChange={onClose}
      title={name === null ? 'Delete your comment?' : `Delete the comment of ${name}?`}
      actionLabel="Delete comment"
      isPending={action.isPending}
      error={<ErrorNote error={action.error} />}
      onAction={async () => {
        const answer = await action.run()
        if (answer.ok) onClose()
      }}
    >
      It is gone for everybody, and cannot be brought back.
    </AlertDialog>
  )
}
