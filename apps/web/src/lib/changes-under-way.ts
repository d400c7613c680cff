/**
 * Changes that are shown before the database has them. They are sent one after the other, as each one builds on what the one before it has
 * shown; and what is loaded meanwhile would not know them yet, so it is loaded when they have ended.
 */
let last: Promise<unknown> = Promise.resolve()

/** Sends a change that is shown already, when those before it have been answered. */
export function inTurn<T>(send: () => Promise<T>): Promise<T> {
  const sent = last.then(send)
  last = sent.catch(() => undefined)
  return sent
}

/** Loads what changes may be shown in: not before all that were shown have been answered, and again where another came meanwhile. */
export async function knowingChanges<T>(load: () => Promise<T>): Promise<T> {
  const known = last
  await known
  if (known !== last) return knowingChanges(load)
  const loaded = await load()
  return known === last ? loaded : knowingChanges(load)
}
