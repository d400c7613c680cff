/** What menus of one record have in common, wherever it stands. */
import type { FieldId, RecordId } from '@plinth/domain'
import { FileText, Globe, Link2, Maximize2, ShieldQuestionMark, Trash2 } from 'lucide-react'
import { copyText } from '../../../lib/copy-text.ts'
import { showDialog } from '../../../lib/dialogs.ts'
import { MenuItem, MenuSeparator } from '../../../ui/Menu.tsx'
import { recordLink } from '../record-link.ts'
import { useTable } from '../table-context.ts'

export function OpenItems({ id }: { id: RecordId }) {
  const { openRecord } = useTable()
  return (
    <>
      <MenuItem icon={<Maximize2 aria-hidden />} onAction={() => openRecord(id)}>
        Open record
      </MenuItem>
      <MenuItem icon={<FileText aria-hidden />} onAction={() => openRecord(id, 'page')}>
        Open as page
      </MenuItem>
    </>
  )
}

/** `field`: the one that is asked about; null: the record. */
export function AboutItems({ id, field = null }: { id: RecordId; field?: FieldId | null }) {
  const { backend, base, table, mayShape } = useTable()
  return (
    <>
      <MenuItem
        icon={<Link2 aria-hidden />}
        onAction={() => void copyText(recordLink(id), 'Copied the link')}
      >
        Copy link to record
      </MenuItem>
      {mayShape && (
        <MenuItem
          icon={<Globe aria-hidden />}
          onAction={() => showDialog({ kind: 'share', base, shared: { table: table.id, record: id } })}
        >
          Share by link
        </MenuItem>
      )}
      {backend.viewedAs === null && (
        <MenuItem
          icon={<ShieldQuestionMark aria-hidden />}
          onAction={() => showDialog({ kind: 'access', table: table.id, record: id, field })}
        >
          Who can see and change this?
        </MenuItem>
      )}
    </>
  )
}

/** Nothing where the record is not to be changed. */
export function DeleteItem({ id }: { id: RecordId }) {
  const { session, isReadOnly, lockOf, askDelete } = useTable()
  if (isReadOnly || lockOf(session.store.get(id))) return null
  return (
    <>
      <MenuSeparator />
      <MenuItem tone="danger" icon={<Trash2 aria-hidden />} onAction={() => askDelete([id])}>
        Delete record
      </MenuItem>
    </>
  )
}
