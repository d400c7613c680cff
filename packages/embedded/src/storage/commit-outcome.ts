import { isConnectionLoss } from '../connection-loss.ts'

/** SQLSTATE classes: connection exception, operator intervention (a server that is stopped or killed). */
const lostServer = /^(08|57)[0-9A-Z]{3}$/

/**
 * Whether a failed transaction may have been committed all the same: its connection broke, perhaps between the
 * commit and the answer. What such a transaction published must stay; the sweep at the next start settles it.
 */
export function mayBeCommitted(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return isConnectionLoss(error) || lostServer.test(code)
}
