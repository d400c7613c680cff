/** What the outbox sends next. Pure. */
import { limits, type MutationId, type RecordId } from '@plinth/domain'
import type { OutboxEntry } from './outbox-storage.ts'

/** Cells sent in one call. */
export const cellsPerBatch = 500

export interface Batch {
  readonly entries: OutboxEntry[]
  readonly atomic: boolean
}

/**
 * The next entries to send, in order: at most one a record (a record's changes are serial, each based on the one
 * before), within the limits of a batch; a group goes alone and whole. A step of many changes lets everything else go
 * first that does not touch its records; one that is held waits.
 */
export function nextBatch(queue: readonly OutboxEntry[], held: ReadonlySet<string> = new Set()): Batch {
  if (!queue.some(({ job }) => job !== undefined)) return nextOf(queue)
  const free = nextOf(freeOf(queue))
  return free.entries.length > 0 ? free : nextOfJob(queue, held)
}

function nextOf(queue: readonly OutboxEntry[]): Batch {
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

/** What belongs to no step of many changes, and does not follow one on its records. */
function freeOf(queue: readonly OutboxEntry[]): OutboxEntry[] {
  const blocked = new Set<RecordId>()
  const groups = new Set<string>()
  const free: OutboxEntry[] = []
  for (const entry of queue) {
    const { group, job, mutation } = entry
    const waits = job !== undefined || blocked.has(mutation.record)
    if (!waits) {
      free.push(entry)
      continue
    }
    blocked.add(mutation.record)
    if (group === null) continue
    // A group goes whole, and what follows it may depend on it.
    groups.add(group)
    break
  }
  return free.filter(({ group }) => group === null || !groups.has(group))
}

/** The next part of the first such step that is not held. */
function nextOfJob(queue: readonly OutboxEntry[], held: ReadonlySet<string>): Batch {
  const entries: OutboxEntry[] = []
  const records = new Set<RecordId>()
  let job: string | undefined
  for (const entry of queue) {
    if (entries.length >= limits.mutationsPerBatch) break
    const { record } = entry.mutation
    const isFirst = !records.has(record)
    records.add(record)
    if (!isFirst || entry.job === undefined || held.has(entry.job)) continue
    job ??= entry.job
    if (entry.job === job) entries.push(entry)
  }
  return { entries, atomic: false }
}

/** Those of a step that may be given up: the server cannot have them yet. */
export function unsentOf(
  queue: readonly OutboxEntry[],
  job: string,
  sent: ReadonlySet<MutationId>,
): OutboxEntry[] {
  return queue.filter((entry) => entry.job === job && !sent.has(entry.mutation.id))
}
