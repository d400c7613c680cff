import postgres, { type Sql, type TransactionSql } from 'postgres'
import { isConnectionLoss } from './connection-loss.ts'

/** The part of the driver's connections that `onexecute` gives away. */
interface DriverConnection {
  id: number
  /** Sends a query; false when the connection takes no further ones for now. */
  execute(query: DriverQuery): unknown
  /** Opens the connection anew, for a first query. */
  connect(first: DriverQuery): void
}

interface DriverQuery {
  /** The connection it was sent on; null before. */
  state: unknown
  /** Hands it to whoever made it: the pool, a transaction, a savepoint. */
  handler: (query: DriverQuery) => void
  reject(reason: Error): void
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
 * Opens a pool whose notices are dropped and whose idle connections close after a while. A transaction whose
 * connection is lost ends at once, and whatever it asks afterwards is refused.
 *
 * That is not so in the driver itself (3.4.9). The `rollback` of such a transaction is written to a socket that is
 * gone, which throws outside of any promise and ends the process. And a transaction that waits for something else
 * meanwhile (a file) goes on when it has it, up to its `commit`: by then the connection may carry the transaction of
 * somebody else.
 */
export function openPool(url: string, max: number): Sql {
  const carried = new Map<number, Transaction>()
  const sql = postgres(url, {
    max,
    onnotice: () => undefined,
    idle_timeout: 60,
    prepare: true,
    backoff: () => RECONNECT_S,
    connection: { application_name: LONG_NAME },
    onclose: (id) => {
      carried.get(id)?.lose()
      carried.delete(id)
    },
  })
  endLostTransactions(sql, carried)
  return sql
}

/** Under the driver's own code, so that callers treat it like the driver's own refusals. */
class ConnectionLost extends Error {
  readonly code = 'CONNECTION_CLOSED'

  constructor() {
    super('The connection of a transaction was lost')
  }
}

/** What makes queries of transactions that are lost. */
const lostHandlers = new WeakSet<DriverQuery['handler']>()

/** One call of `begin`: ends its work when its connection is lost, and knows the queries that are its own. */
class Transaction {
  private isLost = false
  private readonly handlers: DriverQuery['handler'][] = []
  private reject: (reason: Error) => void = () => undefined
  private readonly loss = new Promise<never>((_, reject) => {
    this.reject = reject
  })

  constructor() {
    this.loss.catch(() => undefined)
  }

  lose(): void {
    this.isLost = true
    for (const handler of this.handlers) lostHandlers.add(handler)
    this.reject(new ConnectionLost())
  }

  /** Runs `work` over the transaction or one of its savepoints. */
  run<T>(sql: TransactionSql, work: (sql: TransactionSql) => T | Promise<T>): Promise<T> {
    const { handler } = sql.unsafe('') as unknown as DriverQuery
    this.handlers.push(handler)
    if (this.isLost) lostHandlers.add(handler)
    const savepoint = sql.savepoint.bind(sql) as Savepoint
    const guarded: Savepoint = async (inner) => {
      if (this.isLost) throw new ConnectionLost()
      return savepoint((nested) => this.run(nested, inner))
    }
    sql.savepoint = guarded as TransactionSql['savepoint']
    return Promise.race([work(sql), this.loss])
  }
}

type Savepoint = (work: (sql: TransactionSql) => unknown) => Promise<unknown>
type Begin = (options: string, work: (sql: TransactionSql) => unknown) => Promise<unknown>

type Work = (sql: TransactionSql) => unknown

function endLostTransactions(sql: Sql, carried: Map<number, Transaction>): void {
  const begin = sql.begin as unknown as Begin
  const unsafe = sql.unsafe as unknown as Unsafe
  const shared = sql.options as { fetch_types: boolean }
  const guarded = new WeakSet<DriverConnection>()
  /** Of the call of `begin` under way, which sends its first statement before it returns. */
  let beginning = new Transaction()
  const watching: Unsafe = (text, ...rest) => {
    const [args, options] = rest
    const onexecute = options?.onexecute
    if (!onexecute) return unsafe(text, ...rest)
    const transaction = beginning
    const watch: Execute = (connection) => {
      // Known by now, for all connections. One that is lost while it asks for them would end the process.
      shared.fetch_types = false
      carried.set(connection.id, transaction)
      if (!guarded.has(connection)) guard(connection, () => carried.get(connection.id)?.lose())
      guarded.add(connection)
      return onexecute(connection)
    }
    return unsafe(text, args, { ...options, onexecute: watch })
  }
  sql.unsafe = watching as unknown as Sql['unsafe']
  sql.begin = ((...given: [string, Work] | [Work]) => {
    const [options, work] = given.length === 2 ? given : (['', given[0]] as const)
    const transaction = new Transaction()
    beginning = transaction
    return begin(options, (tx) => transaction.run(tx, work))
  }) as Sql['begin']
}

/** `onLoss` is called when a query learns that the connection is gone, before whoever waits for the query does. */
function guard(connection: DriverConnection, onLoss: () => void): void {
  const { execute, connect } = connection
  let isBroken = false
  connection.execute = (query) => {
    if (isBroken || lostHandlers.has(query.handler)) {
      // Not at once: who asks again and again meanwhile would never let the loss be heard, which comes as an event.
      setImmediate(() => query.reject(new ConnectionLost()))
      // As if there were room for more: the driver would set the connection aside for good otherwise.
      return true
    }
    const { reject } = query
    query.reject = (reason) => {
      // Until it is opened anew the driver would keep queries that nobody answers.
      isBroken ||= isConnectionLoss(reason)
      if (isBroken) onLoss()
      reject(reason)
    }
    return execute(query)
  }
  connection.connect = (first) => {
    isBroken = false
    sendAgainIfUnsent(first)
    connect.call(connection, first)
  }
}

/**
 * A connection that is opened anew rejects its first query, unsent, with the error that the server had for the one
 * before: the query is handed to the pool once more.
 */
function sendAgainIfUnsent(query: DriverQuery): void {
  const { reject } = query
  query.reject = (reason) => {
    query.reject = reject
    if (query.state === null && reason instanceof postgres.PostgresError) query.handler(query)
    else reject(reason)
  }
}
