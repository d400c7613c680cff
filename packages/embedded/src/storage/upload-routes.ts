import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { TransactionSql } from 'postgres'
import type { Identity } from '../context.ts'
import { requireBucket } from './buckets.ts'
import { addressOf } from './download-routes.ts'
import { insertObject, lockKey, type NewObject, upsertObject } from './object-rows.ts'
import { signUpload, verifySigned } from './signed-url.ts'
import type { StorageService } from './storage-service.ts'
import { SERVICE } from './storage-transaction.ts'
import { type ReceivedUpload, receiveUpload } from './upload-body.ts'

/** How long a signed upload address lives, as on hosted. */
const SIGNED_UPLOAD_SECONDS = 7_200

interface UploadTarget {
  bucket: string
  key: string
  operation: string
  identity: Identity
  /** The user who is noted as owner. */
  owner: string | null
  upsert: boolean
}

/** Routes that write files. */
export function createUploadRoutes(service: StorageService): Hono {
  const app = new Hono()
  app.post('/upload/sign/:bucket/:key{.+}', (c) => signUploadUrl(c, service))
  app.put('/upload/sign/:bucket/:key{.+}', async (c) => {
    const address = addressOf(c)
    const url = `${address.bucket}/${address.key}`
    const grant = await verifySigned(service.ctx.keys.jwtSecret, 'upload', {
      url,
      token: c.req.query('token'),
    })
    const operation = 'storage.object.upload_signed'
    return upload(c, service, { ...address, operation, identity: SERVICE, ...grant })
  })
  app.post('/:bucket/:key{.+}', async (c) =>
    upload(c, service, await targetOf(c, service, 'storage.object.upload', wantsUpsert(c))),
  )
  app.put('/:bucket/:key{.+}', async (c) =>
    upload(c, service, await targetOf(c, service, 'storage.object.upload_update', true)),
  )
  return app
}

async function targetOf(
  c: Context,
  service: StorageService,
  operation: string,
  upsert: boolean,
): Promise<UploadTarget> {
  const identity = await service.identify(c)
  return { ...addressOf(c), operation, identity, owner: identity.userId, upsert }
}

function wantsUpsert(c: Context): boolean {
  return c.req.header('x-upsert') === 'true'
}

async function signUploadUrl(c: Context, service: StorageService): Promise<Response> {
  const target = await targetOf(c, service, 'storage.object.sign_upload_url', wantsUpsert(c))
  await service.asService('storage.bucket.get', (sql) => requireBucket(sql, target.bucket))
  await askForRight(service, target)
  const url = `${target.bucket}/${target.key}`
  const grant = { owner: target.owner, upsert: target.upsert }
  const token = await signUpload(service.ctx.keys.jwtSecret, { url, grant }, SIGNED_UPLOAD_SECONDS)
  return c.json({ url: `/object/upload/sign/${url}?token=${token}`, token })
}

/**
 * Asks the policies first, so that nobody fills the disk without the right to; then receives the file,
 * and writes row and file together in a transaction that asks the policies again.
 */
async function upload(c: Context, service: StorageService, target: UploadTarget): Promise<Response> {
  const bucket = await service.asService('storage.bucket.get', (sql) => requireBucket(sql, target.bucket))
  await askForRight(service, target)
  const limitBytes = Math.min(service.ctx.config.maxFileBytes, bucket.file_size_limit ?? Infinity)
  const rules = { limitBytes, allowedMimeTypes: bucket.allowed_mime_types }
  const received = await receiveUpload(c.req.raw, service.files, rules)
  const id = await commitUpload(service, target, received)
  return c.json({ Id: id, Key: `${target.bucket}/${target.key}` })
}

function askForRight(service: StorageService, target: UploadTarget): Promise<void> {
  return service.ask(target.identity, target.operation, (sql) =>
    writeRow(sql, target, newObject(target, null)),
  )
}

async function commitUpload(
  service: StorageService,
  target: UploadTarget,
  received: ReceivedUpload,
): Promise<string> {
  const object = newObject(target, received)
  const write = async (sql: TransactionSql) => {
    const row = await writeRow(sql, target, object)
    await service.files.publish(received.file, object.version)
    return row
  }
  try {
    const { id } = await service.writeVersion({ ...target, version: object.version }, write)
    return id
  } catch (error) {
    await service.files.discard(received.file)
    throw error
  }
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

function newObject(target: UploadTarget, received: ReceivedUpload | null): NewObject {
  const { bucket, key, owner } = target
  const { file, mimeType, cacheControl } = received ?? {}
  const metadata = file && {
    eTag: file.etag,
    size: file.size,
    mimetype: mimeType ?? 'application/octet-stream',
    cacheControl: cacheControl ?? 'no-cache',
    lastModified: new Date().toISOString(),
    contentLength: file.size,
    httpStatusCode: 200,
  }
  return {
    id: randomUUID(),
    bucket,
    key,
    version: randomUUID(),
    owner,
    metadata: metadata ?? null,
    userMetadata: received?.userMetadata ?? null,
  }
}
