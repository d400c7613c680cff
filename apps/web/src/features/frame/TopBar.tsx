import { Menu as MenuIcon, PanelLeftOpen, Search } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { showDialog } from '../../lib/dialogs.ts'
import { useFrame } from '../../lib/frame-store.ts'
import { Breadcrumbs, type Crumb } from '../../ui/Breadcrumbs.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

export interface TopBarProps {
  crumbs: readonly Crumb[]
  /** Who is here, share, and what belongs to the page; at the end. */
  end?: ReactNode
}

/** What stands in every top bar, whatever the page. */
export const InEveryTopBar = createContext<ReactNode>(null)

/** 44 px: where am I, who is here, share, search. */
export function TopBar({ crumbs, end }: TopBarProps) {
  const isSidebarOpen = useFrame((state) => state.isSidebarOpen)
  const toggleSidebar = useFrame((state) => state.toggleSidebar)
  const everywhere = useContext(InEveryTopBar)
  const setDrawer = useFrame((state) => state.setDrawer)
  return (
    <header className="flex h-(--topbar-height) shrink-0 items-center gap-2 border-b border-line bg-page px-2 md:px-3">
      <span className="md:hidden">
        <IconButton label="Navigation" icon={<MenuIcon aria-hidden />} onPress={() => setDrawer(true)} />
      </span>
      {!isSidebarOpen && (
        <span className="hidden md:block">
          <IconButton
            label="Show sidebar"
            shortcut="Mod+\"
            icon={<PanelLeftOpen aria-hidden />}
            onPress={toggleSidebar}
          />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <Breadcrumbs crumbs={crumbs} />
      </div>
      <div className="flex shrink-0 items-center gap-2">
        {end}
        {everywhere}
        <IconButton
          label="Search and commands"
          shortcut="Mod+K"
          icon={<Search aria-hidden />}
          onPress={() => showDialog({ kind: 'palette' })}
        />
      </div>
    </header>
  )
}
