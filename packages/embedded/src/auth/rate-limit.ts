/**
 * Rate limits by the generic cell rate algorithm: one number per key (the theoretical arrival time),
 * no timers. Kept in memory: one process serves one project, and a restart forgives.
 */
import type { Clock } from './clock.ts'
import type { Rate } from './limits.ts'

const PRUNE_AT = 10_000

export interface RateLimiter {
  /** Takes one request of `key`; returns 0, or the milliseconds to wait if refused. */
  take(key: string, rate: Rate): number
}

/** `factor` multiplies every limit. */
export function createRateLimiter(clock: Clock, factor: number): RateLimiter {
  const arrivals = new Map<string, number>()

  const intervalMs = (rate: Rate) => (rate.windowSeconds * 1000) / (rate.limit * factor)

  function prune(now: number) {
    for (const [key, arrival] of arrivals) if (arrival <= now) arrivals.delete(key)
    // Under a flood of live keys the oldest are forgotten: memory stays bounded.
    for (const key of arrivals.keys()) {
      if (arrivals.size < PRUNE_AT / 2) break
      arrivals.delete(key)
    }
  }

  return {
    take(key, rate) {
      const now = clock.now().getTime()
      const interval = intervalMs(rate)
      const burst = Math.max(1, rate.limit * factor)
      const arrival = Math.max(arrivals.get(key) ?? now, now)
      const wait = arrival - interval * (burst - 1) - now
      if (wait > 0.5) return wait
      if (arrivals.size >= PRUNE_AT) prune(now)
      arrivals.delete(key)
      arrivals.set(key, arrival + interval)
      return 0
    },
  }
}
