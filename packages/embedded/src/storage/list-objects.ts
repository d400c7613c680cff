import type { TransactionSql } from 'postgres'
import { failures } from './storage-failure.ts'

export interface ListedObject {
  name: string
  id: string | null
  updated_at: Date | null
  created_at: Date | null
  last_accessed_at: Date | null
  metadata: Record<string, unknown> | null
}

const SORT_COLUMNS = ['name', 'updated_at', 'created_at', 'last_accessed_at'] as const
const MAX_LISTED = 10_000
const MAX_LISTED_V2 = 1_000

export interface ListRequest {
  bucket: string
  prefix: string
  search: string
  limit: number
  offset: number
  column: (typeof SORT_COLUMNS)[number]
  descending: boolean
}

/** Reads the body of a list request. Throws refusals. */
export function parseListRequest(bucket: string, body: Record<string, unknown>): ListRequest {
  const sort = (body['sortBy'] ?? {}) as Record<string, unknown>
  const column = SORT_COLUMNS.find((known) => known === (sort['column'] ?? 'name'))
  if (!column) throw failures.invalidRequest('sortBy.column is not a column to sort by')
  const prefix = textOf(body['prefix'])
  return {
    bucket,
    // A prefix names a folder, with or without its slash.
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    search: textOf(body['search']),
    limit: countOf(body['limit'], 100, MAX_LISTED),
    offset: countOf(body['offset'], 0, Number.MAX_SAFE_INTEGER),
    column,
    descending: sort['order'] === 'desc',
  }
}

/** One level of a bucket as the caller may see it: folders (without id) first, then files. */
export async function listObjects(sql: TransactionSql, request: ListRequest): Promise<ListedObject[]> {
  const { bucket, prefix, search, limit, offset, column, descending } = request
  const start = prefix.length + 1
  const pattern = `${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const direction = descending ? sql`desc` : sql`asc`
  return sql<ListedObject[]>`
    with entry as (
      select substr(name, ${start}) as rest, id, updated_at, created_at, last_accessed_at, metadata
      from storage.objects where bucket_id = ${bucket} and starts_with(name, ${prefix})
    ), listed as (
      select distinct split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
        null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
      from entry where position('/' in rest) > 0
      union all
      select rest, id, updated_at, created_at, last_accessed_at, metadata
      from entry where position('/' in rest) = 0
    )
    select * from listed where name ilike ${pattern}
    order by (id is not null), ${sql(column)} ${direction}, name ${direction}
    limit ${limit} offset ${offset}`
}

export interface ListPage {
  hasNext: boolean
  nextCursor?: string
  folders: { name: string; key: string }[]
  objects: (Omit<ListedObject, 'name'> & { name: string; key: string })[]
}

/** A page of keys after a cursor, flat or grouped at the next slash. */
export async function listPage(
  sql: TransactionSql,
  bucket: string,
  body: Record<string, unknown>,
): Promise<ListPage> {
  const prefix = textOf(body['prefix'])
  const limit = countOf(body['limit'], MAX_LISTED_V2, MAX_LISTED_V2)
  const descending = ((body['sortBy'] ?? {}) as Record<string, unknown>)['order'] === 'desc'
  const cursor = Buffer.from(textOf(body['cursor']), 'base64url').toString('utf8')
  const groups = body['with_delimiter'] === true
  const after =
    cursor === ''
      ? sql`true`
      : descending
        ? sql`key collate "C" < ${cursor}`
        : sql`key collate "C" > ${cursor}`
  const direction = descending ? sql`desc` : sql`asc`
  const depth = prefix.length + 1
  const rows = await sql<(ListedObject & { key: string })[]>`
    with entry as (
      select name as full_name, position('/' in substr(name, ${depth})) as slash,
        id, updated_at, created_at, last_accessed_at, metadata
      from storage.objects where bucket_id = ${bucket} and starts_with(name, ${prefix})
    ), listed as (
      select distinct substr(full_name, 1, ${prefix.length} + slash) as key, null::uuid as id,
        null::timestamptz as updated_at, null::timestamptz as created_at,
        null::timestamptz as last_accessed_at, null::jsonb as metadata
      from entry where ${groups} and slash > 0
      union all
      select full_name, id, updated_at, created_at, last_accessed_at, metadata
      from entry where not (${groups} and slash > 0)
    )
    select key, key as name, id, updated_at, created_at, last_accessed_at, metadata from listed
    where ${after} order by key collate "C" ${direction} limit ${limit + 1}`
  return pageOf(rows.slice(0, limit), rows.length > limit)
}

function pageOf(rows: (ListedObject & { key: string })[], hasNext: boolean): ListPage {
  const folders = rows.filter((row) => row.id === null).map(({ key }) => ({ name: key, key }))
  const objects = rows.filter((row) => row.id !== null)
  const last = rows.at(-1)
  if (!hasNext || !last) return { hasNext: false, folders, objects }
  return { hasNext, nextCursor: Buffer.from(last.key).toString('base64url'), folders, objects }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 1024) : ''
}

function countOf(value: unknown, fallback: number, max: number): number {
  const count = value === undefined || value === null ? fallback : Number(value)
  if (!Number.isSafeInteger(count) || count < 0) throw failures.invalidRequest('limit or offset is no count')
  return Math.min(count, max)
}
