/** What several windows and many records are at a moment, as one thing that tells when it changes. */
import type { RecordId } from '@plinth/domain'
import type { GroupsSnapshot, RowView, RowWindow, TableSession, WindowSnapshot } from '@plinth/record-store'
import { useMemo, useSyncExternalStore } from 'react'

/** Many sources with one value: the same list as long as no part of it is another. */
class Gathered<T> {
  readonly #sources: readonly { subscribe(listener: () => void): () => void; current(): T }[]
  #values: readonly T[] = []

  constructor(sources: readonly { subscribe(listener: () => void): () => void; current(): T }[]) {
    this.#sources = sources
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const stops = this.#sources.map((source) => source.subscribe(listener))
    return () => {
      for (const stop of stops) stop()
    }
  }

  readonly current = (): readonly T[] => {
    const next = this.#sources.map((source) => source.current())
    const isSame =
      next.length === this.#values.length && next.every((value, at) => value === this.#values[at])
    if (!isSame) this.#values = next
    return this.#values
  }
}

export function useSnapshots(windows: readonly RowWindow[]): readonly WindowSnapshot[] {
  const all = useMemo(
    () => new Gathered(windows.map(({ subscribe, snapshot }) => ({ subscribe, current: snapshot }))),
    [windows],
  )
  return useSyncExternalStore(all.subscribe, all.current)
}

/** The groups of those windows that have some. */
export function useGroups(windows: readonly RowWindow[]): readonly GroupsSnapshot[] {
  const all = useMemo(() => {
    const groups = windows.flatMap(({ figures }) => figures.groups ?? [])
    return new Gathered(groups.map(({ subscribe, snapshot }) => ({ subscribe, current: snapshot })))
  }, [windows])
  return useSyncExternalStore(all.subscribe, all.current)
}

/** Records as they are now; null for those that are not there. */
export function useRows({ store }: TableSession, ids: readonly RecordId[]): readonly (RowView | null)[] {
  const all = useMemo(() => {
    const sources = ids.map((id) => ({
      subscribe: (listener: () => void) => store.subscribe(id, listener),
      current: () => store.get(id),
    }))
    return new Gathered<RowView | null>(sources)
  }, [store, ids])
  return useSyncExternalStore(all.subscribe, all.current)
}
