/** Time as the store sees it. The browser's is `systemClock`; tests own theirs. */
export interface Clock {
  /** Milliseconds; only differences mean anything. */
  now(): number
  /** Runs once after `ms`; the answer cancels it. */
  after(ms: number, run: () => void): Cancel
  /** Runs once before the next paint; the answer cancels it. */
  frame(run: () => void): Cancel
  /** 0 ≤ n < 1, for jitter. */
  random(): number
}

export type Cancel = () => void

/** Longest wait for a paint: a hidden tab paints nothing, yet its rows must stay true. */
const hiddenFrameMs = 250

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  frame(run) {
    if (typeof document === 'undefined' || document.hidden) return systemClock.after(hiddenFrameMs, run)
    const handle = requestAnimationFrame(run)
    return () => cancelAnimationFrame(handle)
  },
  random: () => Math.random(),
}
