import postgres, { type Sql } from 'postgres'

/** The part of the driver's connections that `onexecute` gives away. */
interface DriverConnection {
  id: number
  terminate(): void
}

type Execute = (connection: DriverConnection) => unknown
type Unsafe = (text: string, ...rest: [args?: unknown[], options?: { onexecute?: Execute }]) => unknown

/**
 * Pause before a lost connection is made anew. The driver's own grows with the number of connections lost, so
 * that a restart of Postgres under a busy pool would stop all work for up to 20 s.
 */
const RECONNECT_S = 0.2

/**
 * Makes the first message of a connection longer than 1 kB; Postgres shows the first 63 characters. What was
 * waiting to be written when a connection was lost stays in the driver's buffer (3.4.9), which then waits for
 * ever to be sent; only a message of that length goes out at once. Postgres refuses it for what stands before
 * it, and the connection after that is sound.
 */
const LONG_NAME = 'plinth'.padEnd(1_100)

/**
 * Opens a pool whose notices are dropped and whose idle connections close after a while. A connection lost
 * within a transaction rejects what is still asked of it.
 *
 * That last is not so in the driver itself (3.4.9): the `rollback` of such a transaction is written to a
 * socket that is gone, which throws outside of any promise and ends the process. A connection marked as
 * terminated refuses instead, until it is opened anew; the mark is set as soon as it closes.
 */
export function openPool(url: string, max: number): Sql {
  const inTransaction = new Map<number, DriverConnection>()
  const sql = postgres(url, {
    max,
    onnotice: () => undefined,
    idle_timeout: 60,
    prepare: true,
    backoff: () => RECONNECT_S,
    connection: { application_name: LONG_NAME },
    onclose: (id) => {
      inTransaction.get(id)?.terminate()
      inTransaction.delete(id)
    },
  })
  // `begin` sends its first statement this way, and learns of its connection by `onexecute`.
  const unsafe = sql.unsafe as unknown as Unsafe
  const watching: Unsafe = (text, ...rest) => {
    const [args, options] = rest
    const onexecute = options?.onexecute
    if (!onexecute) return unsafe(text, ...rest)
    const watch: Execute = (connection) => {
      inTransaction.set(connection.id, connection)
      return onexecute(connection)
    }
    return unsafe(text, args, { ...options, onexecute: watch })
  }
  sql.unsafe = watching as unknown as Sql['unsafe']
  return sql
}
