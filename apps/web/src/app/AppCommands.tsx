import type { BaseId, WorkspaceId } from '@plinth/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import {
  Keyboard,
  LayoutGrid,
  LogOut,
  Moon,
  PanelLeft,
  Plus,
  Sun,
  Table2,
  Upload,
  UserPlus,
  UserRound,
  Users,
} from 'lucide-react'
import { useEffect } from 'react'
import { currentWorkspace } from '../features/frame/current-workspace.ts'
import { useBackend } from '../lib/backend-context.ts'
import { type Command, useCommands } from '../lib/commands.ts'
import { showDialog, useDialogs } from '../lib/dialogs.ts'
import { useFrame } from '../lib/frame-store.ts'
import { mayInvite } from '../lib/may-invite.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/queries.ts'
import { signOut } from '../lib/sign-out.ts'
import { useTheme } from '../lib/theme.ts'
import { HueTile } from '../ui/Chip.tsx'
import { toast } from '../ui/Toast.tsx'

/** Keys and palette entries that hold everywhere in the app. Draws nothing. */
export function AppCommands() {
  useGlobalKeys()
  usePlaceCommands()
  usePlinthCommands()
  return null
}

function useGlobalKeys() {
  const toggleSidebar = useFrame((state) => state.toggleSidebar)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isMod = event.metaKey || event.ctrlKey
      if (isMod && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        const { open, show, close } = useDialogs.getState()
        if (open?.kind === 'palette') close()
        else if (open === null) show({ kind: 'palette' })
      } else if (isMod && event.key === '\\') {
        event.preventDefault()
        toggleSidebar()
      } else if (
        event.key === '?' &&
        !isMod &&
        !isTyping(event.target) &&
        useDialogs.getState().open === null
      ) {
        event.preventDefault()
        showDialog({ kind: 'shortcuts' })
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [toggleSidebar])
}

/** A letter typed here belongs to a text, or to a cell that begins its editing with it. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable || target.closest('input, textarea, select, [role=grid], [role=menu]') !== null
  )
}

function usePlaceCommands() {
  const session = useSession()
  const navigate = useNavigate()
  const version = JSON.stringify(session.workspaces)
  useCommands('places', version, () => {
    const go = (href: string) => () => void navigate({ href })
    const commands: Command[] = []
    for (const workspace of session.workspaces) {
      const manySpaces = session.workspaces.length > 1
      for (const base of workspace.bases) {
        commands.push({
          id: `base-${base.id}`,
          name: base.name,
          section: 'Go to',
          icon: <HueTile hue={base.hue} name={base.name} />,
          ...(manySpaces ? { context: workspace.name } : {}),
          run: go(paths.base(base.id)),
        })
        for (const table of base.tables) {
          commands.push({
            id: `table-${table.id}`,
            name: table.name,
            section: 'Go to',
            context: base.name,
            icon: <Table2 />,
            run: go(paths.table(base.id, table.id)),
          })
        }
      }
      if (manySpaces) {
        commands.push({
          id: `workspace-${workspace.id}`,
          name: workspace.name,
          section: 'Go to',
          context: 'Workspace',
          icon: <LayoutGrid />,
          run: go(paths.workspace(workspace.id)),
        })
      }
    }
    return commands
  })
}

function usePlinthCommands() {
  const session = useSession()
  const params = useParams({ strict: false })
  const workspace = currentWorkspace(session, params)
  const base = workspace?.bases.find((one) => one.id === params.base)
  const { resolved, choose } = useTheme()
  const backend = useBackend()
  const client = useQueryClient()
  const navigate = useNavigate()
  const version = [
    workspace?.id,
    base?.id,
    base?.role,
    resolved,
    session.installation.mayCreateWorkspace,
  ].join()
  useCommands('plinth', version, () => {
    const commands: Command[] = []
    if (base?.role === 'creator') {
      commands.push(
        {
          id: 'new-table',
          name: 'New table',
          section: 'Create',
          context: base.name,
          icon: <Plus />,
          run: () => showDialog({ kind: 'new-table', base: base.id }),
        },
        {
          id: 'import',
          name: 'Import a file',
          section: 'Create',
          context: base.name,
          icon: <Upload />,
          run: () => showDialog({ kind: 'import', base: base.id }),
        },
      )
    }
    if (workspace) {
      commands.push(
        {
          id: 'new-base',
          name: 'New base',
          section: 'Create',
          icon: <Plus />,
          run: () => showDialog({ kind: 'new-base', workspace: workspace.id }),
        },
        ...(mayInvite(workspace) ? [inviteCommand(workspace.id, base?.id)] : []),
        {
          id: 'members',
          name: 'Members',
          section: 'Go to',
          context: workspace.name,
          icon: <Users />,
          run: () => void navigate({ href: paths.workspaceMembers(workspace.id) }),
        },
      )
    }
    if (session.installation.mayCreateWorkspace) {
      commands.push({
        id: 'new-workspace',
        name: 'New workspace',
        section: 'Create',
        icon: <Plus />,
        run: () => showDialog({ kind: 'new-workspace' }),
      })
    }
    return [
      ...commands,
      {
        id: 'account',
        name: 'Account',
        section: 'Plinth',
        icon: <UserRound />,
        run: () => void navigate({ href: paths.account() }),
      },
      {
        id: 'theme',
        name: resolved === 'dark' ? 'Theme: light' : 'Theme: dark',
        section: 'Plinth',
        icon: resolved === 'dark' ? <Sun /> : <Moon />,
        run: () => choose(resolved === 'dark' ? 'light' : 'dark'),
      },
      {
        id: 'sidebar',
        name: 'Hide or show sidebar',
        section: 'Plinth',
        icon: <PanelLeft />,
        shortcut: 'Mod+\\',
        run: () => useFrame.getState().toggleSidebar(),
      },
      {
        id: 'shortcuts',
        name: 'Keyboard shortcuts',
        section: 'Plinth',
        icon: <Keyboard />,
        shortcut: '?',
        run: () => showDialog({ kind: 'shortcuts' }),
      },
      {
        id: 'sign-out',
        name: 'Sign out',
        section: 'Plinth',
        icon: <LogOut />,
        run: () =>
          void signOut(backend, client, 'local').then((result) => {
            if (!result.ok) return void toast.error(result.error)
            return navigate({ to: '/sign-in' })
          }),
      },
    ] satisfies Command[]
  })
}

function inviteCommand(workspace: WorkspaceId, base: BaseId | undefined): Command {
  return {
    id: 'invite',
    name: 'Invite people',
    section: 'Create',
    icon: <UserPlus />,
    run: () => showDialog({ kind: 'invite', workspace, ...(base ? { base } : {}) }),
  }
}
