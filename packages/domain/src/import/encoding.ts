/**
 * How the bytes of a file become text. A byte order mark decides; without one UTF-16 is told by its zeros, and else the
 * whole file is checked for valid UTF-8: what is not that is taken for windows-1252, in which each byte means something.
 */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

export interface DetectedEncoding {
  readonly encoding: Encoding
  readonly hasMark: boolean
}

/** The encoding that a byte order mark names. */
export function markedEncoding(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}

const headBytes = 4096

/** UTF-16 without a mark: a zero in one half of many characters, never in the other, and line ends two bytes wide. */
function unmarkedUtf16(bytes: Uint8Array): Encoding | null {
  const length = Math.min(bytes.length, headBytes) & ~1
  const zeros = [0, 0]
  const lineEnds = [0, 0]
  for (let at = 0; at < length; at += 2) {
    for (const high of [0, 1] as const) {
      if (bytes[at + high] !== 0) continue
      zeros[high]!++
      if (bytes[at + 1 - high] === 10) lineEnds[high]!++
    }
  }
  const isWide = (high: 0 | 1) => zeros[high]! * 20 > length && zeros[1 - high] === 0 && lineEnds[high]! > 0
  return isWide(1) ? 'utf-16le' : isWide(0) ? 'utf-16be' : null
}

/** Takes the bytes of a file piece by piece; the first piece must hold at least three bytes when the file does. */
export class EncodingDetector {
  private marked: Encoding | null = null
  private wide: Encoding | null = null
  private isFirst = true
  private isUtf8 = true
  private readonly decoder = new TextDecoder('utf-8', { fatal: true })

  push(bytes: Uint8Array): void {
    if (this.isFirst) {
      this.marked = markedEncoding(bytes)
      this.wide = this.marked === null ? unmarkedUtf16(bytes) : null
    }
    this.isFirst = false
    if (this.marked === null && this.wide === null && this.isUtf8) this.check(bytes)
  }

  end(): DetectedEncoding {
    if (this.marked !== null) return { encoding: this.marked, hasMark: true }
    if (this.wide !== null) return { encoding: this.wide, hasMark: false }
    if (this.isUtf8) this.check(null)
    return { encoding: this.isUtf8 ? 'utf-8' : 'windows-1252', hasMark: false }
  }

  private check(bytes: Uint8Array | null): void {
    try {
      if (bytes) this.decoder.decode(bytes, { stream: true })
      else this.decoder.decode()
    } catch {
      // The decoder tells invalid bytes by throwing; that is the answer.
      this.isUtf8 = false
    }
  }
}

/** First bytes of ZIP (office files too), old Excel, PDF, PNG, JPEG, GIF and gzip. */
const signatures = [
  [0x50, 0x4b, 3, 4],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x1f, 0x8b],
]

/** True when the beginning of a file looks like no text at all; a stray NUL in a text does not count. */
export function looksBinary(head: Uint8Array): boolean {
  if (signatures.some((bytes) => bytes.every((byte, at) => head[at] === byte))) return true
  const marked = markedEncoding(head)
  if (marked === 'utf-16le' || marked === 'utf-16be' || unmarkedUtf16(head) !== null) return false
  let zeros = 0
  for (const byte of head) if (byte === 0) zeros++
  return zeros * 20 > head.length
}
