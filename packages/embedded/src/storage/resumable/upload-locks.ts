import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server'

/** How long a request waits for the one before it to let go. */
const MAX_WAIT_MS = 30_000

interface Held {
  release: RequestRelease
  freed: Promise<void>
  free: () => void
}

/**
 * One request at a time for each upload. Who comes next asks the one that holds it to end: after a broken line the
 * old request may hang until then. (The library's own locker spins while it waits.)
 */
export class UploadLocks implements Locker {
  private readonly held = new Map<string, Held>()

  newLock(id: string): Lock {
    let mine: Held | undefined
    return {
      lock: async (signal, release) => {
        const deadline = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)])
        for (let other = this.held.get(id); other; other = this.held.get(id)) {
          await other.release()
          await Promise.race([other.freed, aborted(deadline)])
          if (deadline.aborted) throw ERRORS.ERR_LOCK_TIMEOUT
        }
        mine = hold(release)
        this.held.set(id, mine)
      },
      unlock: async () => {
        if (!mine) return
        this.held.delete(id)
        mine.free()
      },
    }
  }
}

function hold(release: RequestRelease): Held {
  const held: Partial<Held> = { release }
  held.freed = new Promise<void>((resolve) => {
    held.free = resolve
  })
  return held as Held
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
