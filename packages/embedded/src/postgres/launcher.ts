import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartFailure } from '../start-failure.ts'
import { findBinaries, type PostgresBinaries } from './binaries.ts'
import { clusterFolder, ensureCluster, notePlace } from './cluster.ts'
import { LogFile } from './log-file.ts'
import { LogTail } from './log-tail.ts'
import { stopOrphan } from './orphan.ts'
import { findOsAccount, type OsAccount } from './os-account.ts'
import { stopOnExit } from './stop-on-exit.ts'

export interface LaunchOptions {
  /** Plinth's data folder; the caller holds its lock. */
  dataDir: string
  /** Password of the superuser, set when the cluster is made. */
  password: string
  /** Programs of another Postgres installation, for compatibility tests. */
  binDir?: string
  /** False lets a power failure lose data. For tests only. */
  durable?: boolean
}

/** A running Postgres of ours. */
export interface LaunchedPostgres {
  port: number
  major: number
  /** Whether this start made the cluster. */
  isNew: boolean
  /** Process id of the postmaster. */
  pid: number
  /** Settles when Postgres ends, whether asked to or not, with the last lines of its log. */
  ended: Promise<string>
  /** Ends sessions, writes a checkpoint, stops. Safe to call twice. */
  stop(): Promise<void>
}

const READY = 'database system is ready to accept connections'
/** Crash recovery of a large log can take minutes; a start that hangs longer is broken. */
const START_MS = 300_000
const STOP_MS = 30_000

/**
 * Starts Postgres on a free loopback port over the cluster in `dataDir`, making the cluster at the
 * first start and stopping a leftover Postgres of a killed process. Throws `StartFailure`.
 */
export async function launchPostgres(options: LaunchOptions): Promise<LaunchedPostgres> {
  const account = await findOsAccount()
  const binaries = await findBinaries(account, options.binDir)
  const cluster = await clusterFolder(options.dataDir, account)
  await stopOrphan(cluster)
  const made = await ensureCluster(cluster, binaries, account, options.password)
  await notePlace(options.dataDir, cluster)
  const log = new LogFile(logPath(options.dataDir))
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    try {
      const running = await startServer({ binaries, cluster, account, log }, port, options.durable ?? true)
      return { ...running, port, major: binaries.major, isNew: made === 'made' }
    } catch (error) {
      // Between finding a free port and using it another program may have taken it.
      const portLost = error instanceof StartFailure && error.message.includes('could not bind')
      if (!portLost || attempt === 5) throw error
    }
  }
}

/** Where Postgres's own log is kept; at most 1 MB, and as much again in `postgres.log.1`. */
export function logPath(dataDir: string): string {
  return join(dataDir, 'postgres.log')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

function serverSettings(port: number, durable: boolean): string[] {
  const settings: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    wal_level: 'logical',
    max_connections: 80,
    max_replication_slots: 10,
    max_wal_senders: 10,
    // A reader that went away must not fill the disk.
    max_slot_wal_keep_size: '512MB',
    shared_buffers: '128MB',
    lc_messages: 'C',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_min_messages: 'warning',
    // Statements and their DETAIL can hold people's data; the log stays free of both.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    jit: 'off',
  }
  if (!durable) Object.assign(settings, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' })
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

interface Server {
  binaries: PostgresBinaries
  cluster: string
  account: OsAccount | undefined
  log: LogFile
}

async function startServer(
  server: Server,
  port: number,
  durable: boolean,
): Promise<Pick<LaunchedPostgres, 'pid' | 'ended' | 'stop'>> {
  const child = spawnServer(server, port, durable)
  const dropExitHook = stopOnExit(child, 'SIGINT')
  const tail = new LogTail()
  for (const stream of [child.stdout, child.stderr]) {
    tail.follow(stream)
    server.log.follow(stream)
  }
  const failure = new Promise<never>((_, failed) => {
    child.once('error', (error) => failed(startFailure(String(error), server)))
  })
  failure.catch(() => undefined)
  const ended = once(child, 'close').then(
    () => tail.text(),
    () => tail.text(),
  )
  const ready = new Promise<void>((done) => tail.onLine((line) => line.includes(READY) && done()))
  const early = ended.then((text) => Promise.reject(startFailure(text, server)))
  early.catch(() => undefined)
  const slow = new AbortController()
  const timeout = delay(START_MS, undefined, { signal: slow.signal }).then(() => {
    child.kill('SIGKILL')
    throw startFailure(`It was not ready after ${START_MS / 1000} s.\n${tail.text()}`, server)
  })
  timeout.catch(() => undefined)
  await Promise.race([ready, failure, early, timeout]).finally(() => slow.abort())
  const stop = async () => {
    await stopServer(child, server)
    dropExitHook()
    await server.log.flushed()
  }
  return { pid: child.pid ?? 0, ended, stop }
}

function spawnServer({ binaries, cluster, account }: Server, port: number, durable: boolean) {
  // Its own process group: Ctrl-C in the terminal reaches only us, and we stop Postgres in order.
  return spawn(binaries.postgres, ['-D', cluster, ...serverSettings(port, durable)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
    detached: process.platform !== 'win32',
    cwd: cluster,
    ...account,
  })
}

function startFailure(text: string, { cluster, log }: Server): StartFailure {
  if (/No space left on device/i.test(text)) {
    return new StartFailure(
      'no_disk_space',
      `Postgres has no disk space left at ${cluster}.\n${text}`,
      'Free some space and start again; nothing that was saved is lost.',
    )
  }
  if (/pre-existing shared memory block|lock file .* already exists/.test(text)) {
    return new StartFailure(
      'data_in_use',
      `Another Postgres is at work on ${cluster}.\n${text}`,
      'End it and start again; nothing that was saved is lost.',
    )
  }
  return new StartFailure(
    'postgres_failed',
    `Postgres did not start over ${cluster}.\n${text}`,
    `Its log is ${log.path}. If the data is damaged, put back a copy of the data folder, or begin anew with --reset.`,
  )
}

async function stopServer(child: ChildProcess, { binaries, cluster }: Server): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  if (process.platform === 'win32') {
    // Signals kill outright on Windows; pg_ctl asks in Postgres's own way.
    execFileSync(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-W'], { stdio: 'ignore' })
  } else {
    child.kill('SIGINT')
  }
  const slow = new AbortController()
  const forced = delay(STOP_MS, undefined, { signal: slow.signal }).then(
    () => child.kill('SIGQUIT'),
    () => undefined,
  )
  await closed
  slow.abort()
  await forced
}
