import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import type { Identity } from '../context.ts'
import { requireBucket } from './buckets.ts'
import type { ObjectMetadata } from './object-rows.ts'
import { insertObject, lockKey, type NewObject, upsertObject } from './object-rows.ts'
import type { StorageService } from './storage-service.ts'
import type { ReceivedUpload, UploadRules } from './upload-body.ts'

/** Which object is written, by whom. */
export interface UploadTarget {
  bucket: string
  key: string
  operation: string
  identity: Identity
  /** The user who is noted as owner. */
  owner: string | null
  upsert: boolean
}

/** What the bucket and the service allow of one file. Throws a refusal where there is no such bucket. */
export async function rulesOf(service: StorageService, id: string): Promise<UploadRules> {
  const bucket = await service.asService('storage.bucket.get', (sql) => requireBucket(sql, id))
  return {
    limitBytes: Math.min(service.ctx.config.maxFileBytes, bucket.file_size_limit ?? Infinity),
    allowedMimeTypes: bucket.allowed_mime_types,
  }
}

/** Asks the policies whether this may be stored; `announced` is what is known of it before its first byte. */
export function askForRight(
  service: StorageService,
  target: UploadTarget,
  announced: Partial<ObjectMetadata> | null = null,
): Promise<void> {
  const object = newObject(target, { version: randomUUID(), metadata: announced, userMetadata: null })
  return service.ask(target.identity, target.operation, (sql) => writeRow(sql, target, object))
}

/** Writes row and file together, in one transaction that asks the policies. Answers the row's id. */
export async function storeUpload(
  service: StorageService,
  target: UploadTarget,
  received: ReceivedUpload,
  version: string = randomUUID(),
): Promise<string> {
  const { file, mimeType, cacheControl, userMetadata } = received
  const metadata = {
    eTag: file.etag,
    size: file.size,
    mimetype: mimeType,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: file.size,
    httpStatusCode: 200,
  }
  const object = newObject(target, { version, metadata, userMetadata })
  const { id } = await service.writeVersion({ ...target, version }, async (sql) => {
    const row = await writeRow(sql, target, object)
    await service.files.publish(file, version)
    return row
  })
  return id
}

async function writeRow(
  sql: TransactionSql,
  target: UploadTarget,
  object: NewObject,
): Promise<{ id: string; replaced: string | null }> {
  if (target.upsert) return upsertObject(sql, object)
  await lockKey(sql, object.bucket, object.key)
  await insertObject(sql, object)
  return { id: object.id, replaced: null }
}

function newObject(
  { bucket, key, owner }: UploadTarget,
  rest: Pick<NewObject, 'version' | 'metadata' | 'userMetadata'>,
): NewObject {
  return { id: randomUUID(), bucket, key, owner, ...rest }
}
