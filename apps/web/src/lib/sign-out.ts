import { appError, type Backend, err, type Result } from '@plinth/domain'
import type { QueryClient } from '@tanstack/react-query'
import { forgetDrafts } from './form/kept-drafts.ts'
import { forgetRecentLinks } from './recent-links.ts'

let leaving = false

/** True while the person themselves is signing out: then its end needs no explanation. */
export const isLeaving = (): boolean => leaving

/** Signs out here, or on all devices, and forgets what was loaded. */
export async function signOut(
  backend: Backend,
  queryClient: QueryClient,
  scope: 'local' | 'global',
): Promise<Result<null>> {
  leaving = true
  try {
    const result = await backend.auth.signOut(scope)
    if (result.ok) {
      queryClient.clear()
      forgetRecentLinks()
      forgetDrafts(localStorage)
    }
    return result
  } catch {
    return err(appError('network'))
  } finally {
    // The event of the provider's client comes within the same turn or the next.
    setTimeout(() => {
      leaving = false
    }, 500)
  }
}
