import type { GatewayContext } from '../context.ts'

/** How often old messages are deleted, and after how long, as on hosted. */
const PRUNE_MS = 3_600_000
const KEEP_MESSAGES = '3 days'
/** Rows of one transaction: far below what the statement timeout allows. */
const BATCH = 10_000

export interface Pruning {
  stop(): Promise<void>
}

/** Deletes old messages now (a process may not live for an hour) and every hour. */
export function startPruning({ pools, log }: Pick<GatewayContext, 'pools' | 'log'>): Pruning {
  const stopping = new AbortController()
  const { signal } = stopping
  const prune = async () => {
    let removed = BATCH
    while (removed === BATCH && !signal.aborted) removed = await pruneSome(pools.caller)
  }
  const pruneOrTell = () =>
    prune().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      if (!signal.aborted) log(`realtime: old messages were not deleted: ${reason}`)
    })
  let running = pruneOrTell()
  const timer = setInterval(() => {
    running = pruneOrTell()
  }, PRUNE_MS)
  timer.unref()
  return {
    stop: () => {
      stopping.abort()
      clearInterval(timer)
      return running
    },
  }
}

/** Returns how many were deleted. */
async function pruneSome(pool: GatewayContext['pools']['caller']): Promise<number> {
  return pool.begin(async (sql) => {
    await sql`select set_config('role', 'service_role', true)`
    const [row] = await sql<{ removed: number }[]>`
      select realtime.prune_messages(${KEEP_MESSAGES}::interval, ${BATCH}) as removed`
    return row?.removed ?? 0
  })
}
