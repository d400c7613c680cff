/** Loads something again when it is said to be old, and does not rest until that has succeeded: nobody says it twice. */
export interface Refresher {
  /** Loads now, whatever is under way. */
  refresh(): void
  /** Repeats nothing any more, until `refresh`. */
  stop(): void
}

/** Pauses before a load that failed is repeated, in milliseconds, each with up to half of jitter: a server that comes back is not run over. */
export const repeatMs = [2_000, 5_000, 10_000, 30_000, 60_000] as const

/** `load` answers whether everything is there; what failed for good counts as there. */
export function createRefresher(load: () => Promise<boolean>): Refresher {
  let latest = 0
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    clearTimeout(timer)
    latest += 1
    const mine = latest
    const isLoaded = await load().catch(() => false)
    if (mine !== latest) return
    if (isLoaded) {
      failures = 0
      return
    }
    const pause = repeatMs[Math.min(failures, repeatMs.length - 1)] ?? repeatMs[0]
    failures += 1
    timer = setTimeout(() => void run(), pause * (1 + Math.random() / 2))
  }

  return {
    refresh: () => void run(),
    stop() {
      clearTimeout(timer)
      latest += 1
      failures = 0
    },
  }
}
