import { Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { RouterProvider as AriaRouterProvider } from 'react-aria-components'
import { Toaster } from '../ui/Toast.tsx'
import { FocusKeeper } from './focus-keeper.ts'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'

/** Links and menus of React Aria go through the router; toasts live above every page. */
export function Root() {
  const router = useRouter()
  useFocusKeeper()
  return (
    <AriaRouterProvider navigate={(href) => router.history.push(href)}>
      <Suspense>
        <Outlet />
      </Suspense>
      <RouteAnnouncer />
      <Toaster />
    </AriaRouterProvider>
  )
}

function useFocusKeeper(): void {
  useEffect(() => {
    const keeper = new FocusKeeper()
    keeper.start()
    return () => keeper.stop()
  }, [])
}
