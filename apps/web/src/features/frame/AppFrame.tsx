import type { SessionInfo } from '@plinth/domain'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useFrame } from '../../lib/frame-store.ts'
import { NoticeBar } from './NoticePage.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { Sidebar } from './Sidebar.tsx'
import { InEveryTopBar, TopBar } from './TopBar.tsx'

export interface AppFrameProps {
  session: SessionInfo
  /** Edits that are not stored yet. */
  waiting: number
  /** In every top bar. */
  bell: ReactNode
  children: ReactNode
}

const noticeBar = (title: string) => <TopBar crumbs={[{ id: 'notice', label: title }]} />

/** Sidebar beside the page; on phones the sidebar is a drawer. */
export function AppFrame({ session, waiting, bell, children }: AppFrameProps) {
  // Beside somebody else's view of a base one's own would mislead.
  const isViewing = useLocation({ select: ({ pathname }) => /^\/b\/[^/]+\/view$/.test(pathname) })
  const isSidebarOpen = useFrame((state) => state.isSidebarOpen) && !isViewing
  return (
    <div className="flex h-full bg-page">
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-16 rounded-control bg-ink px-3 py-2 text-page focus:translate-y-0"
      >
        Skip to content
      </a>
      {isSidebarOpen && (
        <div className="hidden h-full w-(--sidebar-width) shrink-0 border-r border-line md:block">
          <Sidebar session={session} />
        </div>
      )}
      <Drawer session={session} />
      <div className="flex h-full min-w-0 flex-1 flex-col">
        <OfflineBanner waiting={waiting} />
        <InEveryTopBar value={isViewing ? null : bell}>
          <NoticeBar value={noticeBar}>{children}</NoticeBar>
        </InEveryTopBar>
      </div>
    </div>
  )
}

function Drawer({ session }: { session: SessionInfo }) {
  const isOpen = useFrame((state) => state.isDrawerOpen)
  const setDrawer = useFrame((state) => state.setDrawer)
  // Every navigation closes the drawer, also one to the page that is open already.
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', () => setDrawer(false)), [router, setDrawer])
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={setDrawer}
      isDismissable
      className="fixed inset-0 z-30 bg-scrim transition-opacity entering:opacity-0 exiting:opacity-0 md:hidden"
    >
      <Modal className="h-full w-[min(18.75rem,85vw)] bg-page shadow-dialog transition-transform duration-(--motion-slow) entering:-translate-x-full exiting:-translate-x-full">
        <Dialog aria-label="Navigation" className="h-full outline-none">
          <Sidebar session={session} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
