import type { FileStore, StagedFile } from './file-store.ts'
import { boundaryOf, MultipartError, type MultipartPart, readParts } from './multipart.ts'
import { failures } from './storage-failure.ts'

/** What an upload request carried; the file lies in the store, not yet published. */
export interface ReceivedUpload {
  file: StagedFile
  mimeType: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
}

export interface UploadRules {
  limitBytes: number
  /** Such as `image/png` or `image/*`; null allows all. */
  allowedMimeTypes: string[] | null
}

const MAX_FIELD_BYTES = 64 * 1024
const MAX_PARTS = 20
const MAX_CACHE_SECONDS = 31_536_000

/**
 * Streams an upload into the store: multipart with the file in the field without a name (and the fields
 * `cacheControl` and `metadata`), or the file as the body itself. Throws refusals.
 */
export async function receiveUpload(
  request: Request,
  store: FileStore,
  rules: UploadRules,
): Promise<ReceivedUpload> {
  const contentType = request.headers.get('content-type') ?? 'application/octet-stream'
  const boundary = boundaryOf(contentType)
  const body: AsyncIterable<Uint8Array> = request.body ?? emptyBody()
  if (boundary !== null) return receiveForm(readParts(body, boundary), store, rules)
  requireMimeType(contentType, rules)
  return {
    userMetadata: parseMetadata(decodeBase64(request.headers.get('x-metadata'))),
    cacheControl: parseCacheHeader(request.headers.get('cache-control')),
    mimeType: contentType,
    file: await store.receive(body, rules.limitBytes),
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array, void, undefined> {}

async function receiveForm(
  parts: AsyncIterable<MultipartPart>,
  store: FileStore,
  rules: UploadRules,
): Promise<ReceivedUpload> {
  const fields = new Map<string, string>()
  let found: { file: StagedFile; mimeType: string } | null = null
  try {
    let count = 0
    for await (const part of parts) {
      count += 1
      if (count > MAX_PARTS) throw failures.invalidRequest('The form has too many parts')
      if (part.filename === null && part.name !== '') {
        fields.set(part.name, await readField(part))
        continue
      }
      if (found) throw failures.invalidRequest('The form holds more than one file')
      const mimeType = part.contentType ?? 'application/octet-stream'
      requireMimeType(mimeType, rules)
      found = { mimeType, file: await store.receive(part.body, rules.limitBytes) }
    }
    if (!found) throw failures.invalidRequest('The form holds no file')
    return { ...found, ...formOptions(fields) }
  } catch (error) {
    if (found) await store.discard(found.file)
    if (error instanceof MultipartError) throw failures.invalidRequest(error.message)
    throw error
  }
}

function formOptions(fields: Map<string, string>): Pick<ReceivedUpload, 'cacheControl' | 'userMetadata'> {
  return {
    cacheControl: cacheSeconds(fields.get('cacheControl')),
    userMetadata: parseMetadata(fields.get('metadata') ?? null),
  }
}

async function readField(part: MultipartPart): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of part.body) {
    size += chunk.length
    if (size > MAX_FIELD_BYTES) throw failures.invalidRequest('A field of the form is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Whether a type, without its parameters, is one of the allowed ones. */
export function isAllowedType(type: string, allowed: string[] | null): boolean {
  if (!allowed || allowed.length === 0) return true
  const essence = type.split(';')[0]?.trim().toLowerCase() ?? ''
  return allowed.some((pattern) => {
    const wanted = pattern.toLowerCase()
    return (
      wanted === '*/*' ||
      wanted === essence ||
      (wanted.endsWith('/*') && essence.startsWith(wanted.slice(0, -1)))
    )
  })
}

/** Throws a refusal for a type that the bucket does not take, or that cannot be sent back as a header. */
export function requireMimeType(type: string, rules: UploadRules): void {
  // The type comes back as a header of downloads.
  const isHeaderSafe = type.length <= 255 && /^[\x20-\x7e]+$/.test(type) && /^[\w.+-]+\/[\w.+-]+/.test(type)
  if (!isHeaderSafe || !isAllowedType(type, rules.allowedMimeTypes)) throw failures.invalidMimeType(type)
}

function parseCacheHeader(header: string | null): string {
  return cacheSeconds(/max-age=(\d+)/i.exec(header ?? '')?.[1])
}

/** `Cache-Control` for so many seconds. */
export function cacheSeconds(text: string | undefined): string {
  if (text === undefined || !/^\d{1,9}$/.test(text)) return 'no-cache'
  return `max-age=${Math.min(Number(text), MAX_CACHE_SECONDS)}`
}

function decodeBase64(text: string | null): string | null {
  return text === null ? null : Buffer.from(text, 'base64').toString('utf8')
}

/** A user's own metadata, sent as JSON. Throws a refusal for what is no object. */
export function parseMetadata(text: string | null): Record<string, unknown> | null {
  if (text === null || text === '') return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
  } catch {
    // Told below, like every other value that is no object.
  }
  throw failures.invalidRequest('The metadata is not a JSON object')
}
