import { type Field, isSortable, type RecordId, type Sort, type Table } from '@plinth/domain'
import type { TableSession } from '@plinth/record-store'
import {
  ArrowDown,
  ArrowDownUp,
  ArrowUp,
  Download,
  Ellipsis,
  Eye,
  Plus,
  Redo2,
  Trash2,
  Undo2,
  Upload,
  X,
} from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Button } from '../../ui/Button.tsx'
import { Badge } from '../../ui/Chip.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuTrigger } from '../../ui/Menu.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { FieldIcon } from './FieldIcon.tsx'
import { sortWords } from './HeaderMenu.tsx'
import { useTable } from './table-context.ts'

export interface TableToolbarProps {
  sorts: readonly Sort[]
  selected: ReadonlySet<RecordId>
  onSortsChange: (sorts: readonly Sort[]) => void
  onUnselect: () => void
  onCreate: () => void
  onImport: () => void
  onExport: () => void
}

export function TableToolbar(props: TableToolbarProps) {
  const { sorts, selected, onSortsChange, onUnselect, onCreate, onImport, onExport } = props
  const { table, session, backend, isReadOnly, askDelete } = useTable()
  const isViewing = backend.viewedAs !== null
  return (
    <div
      role="toolbar"
      aria-label="Table"
      className="scroll-thin flex h-(--toolbar-height) shrink-0 items-center gap-1.5 overflow-x-auto border-b border-line bg-page px-3 coarse:h-14"
    >
      {selected.size > 0 ? (
        <>
          <span className="tabular px-1 text-sm font-medium">{selected.size.toLocaleString()} selected</span>
          {!isReadOnly && (
            <Button
              size="sm"
              variant="danger-ghost"
              icon={<Trash2 aria-hidden />}
              onPress={() => askDelete([...selected])}
            >
              {selected.size === 1 ? 'Delete record' : `Delete ${selected.size.toLocaleString()} records`}
            </Button>
          )}
          <Button size="sm" variant="ghost" icon={<X aria-hidden />} onPress={onUnselect}>
            Unselect
          </Button>
        </>
      ) : (
        <>
          {!isReadOnly && (
            <Button size="sm" variant="primary" icon={<Plus aria-hidden />} onPress={onCreate}>
              New record
            </Button>
          )}
          <SortMenu table={table} sorts={sorts} onSortsChange={onSortsChange} />
          {sorts.map((sort) => (
            <SortChip
              key={sort.field}
              table={table}
              sort={sort}
              sorts={sorts}
              onSortsChange={onSortsChange}
            />
          ))}
        </>
      )}
      <span className="flex-1" />
      {isReadOnly ? (
        <Tooltip
          label={isViewing ? 'You are only looking.' : 'Your roles here let you read and export, not change.'}
        >
          <AriaButton className="rounded-full outline-none focus-visible:ring-focus">
            <Badge>
              <span className="flex items-center gap-1">
                <Eye aria-hidden className="size-3.5" /> Read only
              </span>
            </Badge>
          </AriaButton>
        </Tooltip>
      ) : (
        <UndoButtons session={session} />
      )}
      {/* A file would be one's own, not what is looked at. */}
      {!isViewing && (
        <MenuTrigger>
          <IconButton label="More" icon={<Ellipsis aria-hidden />} />
          <Menu placement="bottom end">
            {!isReadOnly && (
              <MenuItem icon={<Upload aria-hidden />} onAction={onImport}>
                Import a file
              </MenuItem>
            )}
            <MenuItem icon={<Download aria-hidden />} onAction={onExport}>
              Export as CSV
            </MenuItem>
          </Menu>
        </MenuTrigger>
      )}
    </div>
  )
}

function UndoButtons({ session }: { session: TableSession }) {
  const canUndo = useSyncExternalStore(session.subscribeUndo, session.canUndo)
  const canRedo = useSyncExternalStore(session.subscribeUndo, session.canRedo)
  return (
    <>
      <IconButton
        label="Undo"
        shortcut="Mod+Z"
        icon={<Undo2 aria-hidden />}
        isDisabled={!canUndo}
        onPress={() => session.undo()}
      />
      <IconButton
        label="Redo"
        shortcut="Mod+Y"
        icon={<Redo2 aria-hidden />}
        isDisabled={!canRedo}
        onPress={() => session.redo()}
      />
    </>
  )
}

interface SortProps {
  table: Table
  sorts: readonly Sort[]
  onSortsChange: (sorts: readonly Sort[]) => void
}

function SortMenu({ table, sorts, onSortsChange }: SortProps) {
  const free = table.fields.filter(
    (field) => isSortable(field.type) && !sorts.some((sort) => sort.field === field.id),
  )
  return (
    <MenuTrigger>
      <Button size="sm" variant="ghost" icon={<ArrowDownUp aria-hidden />}>
        {sorts.length === 0 ? 'Sort' : 'Then by'}
      </Button>
      <Menu aria-label="Sort by" className="max-h-96">
        {free.map((field) => (
          <MenuItem
            key={field.id}
            icon={<FieldIcon type={field.type} className="size-4" />}
            onAction={() => onSortsChange([...sorts, { field: field.id, direction: 'asc' }])}
          >
            {field.name}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  )
}

function SortChip({ table, sort, sorts, onSortsChange }: SortProps & { sort: Sort }) {
  const field = table.fields.find((candidate): candidate is Field => candidate.id === sort.field)
  if (!field) return null
  const words = sortWords(field)[sort.direction === 'asc' ? 0 : 1]
  const Arrow = sort.direction === 'asc' ? ArrowUp : ArrowDown
  const flip = () =>
    onSortsChange(
      sorts.map((other) =>
        other === sort ? { ...sort, direction: sort.direction === 'asc' ? 'desc' : 'asc' } : other,
      ),
    )
  return (
    <span className="flex h-7 shrink-0 items-center rounded-control border border-accent-line bg-accent-tint text-sm text-accent-text coarse:h-11">
      <AriaButton
        onPress={flip}
        aria-label={`Sorted by ${field.name}, ${words}. Turn around`}
        className="flex h-full max-w-52 cursor-default items-center gap-1 rounded-l-control pr-1 pl-2 outline-none hovered:bg-pressed/40 focus-visible:ring-focus-inset"
      >
        <Arrow aria-hidden className="size-3.5 shrink-0" />
        <span className="truncate">{field.name}</span>
      </AriaButton>
      <AriaButton
        onPress={() => onSortsChange(sorts.filter((other) => other !== sort))}
        aria-label={`Do not sort by ${field.name}`}
        className="grid h-full w-6 cursor-default place-items-center rounded-r-control outline-none hovered:bg-pressed/40 focus-visible:ring-focus-inset coarse:w-11"
      >
        <X aria-hidden className="size-3.5" />
      </AriaButton>
    </span>
  )
}
