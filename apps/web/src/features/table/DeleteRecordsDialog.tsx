import { type DeletionPreview, fieldTypes, limits, type RecordId, type Table } from '@plinth/domain'
import type { TableSession } from '@plinth/record-store'
import { deletionLines } from '../../lib/link-words.ts'
import { listOf } from '../../lib/list-of.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { toast } from '../../ui/Toast.tsx'

/** The one message about what was deleted last. */
export const deletedToast = 'deleted'

/** What becomes of others with deleted records: counted, or (null) only the tables from which some may go along. */
export interface GoingAlong {
  readonly preview: DeletionPreview | null
  readonly tables: readonly Table[]
}

const numberOf = (along: GoingAlong | null): number =>
  along?.preview?.along.reduce((sum, { count }) => sum + count, 0) ?? 0

/** Deletes at once, with a way back in the message that says so. */
export function deleteRecords(
  session: TableSession,
  ids: readonly RecordId[],
  along: GoingAlong | null = null,
): void {
  const takeBack = session.remove(ids)
  // So many say themselves how far they are.
  if (ids.length > limits.mutationsPerBatch) return
  const linked = numberOf(along)
  const what = ids.length === 1 ? 'Deleted the record' : `Deleted ${ids.length.toLocaleString()} records`
  toast.success(linked === 0 ? what : `${what} and ${linked.toLocaleString()} linked`, {
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
  along,
  onClose,
  onDeleted,
}: {
  session: TableSession
  ids: readonly RecordId[] | null
  along: GoingAlong | null
  onClose: () => void
  onDeleted: () => void
}) {
  const count = ids?.length ?? 0
  const files = ids ? countFiles(session, ids) : 0
  const records = count === 1 ? 'record' : `${count.toLocaleString()} records`
  const refused = along?.preview?.refused
  // Of many records, others may go.
  const isRefused = refused !== undefined && count === 1
  // Which of them are not known where some of many stay.
  const linked = refused === undefined ? numberOf(along) : 0
  return (
    <AlertDialog
      isOpen={ids !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={
        isRefused
          ? 'This record cannot be deleted'
          : count === 1
            ? 'Delete this record?'
            : `Delete ${records}?`
      }
      actionLabel={
        isRefused
          ? 'Close'
          : `Delete ${linked > 0 ? `${(count + linked).toLocaleString()} records` : records}`
      }
      tone={isRefused ? 'plain' : 'danger'}
      onAction={() => {
        if (ids && !isRefused) {
          deleteRecords(session, ids, along)
          onDeleted()
        }
        onClose()
      }}
    >
      {along && <Along along={along} isMany={count > 1} />}
      {!isRefused &&
        (files > 0
          ? `With ${count === 1 ? 'it' : 'them'} ${files === 1 ? 'one file goes' : `${files.toLocaleString()} files go`}. You can undo the deletion, but files do not come back.`
          : 'You can undo this as long as this page is open.')}
    </AlertDialog>
  )
}

/** What becomes of others, with the numbers that the person may know. */
function Along({ along: { preview, tables }, isMany }: { along: GoingAlong; isMany: boolean }) {
  const names = listOf(tables.map(({ name }) => `“${name}”`))
  const lines = preview
    ? deletionLines(preview, tables, isMany)
    : [`Linked records of ${names} are deleted too. How many cannot be told now.`]
  return lines.map((line) => (
    <p key={line} className="mb-2 text-ink">
      {line}
    </p>
  ))
}
