import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { RouterProvider as AriaRouterProvider } from 'react-aria-components'
import { phoneQuery, useMedia } from '../lib/use-media.ts'
import { useHasDialog } from '../ui/open-dialogs.ts'
import { Toaster } from '../ui/Toast.tsx'
import { FocusKeeper } from './focus-keeper.ts'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'

/** Links and menus of React Aria go through the router; toasts live above every page. */
export function Root() {
  const router = useRouter()
  useFocusKeeper()
  const path = useLocation({ select: (place) => place.pathname })
  // Dialogs of phones rise from the bottom, with their buttons there.
  const hasDialog = useHasDialog()
  const isSheetOpen = useMedia(phoneQuery) && hasDialog
  if (isFramed() && path !== '/s') return <FramedNote />
  return (
    <AriaRouterProvider navigate={(href) => router.history.push(href)}>
      <Suspense>
        <Outlet />
      </Suspense>
      <RouteAnnouncer />
      <Toaster isAtTop={isSheetOpen} />
    </AriaRouterProvider>
  )
}

/** Another page may show what a link shows, and nothing else of the app: there people would press what they do not see. */
const isFramed = () => window.self !== window.top

function FramedNote() {
  return (
    <main className="grid h-full place-items-center p-6 text-center text-sm text-ink-muted">
      <p>
        This part of Plinth opens{' '}
        <a href={window.location.href} target="_blank" rel="noopener noreferrer" className="underline">
          in a window of its own
        </a>
        .
      </p>
    </main>
  )
}

function useFocusKeeper(): void {
  useEffect(() => {
    const keeper = new FocusKeeper()
    keeper.start()
    return () => keeper.stop()
  }, [])
}
