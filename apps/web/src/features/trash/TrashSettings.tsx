import { type BaseSchema, limits, type TableId, type TrashItem } from '@plinth/domain'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { queries } from '../../lib/queries.ts'
import { useAction } from '../../lib/use-action.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { FileDrawing, LockDrawing } from '../../ui/Drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { toast } from '../../ui/Toast.tsx'
import { TrashLine } from './TrashLine.tsx'

/** What was deleted in a base, to be brought back or deleted for good. For its creators. */
export function TrashSettings({ schema }: { schema: BaseSchema }) {
  if (schema.role !== 'creator') {
    return (
      <EmptyState drawing={<LockDrawing />} title="Only creators see the trash">
        You can see who they are among the members of this base. Ask one of them.
      </EmptyState>
    )
  }
  return <TrashList schema={schema} />
}

function TrashList({ schema }: { schema: BaseSchema }) {
  const { base } = schema
  const { data: items } = useSuspenseQuery(queries.trash(useBackend(), base.id))
  const [doomed, setDoomed] = useState<TrashItem | 'all' | null>(null)
  if (items.length === 0) {
    return (
      <EmptyState drawing={<FileDrawing />} title="The trash is empty">
        {`Tables and fields that are deleted wait here for ${limits.trashDays} days.`}
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <ul aria-label="In the trash" className="w-full rounded-card border border-line bg-surface">
        {items.map((item) => (
          <TrashLine key={item.id} schema={schema} item={item} onDelete={() => setDoomed(item)} />
        ))}
      </ul>
      <Button variant="danger-ghost" className="border border-danger-line" onPress={() => setDoomed('all')}>
        Empty the trash
      </Button>
      {doomed && <DeleteForGood schema={schema} doomed={doomed} onClose={() => setDoomed(null)} />}
    </div>
  )
}

interface DeleteForGoodProps {
  schema: BaseSchema
  doomed: TrashItem | 'all'
  onClose: () => void
}

function DeleteForGood({ schema: { base }, doomed, onClose }: DeleteForGoodProps) {
  const backend = useBackend()
  const client = useQueryClient()
  const empty = useAction(backend.bases.emptyTrash)
  const isAll = doomed === 'all'
  const name = isAll ? base.name : doomed.name
  const act = async () => {
    const result = await empty.run(base.id, isAll ? null : (doomed.id as TableId), name)
    if (!result.ok) return
    onClose()
    toast.success(isAll ? 'The trash is empty.' : `“${name}” is deleted for good.`)
    await client.invalidateQueries({ queryKey: queries.trash(backend, base.id).queryKey })
  }
  return (
    <AlertDialog
      isOpen
      onOpenChange={onClose}
      title={isAll ? 'Empty the trash?' : `Delete “${name}” for good?`}
      actionLabel={isAll ? 'Empty the trash' : 'Delete for good'}
      confirmText={name}
      onAction={act}
      isPending={empty.isPending}
      error={<ErrorNote error={empty.error} />}
    >
      {isAll
        ? 'Everything in it'
        : doomed.kind === 'table'
          ? 'The table with its records'
          : 'The field with its values'}{' '}
      and files will be lost for everybody. This cannot be undone.
    </AlertDialog>
  )
}
