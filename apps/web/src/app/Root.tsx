import { Outlet, useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import { RouterProvider as AriaRouterProvider } from 'react-aria-components'
import { Toaster } from '../ui/Toast.tsx'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'

/** Links and menus of React Aria go through the router; toasts live above every page. */
export function Root() {
  const router = useRouter()
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
