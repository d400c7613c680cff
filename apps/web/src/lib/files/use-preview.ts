import { useCallback, useSyncExternalStore } from 'react'
import type { FileSource } from './file-source.ts'
import { PreviewCache, type PreviewOptions } from './preview-cache.ts'

const kinds = {
  /** At ≤ 512 px each these are a few megabytes as they are stored. */
  thumb: { kept: 120 },
  picture: { kept: 3 },
  pdf: { kept: 1, type: 'application/pdf' },
  /** No page, whatever storage calls it: browsers tell by the bytes what they play. */
  played: { kept: 0, type: 'application/octet-stream' },
} as const satisfies Record<string, PreviewOptions>

type Kind = keyof typeof kinds

const caches = new WeakMap<FileSource, Map<Kind, PreviewCache>>()

function cacheOf(source: FileSource, kind: Kind): PreviewCache {
  const known = caches.get(source) ?? new Map<Kind, PreviewCache>()
  caches.set(source, known)
  const cache = known.get(kind) ?? new PreviewCache(source, kinds[kind])
  known.set(kind, cache)
  return cache
}

/** An object URL of a stored file, downloaded with the session; null while loading and where it failed. */
export function usePreview(
  source: FileSource,
  key: string | null,
  kind: Kind = 'thumb',
): { url: string | null; hasFailed: boolean } {
  const cache = cacheOf(source, kind)
  const subscribe = useCallback(
    (listener: () => void) => (key === null ? () => undefined : cache.show(key, listener)),
    [cache, key],
  )
  const url = useSyncExternalStore(subscribe, () => (key === null ? null : cache.url(key)))
  const hasFailed = useSyncExternalStore(subscribe, () => key !== null && cache.state(key) === 'failed')
  return { url, hasFailed }
}
