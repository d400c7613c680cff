/**
 * Which records somebody has linked lately, for the top of the list: ids alone, by the table that they are of, in this browser. What
 * they are called is asked for each time, under the rights of that moment.
 */
import type { RecordId, TableId } from '@plinth/domain'

const key = 'plinth.recent-links'
const kept = { records: 5, tables: 30 } as const

type Recent = readonly (readonly [TableId, readonly RecordId[]])[]

export function recentLinks(target: TableId): readonly RecordId[] {
  return read().find(([table]) => table === target)?.[1] ?? []
}

/** The last one stands first. */
export function rememberLink(target: TableId, record: RecordId): void {
  const others = recentLinks(target).filter((id) => id !== record)
  const rest = read().filter(([table]) => table !== target)
  const now: Recent = [[target, [record, ...others].slice(0, kept.records)], ...rest]
  try {
    localStorage.setItem(key, JSON.stringify(now.slice(0, kept.tables)))
  } catch {
    // Storage is refused: nothing is offered first.
  }
}

export function forgetRecentLinks(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

function read(): Recent {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(known) ? known.filter(isEntry) : []
  } catch {
    return []
  }
}

const isEntry = (entry: unknown): entry is Recent[number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && isTexts(entry[1])
const isTexts = (list: unknown): boolean =>
  Array.isArray(list) && list.every((one: unknown) => typeof one === 'string')
