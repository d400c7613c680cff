import type { Context } from 'hono'
import type { TransactionSql } from 'postgres'
import type { GatewayContext, Identity } from '../context.ts'
import { identify } from '../gateway/identity.ts'
import { FileStore } from './file-store.ts'
import { failures, StorageFailure } from './storage-failure.ts'
import { asCaller, SERVICE, tryAsCaller } from './storage-transaction.ts'

/** Bytes of a JSON body: a thousand keys at their longest. */
const MAX_JSON_BYTES = 2 * 1024 * 1024

/** What the routes share: the files, and transactions as the caller of a request. */
export class StorageService {
  readonly files: FileStore

  constructor(readonly ctx: GatewayContext) {
    this.files = new FileStore(ctx.filesDir)
  }

  /** Who calls. Throws a refusal without a valid key. */
  async identify(c: Context): Promise<Identity> {
    const found = await identify(this.ctx, c.req.raw)
    if (found.ok) return found.value
    const { status, message } = found.error
    throw new StorageFailure(status, 'Unauthorized', message, status)
  }

  /** One transaction as the caller. */
  async asCaller<T>(c: Context, operation: string, fn: (sql: TransactionSql) => Promise<T>): Promise<T> {
    return asCaller(this.ctx, await this.identify(c), operation, fn)
  }

  as<T>(identity: Identity, operation: string, fn: (sql: TransactionSql) => Promise<T>): Promise<T> {
    return asCaller(this.ctx, identity, operation, fn)
  }

  /** One transaction past the policies: for what a signature or a public bucket allows. */
  asService<T>(operation: string, fn: (sql: TransactionSql) => Promise<T>): Promise<T> {
    return asCaller(this.ctx, SERVICE, operation, fn)
  }

  ask(identity: Identity, operation: string, fn: (sql: TransactionSql) => Promise<unknown>): Promise<void> {
    return tryAsCaller(this.ctx, identity, operation, fn)
  }

  /** Moves files that no row names out of the way. */
  async sweep(): Promise<void> {
    const moved = await this.files.sweep((versions) =>
      this.asService('storage.sweep', async (sql) => {
        const rows = await sql<{ version: string }[]>`
          select version from storage.objects where version = any(${versions})`
        return new Set(rows.map((row) => row.version))
      }),
    )
    if (moved > 0)
      this.ctx.log(`storage: ${moved} files without a row were moved to ${this.ctx.filesDir}/lost`)
  }
}

/** The JSON object of a body; an empty body counts as an empty object. Throws refusals. */
export async function readJson(c: Context): Promise<Record<string, unknown>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.length
    if (size > MAX_JSON_BYTES) throw failures.tooLarge()
    chunks.push(chunk)
  }
  if (size === 0) return {}
  let value: unknown
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw failures.invalidRequest('The body is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw failures.invalidRequest('The body is not a JSON object')
  }
  return value as Record<string, unknown>
}
