/** Codes of the driver and of the socket when a connection is gone. */
const LOSS = /^(CONNECTION_[A-Z]+|CONNECT_TIMEOUT|ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/

/** Whether what was thrown says that the connection to the database was lost or could not be made. */
export function isConnectionLoss(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LOSS.test(String(error.code))
}
