import type { Result } from '@plinth/domain'

/** A step of somebody else's holds a table for seconds; the server itself waits for two at each try. */
const pauseMs = 1_000
const tries = 20

/** Repeats a call while the table is busy: where nobody sits before a button who could press it again. */
export async function patiently<T>(call: () => Promise<Result<T>>): Promise<Result<T>> {
  for (let tried = 1; ; tried++) {
    const result = await call()
    if (result.ok || result.error.code !== 'busy' || tried === tries) return result
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
