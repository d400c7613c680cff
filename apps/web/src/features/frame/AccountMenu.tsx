import type { Profile } from '@plinth/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useBackend } from '../../lib/backend-context.ts'
import { showDialog } from '../../lib/dialogs.ts'
import { PersonAvatar } from '../../lib/PersonAvatar.tsx'
import { paths } from '../../lib/paths.ts'
import { signOut } from '../../lib/sign-out.ts'
import { type ThemePreference, useTheme } from '../../lib/theme.ts'
import { Menu, MenuItem, MenuSeparator, MenuTrigger, SubmenuTrigger } from '../../ui/Menu.tsx'
import { toast } from '../../ui/Toast.tsx'

const themes: readonly { id: ThemePreference; label: string; icon: React.ReactNode }[] = [
  { id: 'light', label: 'Light', icon: <Sun /> },
  { id: 'dark', label: 'Dark', icon: <Moon /> },
  { id: 'system', label: 'As the system', icon: <Monitor /> },
]

export function AccountMenu({ profile }: { profile: Profile }) {
  const backend = useBackend()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { preference, choose } = useTheme()
  const leave = async () => {
    const result = await signOut(backend, queryClient, 'local')
    if (result.ok) await navigate({ to: '/sign-in' })
    else toast.error(result.error)
  }
  return (
    <MenuTrigger>
      <AriaButton
        aria-label={`Account of ${profile.name}`}
        className="flex h-10 w-full min-w-0 cursor-default items-center gap-2 rounded-control px-2 text-left outline-none hovered:bg-hover focus-visible:ring-focus-inset coarse:h-12"
      >
        <PersonAvatar person={profile} size={24} />
        <span className="min-w-0 flex-1 truncate text-sm font-medium">{profile.name}</span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
      </AriaButton>
      <Menu placement="top start" className="w-56">
        <MenuItem icon={<UserRound />} href={paths.account()} description={profile.email}>
          Account
        </MenuItem>
        <SubmenuTrigger>
          <MenuItem icon={<Sun />}>Theme</MenuItem>
          <Menu
            selectionMode="single"
            selectedKeys={[preference]}
            onSelectionChange={(keys) => {
              const chosen = themes.find((theme) => keys !== 'all' && keys.has(theme.id))
              if (chosen) choose(chosen.id)
            }}
          >
            {themes.map((theme) => (
              <MenuItem key={theme.id} id={theme.id} icon={theme.icon}>
                {theme.label}
              </MenuItem>
            ))}
          </Menu>
        </SubmenuTrigger>
        <MenuItem icon={<Keyboard />} shortcut="?" onAction={() => showDialog({ kind: 'shortcuts' })}>
          Keyboard shortcuts
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<LogOut />} onAction={leave}>
          Sign out
        </MenuItem>
      </Menu>
    </MenuTrigger>
  )
}
