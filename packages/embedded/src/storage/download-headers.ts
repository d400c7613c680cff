import type { ObjectMetadata } from './object-rows.ts'

/** First and last byte, inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The range that a `Range` header asks for: null for the whole (no header, several ranges, or a unit we
 * do not know), 'unsatisfiable' when it lies outside the `size` bytes. RFC 9110, section 14.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const first = match[1] === '' ? null : Number(match[1])
  const last = match[2] === '' ? null : Number(match[2])
  if (first === null) {
    const length = Math.min(last ?? 0, size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  if (last !== null && last < first) return null
  if (first >= size) return 'unsatisfiable'
  return { start: first, end: Math.min(last ?? size - 1, size - 1) }
}

/** Whether the client's copy is still good, by `If-None-Match`, else by `If-Modified-Since`. */
export function isNotModified(headers: Headers, etag: string, modified: Date): boolean {
  const match = headers.get('if-none-match')
  if (match !== null) return match.trim() === '*' || match.split(',').some((tag) => sameTag(tag, etag))
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return !Number.isNaN(since) && Math.floor(modified.getTime() / 1000) * 1000 <= since
}

/** Whether a range may be answered from this version, by `If-Range`. */
export function isRangeCurrent(headers: Headers, etag: string, modified: Date): boolean {
  const condition = headers.get('if-range')
  if (condition === null) return true
  if (condition.includes('"')) return condition.trim() === etag
  return Date.parse(condition) === Math.floor(modified.getTime() / 1000) * 1000
}

function sameTag(a: string, b: string): boolean {
  return a.trim().replace(/^W\//, '') === b.replace(/^W\//, '')
}

// Shown by browsers without running anything.
const INERT =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|x-icon|heic|heif|tiff)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/(plain|csv)|application\/(json|pdf))$/

// Documents and scripts would run in the app's origin; as plain text they do not.
const SERVED_AS_TEXT =
  /^(text\/(html|css|xml|javascript|ecmascript|xsl|x-[\w.-]+)|application\/(xhtml\+xml|xml|javascript|ecmascript|x-javascript|wasm|[\w.-]+\+xml|manifest\+json))$/

/**
 * Headers under which a stored file cannot act in the origin that serves it: the browser may not guess
 * another type, active types become text or attachments, and a document opened all the same is sandboxed.
 */
export function contentHeaders(
  metadata: ObjectMetadata,
  download: { name: string } | null,
): Record<string, string> {
  const essence = metadata.mimetype.split(';')[0]?.trim().toLowerCase() ?? ''
  const isActive = SERVED_AS_TEXT.test(essence)
  const isInline = INERT.test(essence) && download === null
  const headers: Record<string, string> = {
    'content-type': isActive ? 'text/plain; charset=utf-8' : metadata.mimetype,
    'x-content-type-options': 'nosniff',
    // The viewer of PDF files does not start in a sandbox; it runs in an origin of its own.
    'content-security-policy':
      essence === 'application/pdf'
        ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'"
        : "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  }
  if (!isInline) headers['content-disposition'] = attachment(download?.name ?? '')
  return headers
}

function attachment(name: string): string {
  if (name === '') return 'attachment'
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, percent)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
}
