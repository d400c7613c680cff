import { createHash } from 'node:crypto'
import type { Identity } from '../../context.ts'
import { requireBucketName, requireKey } from '../object-key.ts'

/** What the address of a resumable upload holds: the object that it becomes. */
export interface UploadAddress {
  bucket: string
  key: string
  version: string
}

const ADDRESS = /^([^/]+)\/(.+)\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** The last segment of the upload's URL, as the provider forms it. */
export function encodeAddress({ bucket, key, version }: UploadAddress): string {
  return Buffer.from(`${bucket}/${key}/${version}`, 'utf8').toString('base64url')
}

/** The address in a URL's last segment; null when it is none. */
export function decodeAddress(segment: string): UploadAddress | null {
  const [, bucket, key, version] = ADDRESS.exec(Buffer.from(segment, 'base64url').toString('utf8')) ?? []
  if (bucket === undefined || key === undefined || version === undefined) return null
  return { bucket: requireBucketName(bucket), key: requireKey(key), version }
}

/**
 * The folder of an unfinished upload: one for each uploader and object, under a name that nobody else's calls lead
 * to. So an upload is found by its uploader alone, and beginning again takes the place of what was begun.
 */
export function slotOf({ role, userId }: Identity, { bucket, key }: UploadAddress): string {
  return createHash('sha256')
    .update(JSON.stringify([role, userId, bucket, key]))
    .digest('hex')
}
