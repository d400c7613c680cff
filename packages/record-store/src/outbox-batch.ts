import { limits, type RecordId } from '@plinth/domain'
import type { OutboxEntry } from './outbox-storage.ts'

/** Cells sent in one call. */
export const cellsPerBatch = 500

/**
 * The next entries to send, in order: at most one a record (a record's changes are serial, each based on the one
 * before), within the limits of a batch; a group goes alone and whole.
 */
export function nextBatch(queue: readonly OutboxEntry[]): { entries: OutboxEntry[]; atomic: boolean } {
  const first = queue[0]
  if (!first) return { entries: [], atomic: false }
  if (first.group !== null) {
    return { entries: queue.filter((entry) => entry.group === first.group), atomic: true }
  }
  const entries: OutboxEntry[] = []
  const records = new Set<RecordId>()
  let cells = 0
  for (const entry of queue) {
    // What follows a group may depend on it: it waits.
    if (entry.group !== null || entries.length >= limits.mutationsPerBatch) break
    const { mutation } = entry
    if (records.has(mutation.record)) continue
    const size = mutation.kind === 'delete' ? 1 : Math.max(1, Object.keys(mutation.values).length)
    if (entries.length > 0 && cells + size > cellsPerBatch) break
    records.add(mutation.record)
    entries.push(entry)
    cells += size
  }
  return { entries, atomic: false }
}
