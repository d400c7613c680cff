import { type DeletionPreview, type Field, filesIn, limits, type RecordId, type Table } from '@plinth/domain'
import type { Removal, TableSession } from '@plinth/record-store'
import { deletionLines } from '../../lib/link-words.ts'
import { listOf } from '../../lib/list-of.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { toast } from '../../ui/Toast.tsx'
import { undoLine } from './undo-line.ts'

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
  const removal = session.remove(ids)
  // So many say themselves how far they are.
  if (ids.length > limits.mutationsPerBatch) return
  const linked = numberOf(along)
  const what = ids.length === 1 ? 'Deleted the record' : `Deleted ${ids.length.toLocaleString()} records`
  toast.success(linked === 0 ? what : `${what} and ${linked.toLocaleString()} linked`, {
    id: deletedToast,
    action: { label: 'Undo', onAction: removal.takeBack },
  })
  dismissWith(session, removal)
}

/** Of the one message there is. */
let stopWatching: (() => void) | null = null

/** The message goes with its deletion: taken back by keys, it has nothing to say any more. */
function dismissWith(session: TableSession, removal: Removal): void {
  stopWatching?.()
  stopWatching = session.subscribeUndo(() => {
    if (removal.stands()) return
    stopWatching?.()
    stopWatching = null
    toast.dismiss(deletedToast)
  })
}

/** Files of deleted records are gone for good, so these are asked about even when it is one record. */
export function countFiles(session: TableSession, { fields }: Table, ids: readonly RecordId[]): number {
  const own = fields.filter(hasOwnFiles)
  return ids.reduce((sum, id) => {
    const row = session.store.get(id)
    return own.reduce((files, field) => files + filesIn(row?.values[field.id]).length, sum)
  }, 0)
}

/** Files that a lookup shows are those of other records, and stay. */
const hasOwnFiles = ({ type, rollup }: Field) => type === 'attachment' && !rollup

export function DeleteRecordsDialog({
  session,
  table,
  ids,
  along,
  onClose,
  onDeleted,
}: {
  session: TableSession
  table: Table
  ids: readonly RecordId[] | null
  along: GoingAlong | null
  onClose: () => void
  onDeleted: () => void
}) {
  const count = ids?.length ?? 0
  const files = ids ? countFiles(session, table, ids) : 0
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
        isRefused ? null : `Delete ${linked > 0 ? `${(count + linked).toLocaleString()} records` : records}`
      }
      onAction={() => {
        if (ids) {
          deleteRecords(session, ids, along)
          onDeleted()
        }
        onClose()
      }}
    >
      {along && <Along along={along} deleted={{ table: table.id, isMany: count > 1 }} />}
      {!isRefused && undoLine(files, refused === undefined && takesFiles(along))}
    </AlertDialog>
  )
}

/** May records that go along have files? How many they have is not known here. */
const takesFiles = (along: GoingAlong | null): boolean =>
  along?.tables.some(
    ({ id, fields }) =>
      fields.some(hasOwnFiles) && (along.preview?.along.some(({ table }) => table === id) ?? true),
  ) ?? false

interface AlongProps {
  along: GoingAlong
  deleted: Parameters<typeof deletionLines>[2]
}

/** What becomes of others, with the numbers that the person may know. */
function Along({ along: { preview, tables }, deleted }: AlongProps) {
  const names = listOf(tables.map(({ name }) => `“${name}”`))
  const lines = preview
    ? deletionLines(preview, tables, deleted)
    : [`Linked records of ${names} are deleted too. How many cannot be told now.`]
  return lines.map((line) => (
    <p key={line} className="mb-2 text-ink">
      {line}
    </p>
  ))
}
