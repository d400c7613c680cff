/** Which groups of a view are closed: each person's own matter, remembered in this browser. */
import { type GroupPath, limits, type TableId, type UserId } from '@plinth/domain'
import { groupKey } from '@plinth/record-store'
import { createContext, useContext, useMemo } from 'react'
import { create } from 'zustand'
import type { TableView } from './table-view.ts'

export interface ClosedGroups {
  readonly paths: readonly GroupPath[]
  /** By the key of the group (`groupKey`). */
  toggle(key: string): void
  /** These and no others; at most `limits.collapsedGroups`. */
  set(paths: readonly GroupPath[]): void
}

const useLists = create<Readonly<Record<string, readonly GroupPath[]>>>(() => ({}))
const none: readonly GroupPath[] = []

function read(key: string): readonly GroupPath[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(found) && found.every(isPath) ? found.slice(0, limits.collapsedGroups) : none
  } catch {
    // Storage refused or spoilt: all groups are open.
    return none
  }
}

const isPath = (value: unknown): value is GroupPath =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((part) => part === null || ['string', 'number', 'boolean'].includes(typeof part))

function write(key: string, paths: readonly GroupPath[]): void {
  useLists.setState({ [key]: paths })
  try {
    if (paths.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(paths))
  } catch {
    // Not remembered then; it holds for this page.
  }
}

export function useStoredGroups(user: UserId, table: TableId, { saved, config }: TableView): ClosedGroups {
  // Other fields make other groups.
  const by = config.groups.map(({ field }) => field).join('-')
  const key = `plinth-closed-groups-${user}-${saved?.id ?? table}-${by}`
  const known = useLists((lists) => lists[key])
  const stored = useMemo(() => known ?? read(key), [known, key])
  return useMemo(() => {
    const set = (paths: readonly GroupPath[]) => write(key, paths.slice(0, limits.collapsedGroups))
    return {
      paths: stored,
      set,
      toggle(group) {
        const others = stored.filter((path) => groupKey(path) !== group)
        if (others.length < stored.length) return set(others)
        const path: unknown = JSON.parse(group)
        if (isPath(path)) set([...others, path])
      },
    }
  }, [key, stored])
}

export const ClosedGroupsContext = createContext<ClosedGroups>({
  paths: none,
  set: () => undefined,
  toggle: () => undefined,
})

export const useClosedGroups = (): ClosedGroups => useContext(ClosedGroupsContext)
