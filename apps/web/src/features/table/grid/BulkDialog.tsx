/** Asks before the server changes more records than are read here. */
import { tablesAlong } from '../../../lib/link-words.ts'
import { listOf } from '../../../lib/list-of.ts'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import { useTable } from '../table-context.ts'
import type { BulkQuestion } from './use-bulk-changes.ts'

export interface BulkDialogProps {
  question: BulkQuestion | null
  onAccept: () => Promise<void>
  onClose: () => void
}

export function BulkDialog({ question, onAccept, onClose }: BulkDialogProps) {
  const { table, tables } = useTable()
  if (!question) return null
  const { change, field } = question
  const records = question.count === 1 ? 'one record' : `${question.count.toLocaleString()} records`
  const isDeletion = change.kind === 'delete'
  const along = isDeletion ? tablesAlong(table, tables).map(({ name }) => `“${name}”`) : []
  const isEmptying = change.kind === 'set' && change.value === null
  const what = isDeletion
    ? `Delete ${records}`
    : `${isEmptying ? 'Empty' : 'Fill'} “${field?.name ?? ''}” of ${records}`
  return (
    <AlertDialog
      isOpen
      onOpenChange={onClose}
      title={`${what}?`}
      actionLabel={isDeletion ? what : `${isEmptying ? 'Empty' : 'Fill'} ${records}`}
      tone={isDeletion ? 'danger' : 'plain'}
      onAction={onAccept}
    >
      {along.length > 0 && (
        <p className="mb-2 text-ink">{`Linked records of ${listOf(along)} are deleted too.`}</p>
      )}
      {isDeletion
        ? 'The database does this part by part: you can go on working, and stop it. You can undo it as long as this page is open, but files do not come back, nor values that you cannot change.'
        : 'The database does this part by part: you can go on working, and stop it. You can undo it as long as this page is open; what others change meanwhile stays.'}
    </AlertDialog>
  )
}
