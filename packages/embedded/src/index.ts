import { chmod } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { GatewayConfig } from './context.ts'
import { MIGRATIONS_DIR, openDatabase } from './database.ts'
import { openGateway } from './gateway/gateway.ts'
import { openHttpServer } from './gateway/http-server.ts'
import { makeFolder } from './make-folder.ts'
import { lockFolder } from './postgres/folder-lock.ts'
import { loadSecrets } from './secrets.ts'
import { fileFailure } from './start-failure.ts'

export interface BackendOptions {
  /** Folder of everything kept: database, files, secrets, mailbox. Made if missing. */
  dataDir: string
  /** 0 takes any free port. Default 8000. */
  port?: number
  /** Address to listen on; the mailbox is off unless it is a loopback one. Default 127.0.0.1. */
  host?: string
  /** Origin that browsers use, if a proxy stands in front. */
  siteUrl?: string | undefined
  /** Folder of the built app. */
  appDir?: string | undefined
  /** An existing Postgres 15–18, as superuser, instead of our own. */
  databaseUrl?: string | undefined
  smtpUrl?: string | undefined
  mailFrom?: string | undefined
  config?: Partial<GatewayConfig> | undefined
  log?: (line: string) => void
}

/** The running backend. */
export interface Backend {
  /** Origin of app and API, without a trailing slash. */
  url: string
  publishableKey: string
  secretKey: string
  /** With its secret; undefined with SMTP or on an address that others reach. */
  mailboxUrl: string | undefined
  /** As the role that runs migrations (`postgres`, no superuser). */
  databaseUrl: string
  /** As superuser. */
  adminDatabaseUrl: string
  /** Settles if Postgres ends without being asked to, with the end of its log. */
  ended: Promise<string>
  stop(): Promise<void>
}

/** Starts everything `npm start` runs. Throws `StartFailure` for what a person can correct. */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const dataDir = resolve(options.dataDir)
  const host = options.host ?? '127.0.0.1'
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const each of stops.splice(0).toReversed()) await each()
  }
  try {
    const http = await openHttpServer(host, options.port ?? 8000, options.siteUrl)
    stops.push(http.stop)
    await makeDataDir(dataDir)
    stops.push(await lockFolder(dataDir))
    const secrets = await loadSecrets(dataDir)
    const database = await openDatabase({
      dataDir,
      secrets,
      migrationsDir: MIGRATIONS_DIR,
      externalUrl: options.databaseUrl,
    })
    stops.push(database.stop)
    const gateway = await openGateway({ ...options, host, dataDir, secrets, database, http })
    // Stopping goes the other way round: no new requests, then their services, then the database.
    stops.push(gateway.stop, http.stop)
    return {
      ...gateway.addresses,
      databaseUrl: database.ownerUrl,
      adminDatabaseUrl: database.adminUrl,
      ended: database.ended,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dirname(dataDir), 0o755)
    await makeFolder(dataDir, 0o700)
    await makeFolder(join(dataDir, 'files'), 0o700)
    await chmod(join(dataDir, 'files'), 0o700)
  } catch (error) {
    throw fileFailure(error, dataDir)
  }
}

export { resetData } from './reset-data.ts'
export { StartFailure } from './start-failure.ts'
