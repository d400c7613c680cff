/**
 * UUID version 7 with a strictly increasing 12-bit counter inside one millisecond, so that records made one after
 * another by one client sort in that order (the table's own order). Random bytes are drawn in blocks: an import makes
 * a hundred thousand ids.
 */
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const pool = new Uint8Array(4096)
let spent = pool.length

/** A UUID of any version, in either case. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)

/** Ids of one sequence; it never goes back, not even when its clock does. */
export function uuidV7Sequence(): (now?: number) => string {
  let lastMs = 0
  let counter = 0
  return (now = Date.now()) => {
    if (now > lastMs) {
      lastMs = now
      counter = 0
    } else if (++counter > 0xfff) {
      // The counter is spent: borrow from the next millisecond rather than lose the order.
      lastMs += 1
      counter = 0
    }
    return uuidAt(lastMs, counter)
  }
}

/** The ids of this client. */
export const uuidV7 = uuidV7Sequence()

function uuidAt(ms: number, counter: number): string {
  if (spent === pool.length) {
    crypto.getRandomValues(pool)
    spent = 0
  }
  const at = spent
  spent += 8
  const byte = (offset: number): string => hex[pool[at + offset]!]!
  const time = ms.toString(16).padStart(12, '0')
  const head = (0x7000 | counter).toString(16)
  const variant = hex[(pool[at]! & 0x3f) | 0x80]!
  const tail = byte(2) + byte(3) + byte(4) + byte(5) + byte(6) + byte(7)
  return `${time.slice(0, 8)}-${time.slice(8)}-${head}-${variant}${byte(1)}-${tail}`
}
