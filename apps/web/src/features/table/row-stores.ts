/** The record store of a person on a project: made once, shared by all pages. */
import type { Backend, UserId } from '@plinth/domain'
import {
  browserOutboxStorage,
  browserUndecidedStorage,
  memoryOutboxStorage,
  memoryUndecidedStorage,
  type OutboxStatus,
  type OwnMutation,
  RowStores,
  systemClock,
} from '@plinth/record-store'
import { useMemo, useSyncExternalStore } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { describeError } from '../../lib/describe-error.ts'
import { explainRefusal, isAboutRights, refusedMutation } from '../../lib/why.tsx'
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
  const { rows, views, live } = backend
  // Changes that wait are one's own: none are sent through somebody else's eyes.
  const storage = backend.viewedAs ? memoryOutboxStorage() : browserOutboxStorage(user)
  const undecided = backend.viewedAs ? memoryUndecidedStorage() : browserUndecidedStorage(user)
  const stores = new RowStores({ rows, views, live, clock: systemClock, storage, undecided })
  void stores.restore()
  stores.onRefused((mutation, error) => {
    const text = typedText(mutation)
    const copy = text === '' ? [] : [{ label: 'Copy my value', onAction: () => void copyText(text) }]
    const why = { label: 'Why?', onAction: () => explainRefusal(refusedMutation(mutation, error)) }
    const [action, second] = isAboutRights(error) ? [why, ...copy] : copy
    toast.error('A change could not be stored', {
      description: describeError(error).text,
      ...(action ? { action } : {}),
      ...(second ? { second } : {}),
    })
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

/** What somebody typed, as text to take elsewhere. */
function typedText(mutation: OwnMutation): string {
  if (mutation.kind === 'delete') return ''
  const values = Object.values(mutation.values).filter((value) => value !== null && typeof value !== 'object')
  return values.join('\n')
}

/** How many changes wait to be stored, and why. */
export function useOutboxStatus(backend: Backend, user: UserId): OutboxStatus {
  const outbox = useMemo(() => rowStoresOf(backend, user).outbox, [backend, user])
  return useSyncExternalStore(outbox.subscribe, outbox.status)
}
