import type { Backend } from '@plinth/domain'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AppFrame } from '../features/frame/AppFrame.tsx'
import { NoticesBell } from '../features/notices/NoticesBell.tsx'
import { useOutboxStatus } from '../features/table/row-stores.ts'
import { useBackend } from '../lib/backend-context.ts'
import { useSession } from '../lib/queries.ts'
import { isLeaving } from '../lib/sign-out.ts'
import { RefusedError } from '../lib/unwrap.ts'
import { toast } from '../ui/Toast.tsx'
import { AppCommands } from './AppCommands.tsx'
import { DialogHost } from './DialogHost.tsx'

export function SignedInLayout() {
  useSessionEnd()
  const session = useSession()
  const outbox = useOutboxStatus(useBackend(), session.profile.id)
  return (
    <>
      <AppFrame session={session} waiting={outbox.pending} bell={<NoticesBell session={session} />}>
        <Outlet />
      </AppFrame>
      <AppCommands />
      <DialogHost />
    </>
  )
}

/**
 * Whether the session is gone for good. Another tab's word may come before the browser has told this one that the
 * stored session is away, so that it is asked for up to a second.
 */
async function isSignedOut(backend: Backend): Promise<boolean> {
  for (let tries = 0; tries < 10; tries++) {
    if ((await backend.auth.current()) === null) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

/**
 * The session can end under a person: signed out in another tab or everywhere, or the token refused. Whatever they
 * were looking at waits behind the sign-in.
 */
function useSessionEnd() {
  const backend = useBackend()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  useEffect(() => {
    let isEnding = false
    const end = async () => {
      if (isEnding || isLeaving() || !(await isSignedOut(backend)) || isEnding) return
      isEnding = true
      const next = router.state.location.href
      queryClient.clear()
      toast.info('Your session has ended.', { id: 'session', description: 'Sign in again to go on.' })
      void navigate({ to: '/sign-in', search: next === '/' ? {} : { next } })
    }
    const stopAuth = backend.auth.onChange((event) => {
      if (event === 'signed_out') void end()
    })
    const stopQueries = queryClient.getQueryCache().subscribe(({ query }) => {
      const problem = query.state.error
      if (query.state.status !== 'error' || !(problem instanceof RefusedError)) return
      if (problem.error.code === 'session_expired' || problem.error.code === 'not_signed_in') {
        void backend.auth.signOut('local').then(end)
      }
    })
    return () => {
      stopAuth()
      stopQueries()
    }
  }, [backend, queryClient, navigate, router])
}
