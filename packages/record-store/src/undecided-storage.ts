/** Where what was refused waits for the person's decision, so that closing the tab loses nothing of what was typed. */
import type { RecordId, TableId } from '@plinth/domain'
import type { DBSchema } from 'idb'
import { browserDatabase } from './browser-database.ts'
import type { Undecided } from './record-entry.ts'

export interface UndecidedRecord extends Undecided {
  readonly table: TableId
  readonly record: RecordId
}

export interface UndecidedStorage {
  load(table: TableId): Promise<readonly UndecidedRecord[]>
  /** One for each record: a later one takes the place of an earlier one. */
  put(left: UndecidedRecord): Promise<void>
  remove(table: TableId, record: RecordId): Promise<void>
}

/** Keeps them for the life of the page only: where the browser has no durable storage. */
export function memoryUndecidedStorage(): UndecidedStorage {
  const all = new Map<RecordId, UndecidedRecord>()
  return {
    load: async (table) => [...all.values()].filter((left) => left.table === table),
    put: async (left) => void all.set(left.record, left),
    remove: async (_table, record) => void all.delete(record),
  }
}

interface UndecidedSchema extends DBSchema {
  records: { key: [string, string]; value: UndecidedRecord; indexes: { table: string } }
}

/** Keeps them in IndexedDB, one database a person. Falls back to memory where IndexedDB is refused. */
export function browserUndecidedStorage(owner: string): UndecidedStorage {
  const fallback = memoryUndecidedStorage()
  const database = browserDatabase<UndecidedSchema>(`plinth-undecided-${owner}`, (db) => {
    db.createObjectStore('records', { keyPath: ['table', 'record'] }).createIndex('table', 'table')
  })
  return {
    async load(table) {
      const db = await database()
      return db ? db.getAllFromIndex('records', 'table', table) : fallback.load(table)
    },
    async put(left) {
      const db = await database()
      if (!db) return fallback.put(left)
      const work = db.transaction('records', 'readwrite', { durability: 'strict' })
      const asked = work.store.put(left)
      // Else the browser waits for the answer before it commits, and the page may be gone by then.
      work.commit()
      await Promise.all([asked, work.done])
    },
    async remove(table, record) {
      const db = await database()
      if (db) await db.delete('records', [table, record])
      else await fallback.remove(table, record)
    },
  }
}
