import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** A database of this browser, opened when it is first asked for; null where the browser refuses it. */
export function browserDatabase<Schema extends DBSchema>(
  name: string,
  make: (db: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema> | null> {
  let opened: Promise<IDBPDatabase<Schema> | null> | null = null
  // Where there is no IndexedDB at all the attempt throws, instead of answering a refusal.
  const open = async () => openDB<Schema>(name, 1, { upgrade: make })
  return () => {
    opened ??= open().catch(() => null)
    return opened
  }
}
