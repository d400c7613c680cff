/** Where unsent changes wait, so that closing the tab loses nothing. */
import type { MutationId } from '@plinth/domain'
import type { DBSchema } from 'idb'
import { browserDatabase } from './browser-database.ts'
import type { OwnMutation } from './own-mutation.ts'

export interface OutboxEntry {
  /** Order of making; rises. */
  readonly no: number
  readonly mutation: OwnMutation
  /** Entries of one group are stored all or not at all; null: by itself. */
  readonly group: string | null
  /** A step of many changes that this is part of: it may wait and be given up as a whole. */
  readonly job?: string
}

export interface OutboxStorage {
  /** All entries in the order of making. */
  load(): Promise<readonly OutboxEntry[]>
  put(entries: readonly OutboxEntry[]): Promise<void>
  remove(ids: readonly MutationId[]): Promise<void>
}

/** Keeps entries for the life of the page only: where the browser has no durable storage. */
export function memoryOutboxStorage(): OutboxStorage {
  const entries = new Map<MutationId, OutboxEntry>()
  return {
    async load() {
      return [...entries.values()].sort((a, b) => a.no - b.no)
    },
    async put(added) {
      for (const entry of added) entries.set(entry.mutation.id, entry)
    },
    async remove(ids) {
      for (const id of ids) entries.delete(id)
    },
  }
}

interface OutboxSchema extends DBSchema {
  entries: { key: string; value: OutboxEntry; indexes: { no: number } }
}

/**
 * Keeps entries in IndexedDB, one database a person. Two tabs of one person share it: both may send the same
 * entry, which is stored once, because the mutation's id is. Falls back to memory where IndexedDB is refused.
 */
export function browserOutboxStorage(owner: string): OutboxStorage {
  const fallback = memoryOutboxStorage()
  const database = browserDatabase<OutboxSchema>(`plinth-outbox-${owner}`, (db) => {
    db.createObjectStore('entries', { keyPath: 'mutation.id' }).createIndex('no', 'no')
  })
  return {
    async load() {
      const db = await database()
      return db ? db.getAllFromIndex('entries', 'no') : fallback.load()
    },
    async put(entries) {
      const db = await database()
      if (!db) return fallback.put(entries)
      const work = db.transaction('entries', 'readwrite', { durability: 'strict' })
      const asked = entries.map((entry) => work.store.put(entry))
      // Else the browser waits for the answers before it commits, and the page may be gone by then.
      work.commit()
      await Promise.all([...asked, work.done])
    },
    async remove(ids) {
      const db = await database()
      if (!db) return fallback.remove(ids)
      const work = db.transaction('entries', 'readwrite')
      await Promise.all([...ids.map((id) => work.store.delete(id)), work.done])
    },
  }
}
