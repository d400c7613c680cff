import type { JSONValue, TransactionSql } from 'postgres'
import { failures } from './storage-failure.ts'

export interface ObjectRow {
  id: string
  name: string
  bucket_id: string
  owner: string | null
  version: string | null
  metadata: ObjectMetadata | null
  user_metadata: Record<string, unknown> | null
  created_at: string
  updated_at: string
  last_accessed_at: string
}

export interface ObjectMetadata {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: number
}

export interface NewObject {
  id: string
  bucket: string
  key: string
  version: string
  /** The user who uploads; null for the project's keys. */
  owner: string | null
  /** In part while it is only asked for. */
  metadata: Partial<ObjectMetadata> | null
  userMetadata: Record<string, unknown> | null
}

/** Waits for other writers of the same key. */
export async function lockKey(sql: TransactionSql, bucket: string, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${bucket}/${key}`}, 0))`
}

/** The object as the caller may see it; null when there is none. */
export async function findObject(
  sql: TransactionSql,
  bucket: string,
  key: string,
): Promise<ObjectRow | null> {
  const [row] = await sql<ObjectRow[]>`
    select id, name, bucket_id, owner, version, metadata, user_metadata,
      ${times(sql)}
    from storage.objects where bucket_id = ${bucket} and name = ${key}`
  return row ?? null
}

/** Those of the keys that the caller may see. */
export async function findKeys(sql: TransactionSql, bucket: string, keys: string[]): Promise<Set<string>> {
  const rows = await sql<{ name: string }[]>`
    select name from storage.objects where bucket_id = ${bucket} and name = any(${keys})`
  return new Set(rows.map((row) => row.name))
}

/** Inserts a row; a key that is taken is refused. Asks for no right to read. */
export async function insertObject(sql: TransactionSql, object: NewObject): Promise<void> {
  await sql`insert into storage.objects ${sql(columnsOf(sql, object))}`
}

/**
 * Inserts a row or replaces the version of the one there is; needs the rights to insert, to read and to
 * update. Returns the row's id and the version that was replaced.
 */
export async function upsertObject(
  sql: TransactionSql,
  object: NewObject,
): Promise<{ id: string; replaced: string | null }> {
  await lockKey(sql, object.bucket, object.key)
  const old = await findObject(sql, object.bucket, object.key)
  const [row] = await sql<{ id: string }[]>`
    insert into storage.objects ${sql(columnsOf(sql, object))}
    on conflict (bucket_id, name) do update set version = excluded.version, owner = excluded.owner,
      owner_id = excluded.owner_id, metadata = excluded.metadata, user_metadata = excluded.user_metadata
    returning id`
  if (!row) throw failures.accessDenied()
  return { id: row.id, replaced: old?.version ?? null }
}

/** Renames a row; needs the rights to read and to update. False when there is none. */
export async function renameObject(
  sql: TransactionSql,
  from: { bucket: string; key: string },
  to: { bucket: string; key: string },
): Promise<boolean> {
  const rows = await sql`
    update storage.objects set bucket_id = ${to.bucket}, name = ${to.key}
    where bucket_id = ${from.bucket} and name = ${from.key} returning id`
  return rows.length > 0
}

/** Deletes what the caller may delete of these keys, and returns it. */
export async function deleteObjects(
  sql: TransactionSql,
  bucket: string,
  keys: string[],
): Promise<ObjectRow[]> {
  return sql<ObjectRow[]>`
    delete from storage.objects where bucket_id = ${bucket} and name = any(${keys})
    returning id, name, bucket_id, owner, version, metadata, user_metadata,
      ${times(sql)}`
}

/** Deletes up to `limit` objects of a bucket; returns their versions. */
export async function deleteSome(
  sql: TransactionSql,
  bucket: string,
  limit: number,
): Promise<(string | null)[]> {
  const rows = await sql<{ version: string | null }[]>`
    delete from storage.objects where id in (
      select id from storage.objects where bucket_id = ${bucket} limit ${limit}
    ) returning version`
  return rows.map((row) => row.version)
}

/** ISO 8601 in UTC, as the provider sends times. */
function times(sql: TransactionSql) {
  return sql`
    to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
    to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
    to_char(last_accessed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_accessed_at`
}

function columnsOf(sql: TransactionSql, object: NewObject) {
  const { id, bucket, key, version, owner, metadata, userMetadata } = object
  return {
    id,
    bucket_id: bucket,
    name: key,
    version,
    owner,
    owner_id: owner,
    metadata: metadata === null ? null : sql.json({ ...metadata }),
    user_metadata: userMetadata === null ? null : sql.json(userMetadata as JSONValue),
  }
}
