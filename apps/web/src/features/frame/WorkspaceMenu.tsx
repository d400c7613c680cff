import type { SessionInfo, WorkspaceSummary } from '@plinth/domain'
import { ChevronsUpDown, Plus } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { showDialog } from '../../lib/dialogs.ts'
import { paths } from '../../lib/paths.ts'
import { HueTile } from '../../ui/Chip.tsx'
import { Menu, MenuItem, MenuSection, MenuSeparator, MenuTrigger } from '../../ui/Menu.tsx'
import { stableHue } from '../../ui/stable-hue.ts'

/** Where one is, and the way to the other workspaces. */
export function WorkspaceMenu({
  session,
  workspace,
}: {
  session: SessionInfo
  workspace: WorkspaceSummary | null
}) {
  const name = workspace?.name ?? 'No workspace'
  return (
    <MenuTrigger>
      <AriaButton
        aria-label={`Workspace ${name}. Switch workspace`}
        className="flex h-8 min-w-0 flex-1 cursor-default items-center gap-2 rounded-control px-2 outline-none hovered:bg-hover focus-visible:ring-focus-inset pressed:bg-pressed coarse:h-11"
      >
        <HueTile hue={workspace ? stableHue(workspace.id) : 'stone'} name={name} size={20} />
        <span className="min-w-0 truncate text-sm font-semibold">{name}</span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
      </AriaButton>
      <Menu className="w-64">
        <MenuSection title="Workspaces">
          {session.workspaces.map((one) => (
            <MenuItem
              key={one.id}
              id={one.id}
              href={paths.workspace(one.id)}
              isCurrent={one.id === workspace?.id}
              icon={<HueTile hue={stableHue(one.id)} name={one.name} />}
            >
              {one.name}
            </MenuItem>
          ))}
        </MenuSection>
        {session.installation.mayCreateWorkspace && (
          <>
            <MenuSeparator />
            <MenuItem
              icon={
                <span className="grid w-5 place-items-center">
                  <Plus />
                </span>
              }
              onAction={() => showDialog({ kind: 'new-workspace' })}
            >
              New workspace
            </MenuItem>
          </>
        )}
      </Menu>
    </MenuTrigger>
  )
}
