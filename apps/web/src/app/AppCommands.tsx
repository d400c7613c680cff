import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Keyboard, LogOut, Moon, PanelLeft, Plus, Sun, UserRound } from 'lucide-react'
import { useEffect } from 'react'
import { useBackend } from '../lib/backend-context.ts'
import { type Command, useCommands } from '../lib/commands.ts'
import { currentWorkspace } from '../lib/current-workspace.ts'
import { showDialog, useDialogs } from '../lib/dialogs.ts'
import { useFrame } from '../lib/frame-store.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/queries.ts'
import { signOut } from '../lib/sign-out.ts'
import { useTheme } from '../lib/theme.ts'
import { toast } from '../ui/Toast.tsx'
import { baseCommands, placeCommands, workspaceCommands } from './place-commands.tsx'

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
      } else if (asksForKeys(event, isMod) && useDialogs.getState().open === null) {
        event.preventDefault()
        showDialog({ kind: 'shortcuts' })
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [toggleSidebar])
}

/** `?` where it is not typed, and Ctrl / everywhere. */
const asksForKeys = (event: KeyboardEvent, isMod: boolean): boolean =>
  isMod ? event.key === '/' && !event.altKey : event.key === '?' && !isTyping(event.target)

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
  const params = useParams({ strict: false })
  const workspace = currentWorkspace(session, params)
  const base = workspace?.bases.find((one) => one.id === params.base)
  const version = JSON.stringify([session.workspaces, workspace?.id, base?.id])
  useCommands('places', version, () => {
    const go = (href: string) => () => void navigate({ href })
    return [
      ...placeCommands(session, go),
      ...(base ? baseCommands(base, go) : []),
      ...(workspace ? workspaceCommands(workspace, base, go) : []),
    ]
  })
}

function usePlinthCommands() {
  const { mayCreateWorkspace } = useSession().installation
  const { resolved, choose } = useTheme()
  const leave = useSignOut()
  const navigate = useNavigate()
  useCommands('plinth', `${resolved} ${mayCreateWorkspace}`, () => [
    ...(mayCreateWorkspace ? [newWorkspace] : []),
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
    sidebar,
    shortcuts,
    { id: 'sign-out', name: 'Sign out', section: 'Plinth', icon: <LogOut />, run: leave },
  ])
}

function useSignOut(): () => void {
  const backend = useBackend()
  const client = useQueryClient()
  const navigate = useNavigate()
  return () =>
    void signOut(backend, client, 'local').then((result) => {
      if (!result.ok) return void toast.error(result.error)
      return navigate({ to: '/sign-in' })
    })
}

const newWorkspace: Command = {
  id: 'new-workspace',
  name: 'New workspace',
  section: 'Create',
  icon: <Plus />,
  run: () => showDialog({ kind: 'new-workspace' }),
}

const sidebar: Command = {
  id: 'sidebar',
  name: 'Hide or show sidebar',
  section: 'Plinth',
  icon: <PanelLeft />,
  shortcut: 'Mod+\\',
  run: () => useFrame.getState().toggleSidebar(),
}

const shortcuts: Command = {
  id: 'shortcuts',
  name: 'Keyboard shortcuts',
  section: 'Plinth',
  icon: <Keyboard />,
  shortcut: '?',
  run: () => showDialog({ kind: 'shortcuts' }),
}
