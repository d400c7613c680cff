/** Where in time somebody looked last in a view: their own matter, remembered in this browser. */
import type { TableId, UserId, ViewId } from '@plinth/domain'

const keyOf = (user: UserId, view: ViewId | TableId): string => `plinth-timeline-${user}-${view}`

/** Null: they have not been there. */
export function readPlace(user: UserId, view: ViewId | TableId): number | null {
  try {
    const stored = localStorage.getItem(keyOf(user, view))
    const instant = stored === null ? Number.NaN : Date.parse(stored)
    return Number.isFinite(instant) ? instant : null
  } catch {
    // Storage refused: nothing is remembered.
    return null
  }
}

export function writePlace(user: UserId, view: ViewId | TableId, instant: number): void {
  try {
    localStorage.setItem(keyOf(user, view), new Date(instant).toISOString())
  } catch {
    // Not remembered then.
  }
}
