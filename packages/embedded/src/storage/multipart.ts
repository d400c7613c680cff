/** Reader of `multipart/form-data` (RFC 7578) that holds no more than a chunk of a part in memory. */

export interface MultipartPart {
  name: string
  /** Null for a plain field. */
  filename: string | null
  contentType: string | null
  /** To be read to its end before the next part is asked for. */
  body: AsyncGenerator<Buffer, void, undefined>
}

export class MultipartError extends Error {}

const MAX_HEADER_BYTES = 16 * 1024

/** The boundary of a content type; null when it is not multipart/form-data. */
export function boundaryOf(contentType: string): string | null {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return null
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType)
  return match?.[1] ?? match?.[2] ?? null
}

/** The parts of a body in order. Throws `MultipartError` for a malformed or cut-off body. */
export async function* readParts(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<MultipartPart, void, undefined> {
  const window = new Window(chunks)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  for await (const _preamble of window.until(delimiter)) {
    // Text before the first part has no meaning.
  }
  while (!(await window.takeIf('--'))) {
    const headers = parseHeaders(await window.line(Buffer.from('\r\n\r\n')))
    yield { ...headers, body: window.until(delimiter) }
  }
}

class Window {
  // Begins with a line break so that the first delimiter looks like every other.
  private buffer = Buffer.from('\r\n')
  private readonly source: AsyncIterator<Uint8Array>

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.source = chunks[Symbol.asyncIterator]()
  }

  /** Yields everything before the delimiter and steps over it. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer, void, undefined> {
    for (;;) {
      const found = this.buffer.indexOf(delimiter)
      if (found >= 0) {
        const before = this.buffer.subarray(0, found)
        this.buffer = this.buffer.subarray(found + delimiter.length)
        if (before.length > 0) yield before
        return
      }
      const safe = this.buffer.length - delimiter.length + 1
      if (safe > 0) {
        const before = this.buffer.subarray(0, safe)
        this.buffer = this.buffer.subarray(safe)
        yield before
      }
      await this.fill()
    }
  }

  /** The text before `end`, which must come soon. */
  async line(end: Buffer): Promise<string> {
    let found = this.buffer.indexOf(end)
    while (found < 0) {
      if (this.buffer.length > MAX_HEADER_BYTES) throw new MultipartError('the header of a part is too long')
      await this.fill()
      found = this.buffer.indexOf(end)
    }
    const text = this.buffer.toString('utf8', 0, found)
    this.buffer = this.buffer.subarray(found + end.length)
    return text
  }

  async takeIf(text: string): Promise<boolean> {
    while (this.buffer.length < text.length) await this.fill()
    if (this.buffer.toString('latin1', 0, text.length) !== text) return false
    this.buffer = this.buffer.subarray(text.length)
    return true
  }

  private async fill(): Promise<void> {
    const next = await this.source.next()
    if (next.done) throw new MultipartError('the body ends before its last boundary')
    this.buffer = Buffer.concat([this.buffer, next.value])
  }
}

function parseHeaders(text: string): Pick<MultipartPart, 'name' | 'filename' | 'contentType'> {
  const headers = new Map<string, string>()
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  const disposition = headers.get('content-disposition') ?? ''
  if (!/^form-data\b/i.test(disposition)) throw new MultipartError('a part is no form field')
  return {
    name: /;\s*name="([^"]*)"/i.exec(disposition)?.[1] ?? '',
    filename: /;\s*filename="([^"]*)"/i.exec(disposition)?.[1] ?? null,
    contentType: headers.get('content-type') ?? null,
  }
}
