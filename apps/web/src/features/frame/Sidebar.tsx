import type { SessionInfo, WorkspaceSummary } from '@plinth/domain'
import { useLocation, useParams } from '@tanstack/react-router'
import { Gauge, LayoutGrid, PanelLeftClose, Plus, Search, Settings, Users } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Link as AriaLink } from 'react-aria-components/Link'
import { currentWorkspace } from '../../lib/current-workspace.ts'
import { showDialog } from '../../lib/dialogs.ts'
import { useFrame } from '../../lib/frame-store.ts'
import { keep } from '../../lib/kept.ts'
import { mayMakeBases } from '../../lib/may-invite.ts'
import { paths } from '../../lib/paths.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { BaseTree } from './BaseTree.tsx'
import { WorkspaceMenu } from './WorkspaceMenu.tsx'

/** The look of every line in the sidebar. */
export function lineClass(isCurrent: boolean, className?: string): string {
  const look = isCurrent
    ? 'bg-pressed font-medium text-ink forced-colors:border forced-colors:border-[Highlight]'
    : 'text-ink-soft hovered:bg-hover hovered:text-ink'
  return cx(lineBase, look, className)
}

const lineBase =
  'flex h-8 w-full min-w-0 cursor-default items-center gap-2 rounded-control px-2 text-sm outline-none select-none focus-visible:ring-focus-inset coarse:h-11 [&_svg]:size-4 [&_svg]:shrink-0'

export function Sidebar({ session }: { session: SessionInfo }) {
  const params = useParams({ strict: false })
  const workspace = currentWorkspace(session, params)
  useEffect(() => {
    if (workspace) keep('workspace', workspace.id)
  }, [workspace])
  return (
    <div className="flex h-full flex-col">
      <div className="flex h-(--topbar-height) shrink-0 items-center gap-1 px-2">
        <WorkspaceMenu session={session} workspace={workspace} />
        <HideButton />
      </div>
      <div className="px-2 pt-1 pb-2">
        <AriaButton
          onPress={() => showDialog({ kind: 'palette' })}
          className="flex h-8 w-full cursor-default items-center gap-2 rounded-control border border-line bg-surface px-2 text-sm text-ink-faint outline-none hovered:border-line-strong hovered:text-ink-muted focus-visible:ring-focus coarse:h-11"
        >
          <Search aria-hidden className="size-4" />
          <span className="flex-1 text-left">Quick find</span>
          <span className="coarse:hidden">
            <Kbd keys="Mod+K" />
          </span>
        </AriaButton>
      </div>
      <nav aria-label="Workspace" className="scroll-thin min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {workspace && <WorkspaceLines workspace={workspace} />}
        {workspace && <Bases workspace={workspace} />}
      </nav>
      <div className="shrink-0 border-t border-line p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        <AccountMenu profile={session.profile} />
      </div>
    </div>
  )
}

function HideButton() {
  const toggleSidebar = useFrame((state) => state.toggleSidebar)
  const setDrawer = useFrame((state) => state.setDrawer)
  const isDrawerOpen = useFrame((state) => state.isDrawerOpen)
  return (
    <IconButton
      label="Hide sidebar"
      shortcut="Mod+\"
      icon={<PanelLeftClose aria-hidden />}
      onPress={() => (isDrawerOpen ? setDrawer(false) : toggleSidebar())}
    />
  )
}

function WorkspaceLines({ workspace }: { workspace: WorkspaceSummary }) {
  return (
    <ul className="flex flex-col gap-px">
      <Line href={paths.workspace(workspace.id)} icon={<LayoutGrid aria-hidden />}>
        All bases
      </Line>
      <Line href={paths.workspaceMembers(workspace.id)} icon={<Users aria-hidden />}>
        Members
      </Line>
      {workspace.role !== 'guest' && (
        <Line href={paths.workspaceUsage(workspace.id)} icon={<Gauge aria-hidden />}>
          Usage
        </Line>
      )}
      {workspace.role === 'owner' && (
        <Line href={paths.workspaceSettings(workspace.id)} icon={<Settings aria-hidden />}>
          Workspace settings
        </Line>
      )}
    </ul>
  )
}

function Line({ href, icon, children }: { href: string; icon: ReactNode; children: string }) {
  const isCurrent = useLocation({ select: (location) => location.pathname === href })
  return (
    <li>
      <AriaLink
        href={href}
        {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
        className={lineClass(isCurrent)}
      >
        {icon}
        <span className="truncate">{children}</span>
      </AriaLink>
    </li>
  )
}

function Bases({ workspace }: { workspace: WorkspaceSummary }) {
  return (
    <section className="mt-4" aria-labelledby="sidebar-bases">
      <div className="flex h-7 items-center justify-between pr-0.5 pl-2 coarse:h-11">
        <h2 id="sidebar-bases" className="text-xs font-medium tracking-normal text-ink-muted">
          Bases
        </h2>
        {mayMakeBases(workspace) && (
          <IconButton
            label="New base"
            size="xs"
            icon={<Plus aria-hidden />}
            onPress={() => showDialog({ kind: 'new-base', workspace: workspace.id })}
          />
        )}
      </div>
      {workspace.bases.length === 0 ? (
        <p className="px-2 py-1 text-xs text-ink-faint">No bases yet.</p>
      ) : (
        <BaseTree bases={workspace.bases} />
      )}
    </section>
  )
}
