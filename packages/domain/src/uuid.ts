/**
 * UUID version 7 with a strictly increasing 12-bit counter inside one millisecond, so that records made one after
 * another by one client sort in that order (the table's own order).
 */
let lastMs = 0
let counter = 0

export function uuidV7(now: number = Date.now()): string {
  if (now > lastMs) {
    lastMs = now
    counter = 0
  } else if (++counter > 0xfff) {
    // The counter is spent: borrow from the next millisecond rather than lose the order.
    lastMs += 1
    counter = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  const random = crypto.getRandomValues(new Uint8Array(8))
  random[0] = (random[0]! & 0x3f) | 0x80
  const tail = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const head = `7${counter.toString(16).padStart(3, '0')}`
  return `${time.slice(0, 8)}-${time.slice(8)}-${head}-${tail.slice(0, 4)}-${tail.slice(4)}`
}
