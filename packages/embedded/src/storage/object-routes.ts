import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { requireBucket } from './buckets.ts'
import { addressOf, requireObject } from './download-routes.ts'
import { listObjects, listPage, parseListRequest } from './list-objects.ts'
import { isObjectKey, requireBucketName, requireKey } from './object-key.ts'
import {
  deleteObjects,
  findKeys,
  insertObject,
  lockKey,
  type ObjectRow,
  renameObject,
  upsertObject,
} from './object-rows.ts'
import { signDownload } from './signed-url.ts'
import { failures } from './storage-failure.ts'
import { readJson, type StorageService } from './storage-service.ts'

/** Keys of one request that signs or removes many. */
const MAX_KEYS = 1_000
const MAX_SIGNED_SECONDS = 365 * 24 * 3_600

/** Routes that list, sign, move, copy and remove. */
export function createObjectRoutes(service: StorageService): Hono {
  const app = new Hono()
  app.post('/list/:bucket', async (c) => {
    const request = parseListRequest(c.req.param('bucket'), await readJson(c))
    return c.json(await service.asCaller(c, 'storage.object.list', (sql) => listObjects(sql, request)))
  })
  app.post('/list-v2/:bucket', async (c) => {
    const body = await readJson(c)
    const bucket = c.req.param('bucket')
    return c.json(await service.asCaller(c, 'storage.object.list_v2', (sql) => listPage(sql, bucket, body)))
  })
  app.post('/move', (c) => move(c, service))
  app.post('/copy', (c) => copy(c, service))
  app.post('/sign/:bucket', (c) => signMany(c, service))
  app.post('/sign/:bucket/:key{.+}', (c) => signOne(c, service))
  app.delete('/:bucket/:key{.+}', async (c) => {
    const { bucket, key } = addressOf(c)
    const removed = await remove(c, service, bucket, { keys: [key], operation: 'storage.object.delete' })
    if (removed.length === 0) throw failures.objectNotFound()
    return c.json({ message: 'Successfully deleted' })
  })
  app.delete('/:bucket', async (c) => {
    const { prefixes } = await readJson(c)
    const keys = requireKeys(prefixes)
    const operation = 'storage.object.delete_many'
    const removed = await remove(c, service, c.req.param('bucket'), { keys, operation })
    return c.json(removed.map(({ version: _version, ...row }) => row))
  })
  return app
}

function requireKeys(value: unknown): string[] {
  if (!Array.isArray(value) || value.length > MAX_KEYS || value.some((key) => typeof key !== 'string')) {
    throw failures.invalidRequest(`A list of at most ${MAX_KEYS} keys is needed`)
  }
  return value as string[]
}

async function remove(
  c: Context,
  service: StorageService,
  bucket: string,
  { keys, operation }: { keys: string[]; operation: string },
): Promise<ObjectRow[]> {
  const removed = await service.asCaller(c, operation, (sql) => deleteObjects(sql, bucket, keys))
  // The rows are gone for good: a file that stays behind is swept at the next start.
  for (const { version } of removed) await service.drop(version)
  return removed
}

async function signOne(c: Context, service: StorageService): Promise<Response> {
  const { bucket, key } = addressOf(c)
  const seconds = expiresIn(await readJson(c))
  await service.asCaller(c, 'storage.object.sign', (sql) => requireObject(sql, { bucket, key }))
  return c.json({ signedURL: await signedPath(service, `${bucket}/${key}`, seconds) })
}

async function signMany(c: Context, service: StorageService): Promise<Response> {
  const body = await readJson(c)
  const seconds = expiresIn(body)
  const paths = requireKeys(body['paths'])
  const bucket = c.req.param('bucket') ?? ''
  const sound = paths.filter(isObjectKey)
  const found = await service.asCaller(c, 'storage.object.sign_many', (sql) => findKeys(sql, bucket, sound))
  const results = paths.map(async (path) => {
    if (found.has(path)) {
      return { error: null, path, signedURL: await signedPath(service, `${bucket}/${path}`, seconds) }
    }
    const error = 'Either the object does not exist or you do not have access to it'
    return { error, path, signedURL: null }
  })
  return c.json(await Promise.all(results))
}

async function signedPath(service: StorageService, url: string, seconds: number): Promise<string> {
  return `/object/sign/${url}?token=${await signDownload(service.ctx.keys.jwtSecret, url, seconds)}`
}

function expiresIn(body: Record<string, unknown>): number {
  const seconds = body['expiresIn']
  if (
    typeof seconds !== 'number' ||
    !Number.isInteger(seconds) ||
    seconds < 1 ||
    seconds > MAX_SIGNED_SECONDS
  ) {
    throw failures.invalidRequest('expiresIn must be a whole number of seconds, at least 1')
  }
  return seconds
}

interface Transfer {
  from: { bucket: string; key: string }
  to: { bucket: string; key: string }
}

async function readTransfer(c: Context): Promise<Transfer> {
  const body = await readJson(c)
  const bucket = requireBucketName(body['bucketId'])
  return {
    from: { bucket, key: requireKey(body['sourceKey']) },
    to: {
      bucket: requireBucketName(body['destinationBucket'] ?? bucket),
      key: requireKey(body['destinationKey']),
    },
  }
}

/** A row keeps its file when its name changes: nothing on disk moves. */
async function move(c: Context, service: StorageService): Promise<Response> {
  const { from, to } = await readTransfer(c)
  await service.asService('storage.bucket.get', (sql) => requireBucket(sql, to.bucket))
  await service.asCaller(c, 'storage.object.move', async (sql) => {
    const source = await requireObject(sql, from)
    if (from.bucket === to.bucket && from.key === to.key) return source
    await lockKey(sql, to.bucket, to.key)
    if (!(await renameObject(sql, from, to))) throw failures.accessDenied()
    return source
  })
  return c.json({ message: 'Successfully moved' })
}

async function copy(c: Context, service: StorageService): Promise<Response> {
  const { from, to } = await readTransfer(c)
  const identity = await service.identify(c)
  await service.asService('storage.bucket.get', (sql) => requireBucket(sql, to.bucket))
  const version = randomUUID()
  const writing = { identity, operation: 'storage.object.copy', version }
  const { id } = await service.writeVersion(writing, async (sql) => {
    const source = await requireObject(sql, from)
    if (!source.version) throw failures.objectNotFound()
    const { metadata, user_metadata: userMetadata } = source
    const object = { id: randomUUID(), ...to, version, owner: identity.userId, metadata, userMetadata }
    const written =
      c.req.header('x-upsert') === 'true'
        ? await upsertObject(sql, object)
        : await insertObject(sql, object).then(() => ({ id: object.id, replaced: null }))
    await service.files.copy(source.version, version)
    return written
  })
  return c.json({ Id: id, Key: `${to.bucket}/${to.key}` })
}
