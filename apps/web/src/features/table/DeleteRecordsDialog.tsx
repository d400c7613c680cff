import { fieldTypes, limits, type RecordId } from '@plinth/domain'
import type { TableSession } from '@plinth/record-store'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { toast } from '../../ui/Toast.tsx'

/** The one message about what was deleted last. */
export const deletedToast = 'deleted'

/** Deletes at once, with a way back in the message that says so. */
export function deleteRecords(session: TableSession, ids: readonly RecordId[]): void {
  const takeBack = session.remove(ids)
  // So many say themselves how far they are.
  if (ids.length > limits.mutationsPerBatch) return
  toast.success(ids.length === 1 ? 'Deleted the record' : `Deleted ${ids.length.toLocaleString()} records`, {
    id: deletedToast,
    action: { label: 'Undo', onAction: takeBack },
  })
}

/** Files of deleted records are gone for good, so these are asked about even when it is one record. */
export function countFiles(session: TableSession, ids: readonly RecordId[]): number {
  const rows = ids.map((id) => session.store.get(id))
  return rows.reduce(
    (sum, row) =>
      sum +
      Object.values(row?.values ?? {}).reduce<number>(
        (files, value) =>
          files + (Array.isArray(value) && !fieldTypes.attachment.isEmpty(value) ? value.length : 0),
        0,
      ),
    0,
  )
}

export function DeleteRecordsDialog({
  session,
  ids,
  onClose,
  onDeleted,
}: {
  session: TableSession
  ids: readonly RecordId[] | null
  onClose: () => void
  onDeleted: () => void
}) {
  const count = ids?.length ?? 0
  const files = ids ? countFiles(session, ids) : 0
  const records = count === 1 ? 'record' : `${count.toLocaleString()} records`
  return (
    <AlertDialog
      isOpen={ids !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={count === 1 ? 'Delete this record?' : `Delete ${records}?`}
      actionLabel={`Delete ${records}`}
      onAction={() => {
        if (ids) deleteRecords(session, ids)
        onDeleted()
        onClose()
      }}
    >
      {files > 0
        ? `With ${count === 1 ? 'it' : 'them'} ${files === 1 ? 'one file goes' : `${files.toLocaleString()} files go`}. You can undo the deletion, but files do not come back.`
        : 'You can undo this as long as this page is open.'}
    </AlertDialog>
  )
}
