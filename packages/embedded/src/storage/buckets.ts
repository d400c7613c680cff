import { type Context, Hono } from 'hono'
import type { TransactionSql } from 'postgres'
import { requireBucketName } from './object-key.ts'
import { deleteSome } from './object-rows.ts'
import { FOREIGN_KEY_VIOLATION, failures } from './storage-failure.ts'
import { readJson, type StorageService } from './storage-service.ts'

export interface Bucket {
  id: string
  name: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
}

/** Rows deleted in one transaction while a bucket is emptied. */
const EMPTY_BATCH = 1_000
const MAX_LISTED = 1_000

const SIZE_UNITS: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 }

/** The bucket as the caller may see it. Throws a refusal when there is none. */
export async function requireBucket(sql: TransactionSql, id: string): Promise<Bucket> {
  const [row] = await sql<Bucket[]>`
    select id, name, public, file_size_limit::float8 as file_size_limit, allowed_mime_types
    from storage.buckets where id = ${id}`
  if (!row) throw failures.bucketNotFound()
  return row
}

/** Routes under `/bucket`; each runs as the caller, so that only the secret key or a policy opens it. */
export function createBucketRoutes(service: StorageService): Hono {
  const app = new Hono()
  app.get('/', (c) => service.asCaller(c, 'storage.bucket.list', (sql) => listBuckets(c, sql)))
  app.post('/', async (c) => {
    const input = parseBucket(await readJson(c))
    const name = requireBucketName(input.name)
    await service.asCaller(c, 'storage.bucket.create', (sql) => createBucket(sql, { ...input, name }))
    return c.json({ name })
  })
  app.get('/:id', (c) =>
    service.asCaller(c, 'storage.bucket.get', async (sql) => {
      const rows = await selectBuckets(sql, sql`where id = ${c.req.param('id')}`)
      if (!rows[0]) throw failures.bucketNotFound()
      return c.json(rows[0])
    }),
  )
  app.put('/:id', async (c) => {
    const input = parseBucket(await readJson(c))
    await service.asCaller(c, 'storage.bucket.update', (sql) => updateBucket(sql, c.req.param('id'), input))
    return c.json({ message: 'Successfully updated' })
  })
  app.delete('/:id', async (c) => {
    await service.asCaller(c, 'storage.bucket.delete', (sql) => deleteBucket(sql, c.req.param('id')))
    return c.json({ message: 'Successfully deleted' })
  })
  app.post('/:id/empty', async (c) => {
    await emptyBucket(service, c, c.req.param('id'))
    return c.json({ message: 'Successfully emptied' })
  })
  return app
}

interface BucketInput {
  name: unknown
  isPublic: boolean | undefined
  fileSizeLimit: number | null | undefined
  allowedMimeTypes: string[] | null | undefined
}

async function createBucket(sql: TransactionSql, input: BucketInput & { name: string }): Promise<void> {
  const { name, isPublic, fileSizeLimit, allowedMimeTypes } = input
  await sql`insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, owner_id)
    values (${name}, ${name}, ${isPublic ?? false}, ${fileSizeLimit ?? null}, ${allowedMimeTypes ?? null},
      nullif(current_setting('request.jwt.claim.sub', true), ''))`
}

async function updateBucket(sql: TransactionSql, id: string, input: BucketInput): Promise<void> {
  const bucket = await requireBucket(sql, id)
  const { isPublic = bucket.public, fileSizeLimit, allowedMimeTypes } = input
  const updated = await sql`update storage.buckets set public = ${isPublic}, updated_at = now(),
      file_size_limit = ${fileSizeLimit === undefined ? bucket.file_size_limit : fileSizeLimit},
      allowed_mime_types = ${allowedMimeTypes === undefined ? bucket.allowed_mime_types : allowedMimeTypes}
    where id = ${id} returning id`
  if (updated.length === 0) throw failures.accessDenied()
}

async function deleteBucket(sql: TransactionSql, id: string): Promise<void> {
  const bucket = await requireBucket(sql, id)
  const deleted = await sql`delete from storage.buckets where id = ${bucket.id} returning id`.catch(
    (error: { code?: string }) => {
      throw error.code === FOREIGN_KEY_VIOLATION ? failures.bucketNotEmpty() : error
    },
  )
  if (deleted.length === 0) throw failures.accessDenied()
}

async function emptyBucket(service: StorageService, c: Context, id: string): Promise<void> {
  for (;;) {
    const versions = await service.asCaller(c, 'storage.bucket.empty', async (sql) => {
      await requireBucket(sql, id)
      return deleteSome(sql, id, EMPTY_BATCH)
    })
    for (const version of versions) await service.drop(version)
    if (versions.length < EMPTY_BATCH) return
  }
}

async function listBuckets(c: Context, sql: TransactionSql): Promise<Response> {
  const limit = Math.min(Number(c.req.query('limit') ?? MAX_LISTED) || MAX_LISTED, MAX_LISTED)
  const offset = Math.max(Number(c.req.query('offset') ?? 0) || 0, 0)
  const search = `%${(c.req.query('search') ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`
  const columns = ['id', 'name', 'created_at', 'updated_at']
  const column = columns.find((known) => known === c.req.query('sortColumn')) ?? 'id'
  const direction = c.req.query('sortOrder') === 'desc' ? sql`desc` : sql`asc`
  const rows = await selectBuckets(
    sql,
    sql`where name ilike ${search} order by ${sql(column)} ${direction} limit ${limit} offset ${offset}`,
  )
  return c.json(rows)
}

function selectBuckets(sql: TransactionSql, rest: ReturnType<typeof sql>) {
  return sql<Record<string, unknown>[]>`
    select id, name, coalesce(owner_id, '') as owner, public, file_size_limit::float8 as file_size_limit,
      allowed_mime_types, type, created_at, updated_at
    from storage.buckets ${rest}`
}

function parseBucket(body: Record<string, unknown>): BucketInput {
  const types = body['allowed_mime_types']
  if (types !== undefined && types !== null && !(Array.isArray(types) && types.every(isMimePattern))) {
    throw failures.invalidRequest('allowed_mime_types holds a malformed type')
  }
  const { public: isPublic } = body
  return {
    name: body['id'] ?? body['name'],
    isPublic: typeof isPublic === 'boolean' ? isPublic : undefined,
    fileSizeLimit: parseSize(body['file_size_limit']),
    allowedMimeTypes: types as string[] | null | undefined,
  }
}

function isMimePattern(value: unknown): boolean {
  return typeof value === 'string' && /^(\*|[\w.+-]+)\/(\*|[\w.+-]+)$/.test(value)
}

/** Bytes of `1048576`, `'1048576'` or `'1MB'`. */
function parseSize(value: unknown): number | null | undefined {
  if (value === undefined || value === null) return value
  const match = /^(\d+(?:\.\d+)?)\s*(gb|mb|kb|b)?$/i.exec(String(value))
  const unit = SIZE_UNITS[(match?.[2] ?? 'b').toLowerCase()]
  if (!match || unit === undefined) throw failures.invalidRequest('file_size_limit is no size')
  return Math.floor(Number(match[1]) * unit)
}
