import type { Backend, BaseSchema, RecordId, Table, UserId, ViewQuery } from '@plinth/domain'
import { computedSources, onReadOf } from '@plinth/expression'
import {
  type LinkedTable,
  type RowView,
  type RowWindow,
  type TableSession,
  type WindowSizes,
  type WindowSnapshot,
  windowSizes,
} from '@plinth/record-store'
import { useCallback, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { rowStoresOf } from './row-stores.ts'

/** What a view asks for: which records, in which order. */
type RowsAsked = Omit<ViewQuery, 'table'>

interface Resource<T> {
  subscribe(listener: () => void): () => void
  current(): T | null
}

/** Something that is entered while a component shows it, and left after. */
function resource<T>(enter: () => T, leave: (entered: T) => void): Resource<T> {
  let entered: T | null = null
  return {
    subscribe() {
      // React looks at `current` again after this, and draws.
      const mine = enter()
      entered = mine
      return () => {
        if (entered === mine) entered = null
        // What comes after it is entered first: the screen goes from one to the other without a gap.
        queueMicrotask(() => leave(mine))
      }
    },
    current: () => entered,
  }
}

const nothing: Resource<never> = { subscribe: () => () => undefined, current: () => null }

/** The session of a table while mounted; null for a moment at first. */
export function useTableSession(
  backend: Backend,
  user: UserId,
  { id: table, fields }: Table,
  accessEpoch: number,
): TableSession | null {
  const entry = useMemo(() => {
    const stores = rowStoresOf(backend, user)
    return resource(
      () => stores.enter(table),
      (session) => stores.leave(session),
    )
  }, [backend, user, table])
  const session = useSyncExternalStore(entry.subscribe, entry.current)
  useEffect(() => session?.listen(accessEpoch), [session, accessEpoch])
  useEffect(() => session?.noteFields(fields.map(({ id }) => id)), [session, fields])
  useEffect(() => session?.noteComputed(computedSources(fields)), [session, fields])
  return session
}

/** Keeps the names of linked records as they are, wherever in the base they are changed. */
export function useLinkedNames(
  session: TableSession | null,
  { fields }: Table,
  { tables, accessEpoch }: Pick<BaseSchema, 'tables' | 'accessEpoch'>,
): void {
  useEffect(() => {
    const late = fields.filter(({ onRead }) => onRead)
    const linked = fields.flatMap(({ id: link, type, options }): LinkedTable[] => {
      const target = type === 'link' ? tables.find(({ id }) => id === options.target) : undefined
      const label = target?.fields[0]?.id
      if (!target || !label) return []
      const reads = late.flatMap((field) => {
        if (field.rollup) return field.rollup.link === link ? onReadOf(field, fields).linked : []
        return onReadOf(field, fields).links.includes(link) ? [label] : []
      })
      return [{ table: target.id, label, link, ...(reads.length > 0 ? { reads } : {}) }]
    })
    session?.followLinks(accessEpoch, linked)
  }, [session, fields, tables, accessEpoch])
}

/** The rows of a query while mounted; null for a moment at first. `sizes`: of what is loaded at once, where that is not as usual. */
export function useRowWindow(
  session: TableSession | null,
  asked: RowsAsked,
  sizes?: WindowSizes,
): RowWindow | null {
  const query = JSON.stringify(asked)
  const entry = useMemo((): Resource<RowWindow> => {
    if (!session) return nothing
    return resource(
      () => session.enterWindow({ table: session.table, ...(JSON.parse(query) as RowsAsked) }, sizes),
      (window) => session.leaveWindow(window),
    )
  }, [session, query, sizes])
  const entered = useSyncExternalStore(entry.subscribe, entry.current)
  // While another query is entered the last one stays on screen, and with it the focus.
  const [last, setLast] = useState(entered)
  if (entered !== null && entered !== last) setLast(entered)
  return entered ?? last
}

/** Rows of many queries at once, a few of each: the first `block`. */
export function useRowWindows(
  session: TableSession | null,
  asked: readonly RowsAsked[],
  block: number,
): readonly RowWindow[] {
  const queries = JSON.stringify(asked)
  const entry = useMemo((): Resource<readonly RowWindow[]> => {
    if (!session) return nothing
    const { table } = session
    const sizes = { ...windowSizes, block, ahead: 0 }
    return resource(
      () =>
        (JSON.parse(queries) as RowsAsked[]).map((query) => session.enterWindow({ table, ...query }, sizes)),
      (windows) => {
        for (const window of windows) session.leaveWindow(window)
      },
    )
  }, [session, queries, block])
  return useSyncExternalStore(entry.subscribe, entry.current) ?? noWindows
}

const noWindows: readonly RowWindow[] = []

export function useSnapshot(window: RowWindow): WindowSnapshot {
  return useSyncExternalStore(window.subscribe, window.snapshot)
}

/** A record as it is now; null while it is not there. */
export function useRow(session: TableSession, id: RecordId | null): RowView | null {
  const { store } = session
  const subscribe = useCallback(
    (listener: () => void) => (id === null ? () => undefined : store.subscribe(id, listener)),
    [store, id],
  )
  return useSyncExternalStore(subscribe, () => (id === null ? null : store.get(id)))
}

/** Runs `onSchema` when the table's schema or one's rights have changed. */
export function useSchemaChanges(session: TableSession | null, onSchema: () => void): void {
  const run = useEffectEvent(onSchema)
  useEffect(() => {
    if (!session) return
    const stops = [
      session.onSchema(() => run()),
      session.subscribeState(() => {
        if (session.state() === 'refused') run()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [session])
}
