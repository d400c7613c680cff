import { filesIn } from '@plinth/domain'
import { Popover } from '../../ui/Popover.tsx'
import { AttachmentList } from './attachments/AttachmentList.tsx'
import { archiveName } from './attachments/archive-name.ts'
import type { FloatingEditorProps } from './editor.ts'
import { useTable } from './table-context.ts'

/** The files of a cell, below it. */
export function FilesEditor({ row, field, anchor, onClose }: FloatingEditorProps) {
  const { backend, session, table, values, isFixed } = useTable()
  const value = row.values[field.id]
  return (
    <Popover
      label={field.name}
      triggerRef={anchor}
      isOpen
      placement="bottom start"
      className="scroll-thin max-h-[min(28rem,70vh)] w-[min(22rem,92vw)] overflow-auto p-2.5"
      onOpenChange={() => onClose('stay')}
    >
      <AttachmentList
        backend={backend}
        cell={{ table: table.id, record: row.id, field: field.id }}
        title={archiveName(row, field, table, values)}
        value={filesIn(value)}
        isReadOnly={isFixed(row, field)}
        onChanged={() => session.fetch([row.id])}
      />
    </Popover>
  )
}
