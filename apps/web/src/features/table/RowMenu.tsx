import { type Field, type FieldId, type RecordId } from '@plinth/domain'
import {
  ClipboardCopy,
  FileText,
  Globe,
  Link2,
  Maximize2,
  RotateCw,
  ShieldQuestionMark,
  Trash2,
  X,
} from 'lucide-react'
import { useRef } from 'react'
import { Menu as AriaMenu } from 'react-aria-components/Menu'
import { copyText } from '../../lib/copy-text.ts'
import { showDialog } from '../../lib/dialogs.ts'
import { explainRefusal, isAboutRights } from '../../lib/why.tsx'
import { MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { FloatingSurface } from '../../ui/Popover.tsx'
import { problemText } from './CellProblemNote.tsx'
import { type CellActions, CellMenuItems } from './grid/CellMenuItems.tsx'
import { recordLink } from './record-link.ts'
import { useTable } from './table-context.ts'

/** What can be done with a record and the selected cells, where the pointer or the cursor is. */
export function RowMenu({
  x,
  y,
  id,
  field,
  cells,
  isByKey,
  isReadOnly,
  onClose,
}: {
  x: number
  y: number
  id: RecordId
  field: Field | null
  cells: CellActions
  isByKey: boolean
  isReadOnly: boolean
  onClose: () => void
}) {
  const { backend, base, session, table, values, openRecord, askDelete, lockOf, mayShape } = useTable()
  const isOne = cells.records <= 1
  const anchor = useRef<HTMLSpanElement>(null)
  const row = session.store.get(id)
  const problem = field ? row?.problems.get(field.id) : undefined
  return (
    <>
      <span ref={anchor} aria-hidden className="fixed size-0" style={{ left: x, top: y }} />
      <FloatingSurface
        aria-label="Record"
        triggerRef={anchor}
        isOpen
        onOpenChange={onClose}
        placement="bottom start"
        className="min-w-52"
      >
        <AriaMenu
          aria-label="Record"
          // A menu that opens takes the focus.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={isByKey ? 'first' : true}
          className="p-1 outline-none"
          onClose={onClose}
        >
          {field && problem && (
            <>
              <MenuItem icon={<RotateCw aria-hidden />} onAction={() => session.retryCell(id, field.id)}>
                Try my value again
              </MenuItem>
              <MenuItem
                icon={<ClipboardCopy aria-hidden />}
                onAction={() =>
                  void copyText(problemText(field, problem.attempted, values), 'Copied your value')
                }
              >
                Copy my value
              </MenuItem>
              {isAboutRights(problem.error) && (
                <MenuItem
                  icon={<ShieldQuestionMark aria-hidden />}
                  onAction={() =>
                    explainRefusal({ table: table.id, record: id, action: 'update', problem: problem.error })
                  }
                >
                  Why was this refused?
                </MenuItem>
              )}
              <MenuItem icon={<X aria-hidden />} onAction={() => session.dismissCell(id, field.id)}>
                Dismiss the problem
              </MenuItem>
              <MenuSeparator />
            </>
          )}
          <MenuItem icon={<Maximize2 aria-hidden />} onAction={() => openRecord(id)}>
            Open record
          </MenuItem>
          <MenuItem icon={<FileText aria-hidden />} onAction={() => openRecord(id, 'page')}>
            Open as page
          </MenuItem>
          <MenuSeparator />
          <CellMenuItems actions={cells} isReadOnly={isReadOnly} />
          <MenuSeparator />
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
              onAction={() =>
                showDialog({ kind: 'access', table: table.id, record: id, field: fieldInQuestion(field) })
              }
            >
              Who can see and change this?
            </MenuItem>
          )}
          {!isReadOnly && !(isOne && lockOf(row)) && (
            <>
              <MenuSeparator />
              <MenuItem
                tone="danger"
                icon={<Trash2 aria-hidden />}
                onAction={isOne ? () => askDelete([id]) : cells.remove}
              >
                {isOne ? 'Delete record' : `Delete ${cells.records.toLocaleString()} records`}
              </MenuItem>
            </>
          )}
        </AriaMenu>
      </FloatingSurface>
    </>
  )
}

/** A field with rights of its own is what one asks about; else the record. */
const fieldInQuestion = (field: Field | null): FieldId | null =>
  field && (field.hidden || field.access === 'read') ? field.id : null
