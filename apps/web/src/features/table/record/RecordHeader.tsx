import type { RecordId } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import {
  ArrowLeft,
  ChevronDown,
  ChevronUp,
  Ellipsis,
  Globe,
  LayoutList,
  Link2,
  Maximize2,
  PanelRight,
  Printer,
  ShieldQuestionMark,
  Trash2,
  X,
} from 'lucide-react'
import { copyText } from '../../../lib/copy-text.ts'
import { showDialog } from '../../../lib/dialogs.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuTrigger } from '../../../ui/Menu.tsx'
import { recordLink } from '../record-link.ts'
import { useTable } from '../table-context.ts'
import { useRow } from '../use-table-session.ts'
import { useNeighbours } from './use-neighbours.ts'

export interface RecordHeaderProps {
  id: RecordId
  rows: RowWindow
  onClose: () => void
}

const barClass = 'flex h-11 shrink-0 items-center gap-1 border-b border-line px-2 coarse:h-13'

/** To the records before and behind, and where this one stands in the view. */
function Steps({ id, rows }: Pick<RecordHeaderProps, 'id' | 'rows'>) {
  const { place, isFirst, isLast, step } = useNeighbours(id, rows)
  return (
    <>
      <IconButton
        label="Previous record"
        shortcut="Alt+Page up"
        icon={<ChevronUp aria-hidden />}
        isDisabled={isFirst}
        onPress={() => step(-1)}
      />
      <IconButton
        label="Next record"
        shortcut="Alt+Page down"
        icon={<ChevronDown aria-hidden />}
        isDisabled={isLast}
        onPress={() => step(1)}
      />
      <span className="tabular min-w-0 flex-1 truncate px-1 text-xs text-ink-muted">{place}</span>
    </>
  )
}

function CopyLink({ id, className }: { id: RecordId; className?: string }) {
  return (
    <IconButton
      label="Copy link to record"
      {...(className ? { className } : {})}
      icon={<Link2 aria-hidden />}
      onPress={() => void copyText(recordLink(id), 'Copied the link')}
    />
  )
}

/** Over a record beside the table. */
export function PanelHeader({ id, rows, onClose }: RecordHeaderProps) {
  const { backend, table, openRecord, askDelete, isFixed, session } = useTable()
  const isReadOnly = isFixed(useRow(session, id), null)
  return (
    <header className={barClass}>
      <Steps id={id} rows={rows} />
      <IconButton
        label="Open as page"
        shortcut="Alt+Enter"
        icon={<Maximize2 aria-hidden />}
        onPress={() => openRecord(id, 'page')}
      />
      {/* On phones there is no room beside the record's place; the page has it. */}
      <CopyLink id={id} className="max-sm:hidden" />
      {backend.viewedAs === null && (
        <IconButton
          label="Who can see and change this?"
          icon={<ShieldQuestionMark aria-hidden />}
          onPress={() => showDialog({ kind: 'access', table: table.id, record: id })}
        />
      )}
      {!isReadOnly && (
        <IconButton label="Delete record" icon={<Trash2 aria-hidden />} onPress={() => askDelete([id])} />
      )}
      <IconButton label="Close record" shortcut="Escape" icon={<X aria-hidden />} onPress={onClose} />
    </header>
  )
}

/** Over the page of a record. */
export function PageHeader({ id, rows, onClose, onLayout }: RecordHeaderProps & { onLayout: () => void }) {
  const { backend, base, table, openRecord, askDelete, isFixed, session, mayShape } = useTable()
  const isReadOnly = isFixed(useRow(session, id), null)
  return (
    <header className={barClass}>
      <IconButton
        label={`Back to ${table.name}`}
        shortcut="Escape"
        icon={<ArrowLeft aria-hidden />}
        onPress={onClose}
      />
      <Steps id={id} rows={rows} />
      <CopyLink id={id} />
      <IconButton
        label="Open beside the table"
        shortcut="Alt+Enter"
        icon={<PanelRight aria-hidden />}
        // On phones both are the whole screen.
        className="max-sm:hidden"
        onPress={() => openRecord(id, 'panel')}
      />
      <MenuTrigger>
        <IconButton label="More for this record" icon={<Ellipsis aria-hidden />} />
        <Menu aria-label="More for this record" placement="bottom end">
          <MenuItem icon={<Printer aria-hidden />} onAction={() => window.print()}>
            Print
          </MenuItem>
          {backend.viewedAs === null && (
            <MenuItem
              icon={<ShieldQuestionMark aria-hidden />}
              onAction={() => showDialog({ kind: 'access', table: table.id, record: id })}
            >
              Who can see and change this?
            </MenuItem>
          )}
          {mayShape && (
            <MenuItem
              icon={<Globe aria-hidden />}
              onAction={() => showDialog({ kind: 'share', base, shared: { table: table.id, record: id } })}
            >
              Share by link
            </MenuItem>
          )}
          {mayShape && (
            <MenuItem icon={<LayoutList aria-hidden />} onAction={onLayout}>
              Edit layout
            </MenuItem>
          )}
          {!isReadOnly && (
            <MenuItem tone="danger" icon={<Trash2 aria-hidden />} onAction={() => askDelete([id])}>
              Delete record
            </MenuItem>
          )}
        </Menu>
      </MenuTrigger>
    </header>
  )
}
