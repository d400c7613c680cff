import type { WorkspaceSummary } from '@plinth/domain'
import { ArrowDown, ArrowUp, Copy, Ellipsis, ListChecks, Pencil, Table2, Trash2, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Link as AriaLink } from 'react-aria-components/Link'
import { chosenIcons } from '../../lib/chosen-icons.tsx'
import { showDialog } from '../../lib/dialogs.ts'
import { dropMarkClass } from '../../lib/drop-mark.ts'
import { paths } from '../../lib/paths.ts'
import { useMove } from '../../lib/use-move.ts'
import { type ReorderItem, reorderKeys, useReorder } from '../../lib/use-reorder.ts'
import { useTrash } from '../../lib/use-trash.ts'
import { cx } from '../../ui/cx.ts'
import { intoSight } from '../../ui/into-sight.ts'
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '../../ui/Menu.tsx'
import { lineClass } from './Sidebar.tsx'
import { BelowTile, menuButtonClass, placeOfLine } from './tree-line.tsx'
import { ViewLines } from './ViewLines.tsx'

type BaseSummary = WorkspaceSummary['bases'][number]
type TableSummary = BaseSummary['tables'][number]

/** The tables of a base. Who shapes it puts them in order: by dragging a line, by keys on it, or by its menu. */
export function TableLines({ base, current }: { base: BaseSummary; current: string | undefined }) {
  const move = useMove(base.id)
  const [told, setTold] = useState('')
  const lines = useRef(new Map<string, HTMLAnchorElement>())
  const { tables } = base
  const moveTo = (from: number, to: number) => {
    const table = tables[from]
    if (!table) return
    setTold(`${table.name} is now table ${to + 1} of ${tables.length}.`)
    const hadFocus = lines.current.get(table.id)?.contains(document.activeElement) ?? false
    void move.table(base, table.id, to)
    // The line that is moved in the page loses the focus.
    if (hadFocus) requestAnimationFrame(() => lines.current.get(table.id)?.focus())
  }
  const reorder = useReorder('vertical', tables.length, moveTo)
  return (
    <>
      {tables.map((table, place) => (
        <TableLine
          key={table.id}
          base={base}
          table={table}
          place={place}
          isCurrent={current === table.id}
          item={base.role === 'creator' ? reorder(place) : null}
          onMove={(to) => moveTo(place, to)}
          keepLine={(line) => {
            if (line) lines.current.set(table.id, line)
            else lines.current.delete(table.id)
          }}
        />
      ))}
      <li className="sr-only">
        <output>{told}</output>
      </li>
    </>
  )
}

interface TableLineProps {
  base: BaseSummary
  table: TableSummary
  place: number
  isCurrent: boolean
  /** Null: one may not put them in order. */
  item: ReorderItem | null
  onMove: (to: number) => void
  keepLine: (line: HTMLAnchorElement | null) => void
}

function TableLine(props: TableLineProps) {
  const { base, table, isCurrent, item, keepLine } = props
  const line = useRef<HTMLLIElement>(null)
  const TableIcon = table.icon ? chosenIcons[table.icon] : Table2
  // Opened by its address or from elsewhere, it may be far down among many.
  useEffect(() => {
    if (isCurrent) intoSight(line.current?.firstElementChild)
  }, [isCurrent])
  return (
    <li
      ref={line}
      {...item?.dragProps}
      {...item?.dropProps}
      className={cx('relative', dropMarkClass(item?.mark))}
    >
      <div className="group/line relative flex items-center">
        <AriaLink
          ref={keepLine}
          {...(item ? { onKeyDown: item.onKeyDown } : {})}
          href={paths.table(base.id, table.id)}
          {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
          {...(item ? { 'aria-keyshortcuts': reorderKeys.vertical } : {})}
          className={lineClass(isCurrent, placeOfLine)}
        >
          <BelowTile>
            <TableIcon aria-hidden className={isCurrent ? 'text-accent-text' : 'text-ink-faint'} />
          </BelowTile>
          <span className="truncate">{table.name}</span>
        </AriaLink>
        {item && <TableMenu {...props} />}
      </div>
      {isCurrent && <ViewLines base={base.id} table={table.id} />}
    </li>
  )
}

function TableMenu({ base, table, place, onMove }: TableLineProps) {
  const trash = useTrash(base.id)
  return (
    <MenuTrigger>
      <AriaButton aria-label={`Menu of ${table.name}`} className={menuButtonClass}>
        <Ellipsis aria-hidden className="size-4" />
      </AriaButton>
      <Menu>
        <MenuItem icon={<Pencil />} onAction={() => showDialog({ kind: 'edit-table', base: base.id, table })}>
          Edit table
        </MenuItem>
        <MenuItem
          icon={<ListChecks />}
          onAction={() => showDialog({ kind: 'table-rules', base: base.id, table })}
        >
          Rules for records
        </MenuItem>
        <MenuItem
          icon={<Copy />}
          onAction={() => showDialog({ kind: 'duplicate-table', base: base.id, table })}
        >
          Duplicate table
        </MenuItem>
        {place > 0 && (
          <MenuItem icon={<ArrowUp />} shortcut="Alt+Shift+↑" onAction={() => onMove(place - 1)}>
            Move up
          </MenuItem>
        )}
        {place < base.tables.length - 1 && (
          <MenuItem icon={<ArrowDown />} shortcut="Alt+Shift+↓" onAction={() => onMove(place + 1)}>
            Move down
          </MenuItem>
        )}
        <MenuItem
          icon={<Upload />}
          onAction={() => showDialog({ kind: 'import', base: base.id, into: table.id })}
        >
          Import a file into this table
        </MenuItem>
        <MenuSeparator />
        <MenuItem tone="danger" icon={<Trash2 />} onAction={() => void trash.deleteTable(table)}>
          Delete table
        </MenuItem>
      </Menu>
    </MenuTrigger>
  )
}
