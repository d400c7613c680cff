import type { WorkspaceSummary } from '@plinth/domain'
import { useParams } from '@tanstack/react-router'
import {
  ArrowDown,
  ArrowUp,
  ChevronRight,
  Copy,
  Ellipsis,
  Eye,
  ListChecks,
  Pencil,
  Plus,
  Settings,
  Table2,
  Trash2,
  Upload,
  UserPlus,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Link as AriaLink } from 'react-aria-components/Link'
import { showDialog } from '../../lib/dialogs.ts'
import { useFrame } from '../../lib/frame-store.ts'
import { paths } from '../../lib/paths.ts'
import { useMove } from '../../lib/use-move.ts'
import { useTrash } from '../../lib/use-trash.ts'
import { HueTile } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '../../ui/Menu.tsx'
import { lineClass } from './Sidebar.tsx'

type BaseSummary = WorkspaceSummary['bases'][number]

/** The bases of a workspace with their tables. Every line is a link; its menu appears beside it. */
export function BaseTree({ bases }: { bases: readonly BaseSummary[] }) {
  return (
    <ul className="flex flex-col gap-px">
      {bases.map((base) => (
        <BaseLines key={base.id} base={base} />
      ))}
    </ul>
  )
}

function BaseLines({ base }: { base: BaseSummary }) {
  const params = useParams({ strict: false })
  const isFolded = useFrame((state) => state.foldedBases.includes(base.id))
  const toggleBase = useFrame((state) => state.toggleBase)
  const isCurrent = params.base === base.id && params.table === undefined
  return (
    <li>
      <div className="group/line relative flex items-center">
        <AriaButton
          aria-label={`Tables of ${base.name}`}
          aria-expanded={!isFolded}
          onPress={() => toggleBase(base.id)}
          className="absolute left-0 z-1 grid size-6 place-items-center rounded-[4px] text-ink-faint outline-none hovered:text-ink focus-visible:ring-focus-inset coarse:size-11"
        >
          <ChevronRight
            aria-hidden
            className={cx('size-3.5 transition-transform', !isFolded && 'rotate-90')}
          />
        </AriaButton>
        <AriaLink
          href={paths.base(base.id)}
          {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
          className={lineClass(isCurrent, placeOfLine)}
        >
          <HueTile hue={base.hue} name={base.name} />
          <span className="truncate">{base.name}</span>
        </AriaLink>
        <BaseMenu base={base} />
      </div>
      {!isFolded && (
        <ul className="mt-px flex flex-col gap-px">
          {base.tables.map((table) => (
            <TableLine key={table.id} base={base} table={table} isCurrent={params.table === table.id} />
          ))}
          {base.role === 'creator' && base.tables.length === 0 && (
            <li>
              <AriaButton
                onPress={() => showDialog({ kind: 'new-table', base: base.id })}
                className={lineClass(false, placeOfLine)}
              >
                <BelowTile>
                  <Plus aria-hidden />
                </BelowTile>
                Add a table
              </AriaButton>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

/** Centres an icon below the tile of its base, so that names stand in one line. */
function BelowTile({ children }: { children: ReactNode }) {
  return <span className="grid w-5 shrink-0 place-items-center">{children}</span>
}

/** Between what folds a base and the menu. */
const placeOfLine = 'pr-8 pl-6 coarse:pr-12 coarse:pl-11'

const menuButtonClass =
  'absolute right-1 grid size-6 place-items-center rounded-[4px] text-ink-muted opacity-0 outline-none group-hover/line:opacity-100 hovered:bg-pressed hovered:text-ink focus-visible:opacity-100 focus-visible:ring-focus-inset aria-expanded:opacity-100 coarse:size-11 coarse:opacity-100'

function BaseMenu({ base }: { base: BaseSummary }) {
  const isCreator = base.role === 'creator'
  return (
    <MenuTrigger>
      <AriaButton aria-label={`Menu of ${base.name}`} className={menuButtonClass}>
        <Ellipsis aria-hidden className="size-4" />
      </AriaButton>
      <Menu>
        {isCreator && (
          <>
            <MenuItem icon={<Plus />} onAction={() => showDialog({ kind: 'new-table', base: base.id })}>
              New table
            </MenuItem>
            <MenuItem icon={<Upload />} onAction={() => showDialog({ kind: 'import', base: base.id })}>
              Import a file
            </MenuItem>
            <MenuItem
              icon={<UserPlus />}
              onAction={() => showDialog({ kind: 'invite', workspace: base.workspaceId, base: base.id })}
            >
              Invite people
            </MenuItem>
            <MenuSeparator />
          </>
        )}
        <MenuItem icon={<Users />} href={paths.baseMembers(base.id)}>
          Members of this base
        </MenuItem>
        {isCreator && (
          <MenuItem icon={<Eye />} onAction={() => showDialog({ kind: 'view-as', base: base.id })}>
            View as…
          </MenuItem>
        )}
        <MenuItem icon={<Settings />} href={paths.baseSettings(base.id)}>
          Base settings
        </MenuItem>
      </Menu>
    </MenuTrigger>
  )
}

function TableLine({
  base,
  table,
  isCurrent,
}: {
  base: BaseSummary
  table: BaseSummary['tables'][number]
  isCurrent: boolean
}) {
  const trash = useTrash(base.id)
  const move = useMove(base.id)
  const place = base.tables.indexOf(table)
  return (
    <li className="group/line relative flex items-center">
      <AriaLink
        href={paths.table(base.id, table.id)}
        {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
        className={lineClass(isCurrent, placeOfLine)}
      >
        <BelowTile>
          <Table2 aria-hidden className={isCurrent ? 'text-accent-text' : 'text-ink-faint'} />
        </BelowTile>
        <span className="truncate">{table.name}</span>
      </AriaLink>
      {base.role === 'creator' && (
        <MenuTrigger>
          <AriaButton aria-label={`Menu of ${table.name}`} className={menuButtonClass}>
            <Ellipsis aria-hidden className="size-4" />
          </AriaButton>
          <Menu>
            <MenuItem
              icon={<Pencil />}
              onAction={() => showDialog({ kind: 'edit-table', base: base.id, table })}
            >
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
              <MenuItem icon={<ArrowUp />} onAction={() => void move.table(base, table.id, -1)}>
                Move up
              </MenuItem>
            )}
            {place < base.tables.length - 1 && (
              <MenuItem icon={<ArrowDown />} onAction={() => void move.table(base, table.id, 1)}>
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
      )}
    </li>
  )
}
