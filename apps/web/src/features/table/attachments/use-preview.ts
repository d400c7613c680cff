import type { Backend } from '@plinth/domain'
import { useCallback, useSyncExternalStore } from 'react'
import { PreviewCache, type PreviewOptions } from './preview-cache.ts'

const kinds = {
  /** At ≤ 512 px each these are a few megabytes as they are stored. */
  thumb: { kept: 120 },
  picture: { kept: 3 },
  pdf: { kept: 1, type: 'application/pdf' },
} as const satisfies Record<string, PreviewOptions>

type Kind = keyof typeof kinds

const caches = new WeakMap<Backend, Map<Kind, PreviewCache>>()

function cacheOf(backend: Backend, kind: Kind): PreviewCache {
  const known = caches.get(backend) ?? new Map<Kind, PreviewCache>()
  caches.set(backend, known)
  const cache = known.get(kind) ?? new PreviewCache(backend.files, kinds[kind])
  known.set(kind, cache)
  return cache
}

/** An object URL of a stored file, downloaded with the session; null while loading and where it failed. */
export function usePreview(
  backend: Backend,
  key: string | null,
  kind: Kind = 'thumb',
): { url: string | null; hasFailed: boolean } {
  const cache = cacheOf(backend, kind)
  const subscribe = useCallback(
    (listener: () => void) => (key === null ? () => undefined : cache.show(key, listener)),
    [cache, key],
  )
  const url = useSyncExternalStore(subscribe, () => (key === null ? null : cache.url(key)))
  const hasFailed = useSyncExternalStore(subscribe, () => key !== null && cache.state(key) === 'failed')
  return { url, hasFailed }
}
