/** Sending again what failed for a reason that passes. */
import type { AppError, ErrorCode, Result } from '@plinth/domain'

const passing: ReadonlySet<ErrorCode> = new Set(['network', 'busy', 'timeout', 'offline', 'rate_limited'])

/** Waits before the second try, the third …: about a minute in all, then a person decides. */
export const retryDelaysMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const

/** True for failures after which the same call may succeed. */
export function isPassing(error: AppError): boolean {
  return passing.has(error.code)
}

export interface Clock {
  now(): number
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(done, ms)
      function done(): void {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      if (signal.aborted) done()
      else signal.addEventListener('abort', done)
    }),
}

/** The first success, or the last failure once the tries are spent, it does not pass, or `signal` ended. */
export async function withRetries<T>(
  call: () => Promise<Result<T>>,
  options: { clock: Clock; signal: AbortSignal; onWait?: (error: AppError | null) => void },
): Promise<Result<T>> {
  const { clock, signal, onWait } = options
  for (const delay of retryDelaysMs) {
    const result = await call()
    if (result.ok || !isPassing(result.error) || signal.aborted) return result
    onWait?.(result.error)
    await clock.sleep(delay, signal)
    onWait?.(null)
    if (signal.aborted) return result
  }
  return call()
}
