import { failures } from './storage-failure.ts'

/** Bytes of a key; the provider's limit, too. */
const MAX_KEY_BYTES = 1024
const MAX_BUCKET_NAME = 63

// The characters that S3 keys may hold, ASCII only, as the provider allows them.
const KEY = /^[\w/!\-.*'() &$@=;:+,?]+$/
const BUCKET = /^[\w!\-.*'() &$@=;:+,?]+$/

/** Whether a key names an object: ASCII, no empty or dot segments. Nothing of it becomes a file name. */
export function isObjectKey(key: string): boolean {
  if (key.length > MAX_KEY_BYTES || !KEY.test(key)) return false
  return key.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
}

/** Throws a refusal for a malformed key. */
export function requireKey(key: unknown): string {
  if (typeof key !== 'string' || !isObjectKey(key)) throw failures.invalidKey(String(key))
  return key
}

/** Throws a refusal for a malformed bucket name. */
export function requireBucketName(name: unknown): string {
  if (
    typeof name !== 'string' ||
    name.length > MAX_BUCKET_NAME ||
    !BUCKET.test(name) ||
    name.trim() !== name
  ) {
    throw failures.invalidBucketName()
  }
  return name
}
