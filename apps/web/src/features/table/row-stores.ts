/** The record store of a person on a project: made once, shared by all pages. */
import type { Backend, UserId } from '@plinth/domain'
import { browserOutboxStorage, type OutboxStatus, RowStores, systemClock } from '@plinth/record-store'
import { useMemo, useSyncExternalStore } from 'react'
import { toast } from '../../ui/Toast.tsx'

const byBackend = new WeakMap<Backend, Map<UserId, RowStores>>()

export function rowStoresOf(backend: Backend, user: UserId): RowStores {
  let byUser = byBackend.get(backend)
  if (!byUser) {
    byUser = new Map()
    byBackend.set(backend, byUser)
  }
  let stores = byUser.get(user)
  if (!stores) {
    stores = openRowStores(backend, user)
    byUser.set(user, stores)
  }
  return stores
}

function openRowStores(backend: Backend, user: UserId): RowStores {
  const { rows, live } = backend
  const storage = browserOutboxStorage(user)
  const stores = new RowStores({ rows, live, clock: systemClock, storage })
  void stores.restore()
  stores.onRefusedElsewhere((_mutation, error) => {
    toast.error('A change in another table could not be stored', { description: error.message })
  })
  const wake = () => {
    if (document.visibilityState === 'visible') stores.wake()
  }
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)
  const stop = backend.auth.onChange((event, session) => {
    if (session?.userId === user) {
      if (event === 'signed_in') stores.outbox.wake()
      return
    }
    // Another person, or nobody: what is unsent waits in storage for its owner.
    stop()
    window.removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', wake)
    stores.close()
    byBackend.get(backend)?.delete(user)
  })
  return stores
}

/** How many changes wait to be stored, and why. */
export function useOutboxStatus(backend: Backend, user: UserId): OutboxStatus {
  const outbox = useMemo(() => rowStoresOf(backend, user).outbox, [backend, user])
  return useSyncExternalStore(outbox.subscribe, outbox.status)
}
