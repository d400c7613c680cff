import type { Context } from 'hono'
import type { TransactionSql } from 'postgres'
import type { GatewayContext, Identity } from '../context.ts'
import { identify } from '../gateway/identity.ts'
import { mayBeCommitted } from './commit-outcome.ts'
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

  /**
   * One transaction that writes a row naming the file `version`, and the file. Of a transaction that failed the file
   * goes, unless its row may be there all the same; of one that is committed goes the file that it replaced.
   */
  async writeVersion<T extends { replaced: string | null }>(
    { identity, operation, version }: { identity: Identity; operation: string; version: string },
    fn: (sql: TransactionSql) => Promise<T>,
  ): Promise<T> {
    const written = await this.as(identity, operation, fn).catch(async (error: unknown) => {
      if (!mayBeCommitted(error)) await this.drop(version)
      throw error
    })
    await this.drop(written.replaced)
    return written
  }

  /** Deletes a file that no row names any more. One that cannot be deleted is set aside by the next sweep. */
  async drop(version: string | null): Promise<void> {
    await this.files.remove(version).catch((error: unknown) => {
      this.ctx.log(
        `storage: a file was not deleted: ${error instanceof Error ? error.message : String(error)}`,
      )
    })
  }

  /** Moves files that no row names out of the way, and back those that a row names again. */
  async sweep(): Promise<void> {
    const { setAside, broughtBack } = await this.files.sweep((versions) =>
      this.asService('storage.sweep', async (sql) => {
        const rows = await sql<{ version: string }[]>`
          select version from storage.objects where version = any(${versions})`
        return new Set(rows.map((row) => row.version))
      }),
    )
    const lost = `${this.ctx.filesDir}/lost`
    if (setAside > 0) this.ctx.log(`storage: ${setAside} files without a row were moved to ${lost}`)
    if (broughtBack > 0) this.ctx.log(`storage: ${broughtBack} files came back from ${lost}`)
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
