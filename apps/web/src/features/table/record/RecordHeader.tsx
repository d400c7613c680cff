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
import { AboutItems, DeleteItem } from './RecordMenuItems.tsx'
import { useNeighbours } from './use-neighbours.ts'

export interface RecordHeaderProps {
  id: RecordId
  rows: RowWindow
  /** There is no such record, so nothing can be done with it. */
  isMissing: boolean
  onClose: () => void
}

const barClass = 'flex h-11 shrink-0 items-center gap-1 border-b border-line px-2 coarse:h-13'

/** To the records before and behind, and where this one stands in the view. */
function Steps({ id, rows, isMissing }: Pick<RecordHeaderProps, 'id' | 'rows' | 'isMissing'>) {
  const { place, isFirst, isLast, step } = useNeighbours(id, rows)
  return (
    <>
      <IconButton
        label="Previous record"
        shortcut="Alt+Page up"
        icon={<ChevronUp aria-hidden />}
        isDisabled={isFirst || isMissing}
        onPress={() => step(-1)}
      />
      <IconButton
        label="Next record"
        shortcut="Alt+Page down"
        icon={<ChevronDown aria-hidden />}
        isDisabled={isLast || isMissing}
        onPress={() => step(1)}
      />
      <span className="tabular min-w-0 flex-1 truncate px-1 text-xs text-ink-muted">{place}</span>
    </>
  )
}

function CopyLink({ id }: { id: RecordId }) {
  return (
    <IconButton
      label="Copy link to record"
      icon={<Link2 aria-hidden />}
      onPress={() => void copyText(recordLink(id), 'Copied the link')}
    />
  )
}

/** Over a record beside the table. */
export function PanelHeader({ id, rows, isMissing, onClose }: RecordHeaderProps) {
  return (
    <header className={barClass}>
      <Steps {...{ id, rows, isMissing }} />
      {!isMissing && <PanelActions id={id} />}
      <IconButton label="Close record" shortcut="Escape" icon={<X aria-hidden />} onPress={onClose} />
    </header>
  )
}

function PanelActions({ id }: { id: RecordId }) {
  const { backend, table, openRecord, askDelete, isFixed, session } = useTable()
  const isReadOnly = isFixed(useRow(session, id), null)
  return (
    <>
      <IconButton
        label="Open as page"
        shortcut="Alt+Enter"
        icon={<Maximize2 aria-hidden />}
        onPress={() => openRecord(id, 'page')}
      />
      {/* On phones there is no room for them beside the record's place. */}
      <span className="contents max-sm:hidden">
        <CopyLink id={id} />
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
      </span>
      <MenuTrigger>
        <IconButton label="More for this record" icon={<Ellipsis aria-hidden />} className="sm:hidden" />
        <Menu aria-label="More for this record" placement="bottom end">
          <AboutItems id={id} />
          <DeleteItem id={id} />
        </Menu>
      </MenuTrigger>
    </>
  )
}

/** Over the page of a record. */
export function PageHeader(props: RecordHeaderProps & { onLayout: () => void }) {
  const { id, rows, isMissing, onClose, onLayout } = props
  const { table } = useTable()
  return (
    <header className={barClass}>
      <IconButton
        label={`Back to ${table.name}`}
        shortcut="Escape"
        icon={<ArrowLeft aria-hidden />}
        onPress={onClose}
      />
      <Steps {...{ id, rows, isMissing }} />
      {!isMissing && <PageActions {...{ id, onLayout }} />}
    </header>
  )
}

function PageActions({ id, onLayout }: { id: RecordId; onLayout: () => void }) {
  const { backend, base, table, openRecord, askDelete, isFixed, session, mayShape } = useTable()
  const isReadOnly = isFixed(useRow(session, id), null)
  return (
    <>
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
    </>
  )
}
