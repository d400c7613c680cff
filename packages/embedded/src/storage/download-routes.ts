import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import type { TransactionSql } from 'postgres'
import { requireBucket } from './buckets.ts'
import {
  type ByteRange,
  contentHeaders,
  isNotModified,
  isRangeCurrent,
  parseRange,
} from './download-headers.ts'
import { requireKey } from './object-key.ts'
import { findObject, type ObjectMetadata, type ObjectRow } from './object-rows.ts'
import { verifySigned } from './signed-url.ts'
import { failures } from './storage-failure.ts'
import type { StorageService } from './storage-service.ts'

/** Characters of the name under which a download is saved. */
const MAX_DOWNLOAD_NAME = 255

interface Address {
  bucket: string
  key: string
}

/** Finds the row anew at each call: a version may be replaced between finding and opening it. */
type Finder = () => Promise<ObjectRow>

/** Routes that read files; each answers HEAD too. */
export function createDownloadRoutes(service: StorageService): Hono {
  const app = new Hono()
  app.get('/public/:bucket/:key{.+}', (c) => serve(c, service, findPublic(service, addressOf(c), 'get')))
  app.get('/authenticated/:bucket/:key{.+}', (c) => serveToCaller(c, service))
  app.get('/sign/:bucket/:key{.+}', async (c) => {
    const { bucket, key } = addressOf(c)
    const token = c.req.query('token')
    await verifySigned(service.ctx.keys.jwtSecret, 'download', { url: `${bucket}/${key}`, token })
    const find = () =>
      service.asService('storage.object.get_signed', (sql) => requireObject(sql, { bucket, key }))
    return serve(c, service, find, { isPrivate: true })
  })
  app.get('/info/public/:bucket/:key{.+}', async (c) =>
    infoResponse(c, await findPublic(service, addressOf(c), 'info')()),
  )
  for (const path of ['/info/authenticated/:bucket/:key{.+}', '/info/:bucket/:key{.+}']) {
    app.get(path, async (c) => infoResponse(c, await findForCaller(c, service, 'info')()))
  }
  app.get('/:bucket/:key{.+}', (c) => serveToCaller(c, service))
  return app
}

/** The address in the path, checked. */
export function addressOf(c: Context): Address {
  return { bucket: c.req.param('bucket') ?? '', key: requireKey(c.req.param('key')) }
}

/** The object as the caller may see it. Throws a refusal when there is none. */
export async function requireObject(sql: TransactionSql, { bucket, key }: Address): Promise<ObjectRow> {
  const row = await findObject(sql, bucket, key)
  if (!row) throw failures.objectNotFound()
  return row
}

function findPublic(service: StorageService, address: Address, verb: 'get' | 'info'): Finder {
  return () =>
    service.asService(`storage.object.${verb}_public`, async (sql) => {
      const bucket = await requireBucket(sql, address.bucket)
      // A private bucket answers like none at all.
      if (!bucket.public) throw failures.bucketNotFound()
      return requireObject(sql, address)
    })
}

function findForCaller(c: Context, service: StorageService, verb: 'get' | 'info'): Finder {
  const address = addressOf(c)
  return async () => {
    const identity = await service.identify(c)
    const operation = `storage.object.${verb}_authenticated`
    return service.as(identity, operation, (sql) => requireObject(sql, address))
  }
}

/** As on hosted, a public bucket needs no right; else the policies decide. */
async function serveToCaller(c: Context, service: StorageService): Promise<Response> {
  const address = addressOf(c)
  const isPublic = await service.asService('storage.bucket.get', async (sql) => {
    const rows = await sql`select from storage.buckets where id = ${address.bucket} and public`
    return rows.length > 0
  })
  if (isPublic) return serve(c, service, findPublic(service, address, 'get'))
  return serve(c, service, findForCaller(c, service, 'get'), { isPrivate: true })
}

async function serve(
  c: Context,
  service: StorageService,
  find: Finder,
  { isPrivate = false }: { isPrivate?: boolean } = {},
): Promise<Response> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const row = await find()
    const { metadata, version } = row
    if (!metadata || !version) throw failures.objectNotFound()
    const plan = planResponse(c, row, metadata, isPrivate)
    if (c.req.method === 'HEAD' || plan.status === 304) {
      return new Response(null, { status: plan.status, headers: plan.headers })
    }
    const file = await service.files.open(version)
    if (!file) continue
    if (metadata.size === 0) {
      await file.close()
      return new Response(null, { status: 200, headers: plan.headers })
    }
    const stream = file.createReadStream(plan.range ?? {})
    return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
      status: plan.status,
      headers: plan.headers,
    })
  }
  service.ctx.log('storage: the file of an object is missing')
  throw failures.objectNotFound()
}

interface ResponsePlan {
  status: 200 | 206 | 304
  headers: Record<string, string>
  range: ByteRange | null
}

function planResponse(
  c: Context,
  row: ObjectRow,
  metadata: ObjectMetadata,
  isPrivate: boolean,
): ResponsePlan {
  const { size, eTag } = metadata
  const modified = new Date(metadata.lastModified)
  const cacheControl = isPrivate ? `private, ${metadata.cacheControl}` : metadata.cacheControl
  const validators = { etag: eTag, 'last-modified': modified.toUTCString(), 'cache-control': cacheControl }
  const { headers: request } = c.req.raw
  if (isNotModified(request, eTag, modified)) return { status: 304, headers: validators, range: null }
  const wanted = isRangeCurrent(request, eTag, modified) ? parseRange(c.req.header('range'), size) : null
  if (wanted === 'unsatisfiable') throw failures.badRange(size)
  const length = wanted ? wanted.end - wanted.start + 1 : size
  const headers: Record<string, string> = {
    ...validators,
    ...contentHeaders(metadata, downloadName(c, row)),
    'accept-ranges': 'bytes',
    'content-length': String(length),
  }
  if (!wanted) return { status: 200, headers, range: null }
  headers['content-range'] = `bytes ${wanted.start}-${wanted.end}/${size}`
  return { status: 206, headers, range: wanted }
}

/** The name under which `?download` saves the file; an empty value keeps the key's own. */
function downloadName(c: Context, row: ObjectRow): { name: string } | null {
  const asked = c.req.query('download')
  if (asked === undefined) return null
  if (asked === '') return { name: row.name.split('/').at(-1) ?? '' }
  // The client encodes the name of a signed address twice.
  const name = c.req.path.includes('/object/sign/') ? decoded(asked) : asked
  return { name: [...name].slice(0, MAX_DOWNLOAD_NAME).join('') }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function infoResponse(c: Context, row: ObjectRow): Response {
  const { metadata } = row
  if (c.req.method === 'HEAD') return c.body(null, 200)
  return c.json({
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    cache_control: metadata?.cacheControl ?? null,
    etag: metadata?.eTag ?? null,
    metadata: row.user_metadata ?? {},
    last_modified: metadata?.lastModified ?? row.updated_at,
    created_at: row.created_at,
  })
}
