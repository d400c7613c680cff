import type { WorkspaceSummary } from '@plinth/domain'
import { useParams } from '@tanstack/react-router'
import { ChevronRight, Ellipsis, Eye, Plus, Settings, Upload, UserPlus, Users, Zap } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Link as AriaLink } from 'react-aria-components/Link'
import { showDialog } from '../../lib/dialogs.ts'
import { useFrame } from '../../lib/frame-store.ts'
import { paths } from '../../lib/paths.ts'
import { HueTile } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '../../ui/Menu.tsx'
import { lineClass } from './Sidebar.tsx'
import { TableLines } from './TableLines.tsx'
import { BelowTile, menuButtonClass, placeOfLine } from './tree-line.tsx'

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
          <TableLines base={base} current={params.table} />
          {base.role === 'creator' && (base.tables.length === 0 || params.base === base.id) && (
            <li>
              <AriaButton
                onPress={() => showDialog({ kind: 'new-table', base: base.id })}
                className={cx(lineClass(false, placeOfLine), 'text-ink-muted')}
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
          <MenuItem icon={<Zap />} href={paths.baseAutomations(base.id)}>
            Automations
          </MenuItem>
        )}
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
