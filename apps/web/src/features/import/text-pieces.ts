/** A file as text, piece by piece. */
import {
  type AppError,
  appError,
  type DetectedEncoding,
  type Encoding,
  EncodingDetector,
  looksBinary,
} from '@plinth/domain'

/** Bytes read from the beginning to tell text from pictures, archives and office files. */
const headBytes = 4096

/** Ends a reading from any depth; `file-reader.ts` turns it into a `Result`. */
export class UnreadableFile extends Error {
  readonly reason: AppError
  constructor(reason: AppError) {
    super(reason.message)
    this.reason = reason
  }
}

async function* bytePieces(file: Blob, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

/** Checks the whole file. Throws `UnreadableFile` for files that are no text, or empty. */
export async function detectEncoding(file: Blob, signal?: AbortSignal): Promise<DetectedEncoding> {
  if (file.size === 0) throw new UnreadableFile(appError('file_empty'))
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  if (looksBinary(head)) throw new UnreadableFile(appError('file_unreadable', { hint: binaryHint(head) }))
  const detector = new EncodingDetector()
  for await (const piece of bytePieces(file, signal)) detector.push(piece)
  return detector.end()
}

function binaryHint(head: Uint8Array): string {
  const isArchive = head[0] === 0x50 && head[1] === 0x4b
  return isArchive
    ? 'This looks like an Excel workbook or an archive. Save the sheet as CSV (UTF-8) and choose that file.'
    : 'It holds no text. Choose a CSV, TSV or JSON file.'
}

/** The text of a file. `onBytes` is told how many bytes were read so far. */
export async function* textPieces(
  file: Blob,
  encoding: Encoding,
  options: { onBytes?: (read: number) => void; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let read = 0
  for await (const piece of bytePieces(file, options.signal)) {
    const text = decoder.decode(piece, { stream: true })
    read += piece.length
    options.onBytes?.(read)
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
