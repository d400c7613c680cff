import type { Backend } from '@plinth/domain'
import { useCallback, useSyncExternalStore } from 'react'
import { PreviewCache } from './preview-cache.ts'

const caches = new WeakMap<Backend, PreviewCache>()

function cacheOf(backend: Backend): PreviewCache {
  let cache = caches.get(backend)
  if (!cache) {
    cache = new PreviewCache(backend.files)
    caches.set(backend, cache)
  }
  return cache
}

/** An object URL of a stored picture, downloaded with the session; null while loading and where it failed. */
export function usePreview(backend: Backend, key: string | null): { url: string | null; hasFailed: boolean } {
  const cache = cacheOf(backend)
  const subscribe = useCallback(
    (listener: () => void) => (key === null ? () => undefined : cache.show(key, listener)),
    [cache, key],
  )
  const url = useSyncExternalStore(subscribe, () => (key === null ? null : cache.url(key)))
  const hasFailed = useSyncExternalStore(subscribe, () => key !== null && cache.state(key) === 'failed')
  return { url, hasFailed }
}
