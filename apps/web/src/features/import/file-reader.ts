/**
 * The two passes over a file. The first infers from all records and holds none but the preview; the second converts
 * them and hands them out in chunks, on demand. Both run in the worker, and in Node for the tests.
 */
import {
  type AppError,
  appError,
  type CsvDialect,
  CsvReader,
  decimalMark,
  detectDialect,
  type Encoding,
  err,
  localeDayOrder,
  ok,
  type ReadingHabits,
  type Result,
  readJsonTable,
  shapeContext,
  TableProfiler,
} from '@plinth/domain'
import type { FileFormat, FileProfile, FormatChoices, ReadingContext } from './file-format.ts'
import { detectEncoding, textPieces, UnreadableFile } from './text-pieces.ts'

/** A JSON text is held in memory as a whole. */
const mostJsonBytes = 200 * 1024 * 1024
/** Characters from which separators are found out. */
const sampleLength = 60_000

export interface ProfileRequest {
  readonly file: Blob
  readonly name: string
  readonly choices: FormatChoices
  readonly context: ReadingContext
  /** Share of the file that is read, 0 to 1. */
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal | undefined
}

/** First pass. Errors: `file_empty`, `file_unreadable`, `file_too_large`. */
export async function profileFile(request: ProfileRequest): Promise<Result<FileProfile>> {
  try {
    const { encoding: found } = await detectEncoding(request.file, request.signal)
    const encoding = request.choices.encoding ?? found
    const isJson = await looksLikeJson(request.file, request.name, encoding)
    const profile = isJson ? await profileJson(request, encoding) : await profileCsv(request, encoding)
    if (profile.table.rows === 0 || profile.table.columns.length === 0) return err(appError('file_empty'))
    return ok(profile)
  } catch (error) {
    return err(readingError(error))
  }
}

/** What a failed reading means for people; bugs are thrown on. */
export function readingError(error: unknown): AppError {
  if (error instanceof UnreadableFile) return error.reason
  // The file was moved, changed or forbidden since it was chosen.
  if (error instanceof DOMException && error.name !== 'AbortError') {
    return appError('file_unreadable', { hint: 'The file changed or went away. Choose it again.' })
  }
  throw error
}

async function looksLikeJson(file: Blob, name: string, encoding: Encoding): Promise<boolean> {
  if (/\.(json|ndjson|jsonl|geojson)$/i.test(name)) return true
  if (/\.(csv|tsv|tab)$/i.test(name)) return false
  const head = new TextDecoder(encoding).decode(await file.slice(0, 400).arrayBuffer())
  return /^\s*(\{\s*"|\[\s*\{)/.test(head)
}

function profilerFor(
  context: ReadingContext,
  habits: ReadingHabits,
  hasHeader: boolean | null,
  isJson: boolean,
) {
  return new TableProfiler({
    hasHeader,
    names: isJson ? [] : null,
    habits,
    context: shapeContext(context.locale, context.timeZone),
  })
}

/** Semicolons come from languages in which the comma marks the fraction. */
function habitsFor(separator: string | null, { locale }: ReadingContext): ReadingHabits {
  const mark = separator === ';' ? ',' : separator === ',' || separator === null ? '.' : decimalMark(locale)
  return { mark, order: localeDayOrder(locale) }
}

async function profileCsv(request: ProfileRequest, encoding: Encoding): Promise<FileProfile> {
  const { file, choices, context, onProgress, signal } = request
  const sample = await sampleOf(file, encoding)
  const dialect = dialectOf(sample, choices.separator)
  const profiler = profilerFor(context, habitsFor(dialect.separator, context), choices.hasHeader, false)
  let blankLines = 0
  let oddities = 0
  let firstOddity: FileProfile['firstOddity'] = null
  const reader = new CsvReader(dialect, {
    onRecord(cells, line) {
      if (!isSeparatorLine(cells, line)) profiler.add(cells, line)
    },
    onProblem({ line, kind }) {
      oddities++
      firstOddity ??= { line, raw: kind }
    },
    onBlankLine() {
      blankLines++
    },
  })
  const onBytes = (read: number) => onProgress?.(read / file.size)
  for await (const text of textPieces(file, encoding, { onBytes, signal })) reader.push(text)
  reader.end()
  const table = profiler.end()
  const format: FileFormat = { kind: 'csv', encoding, dialect, hasHeader: table.hasHeader }
  return { format, table, blankLines, oddities, firstOddity }
}

/** Excel names the separator in a first line of its own: `sep=;`. */
export function isSeparatorLine(cells: readonly string[], line: number): boolean {
  return line === 1 && cells.length <= 2 && /^sep=[,;\t|]?$/i.test(cells.join(''))
}

async function sampleOf(file: Blob, encoding: Encoding): Promise<string> {
  let sample = ''
  for await (const text of textPieces(file, encoding)) {
    sample += text
    if (sample.length >= sampleLength) break
  }
  return sample.slice(0, sampleLength)
}

function dialectOf(sample: string, chosen: string | null): CsvDialect {
  const named = /^sep=([,;\t|])\r?\n/i.exec(sample)?.[1] ?? null
  const dialect = detectDialect(sample)
  const separator = chosen ?? named
  return separator === null || separator === dialect.separator
    ? dialect
    : { ...dialect, separator, quote: '"' }
}

async function profileJson(request: ProfileRequest, encoding: Encoding): Promise<FileProfile> {
  const { file, context, signal, onProgress } = request
  if (file.size > mostJsonBytes) {
    const hint = 'JSON files may have up to 200 MB. Split it, or export it as CSV.'
    throw new UnreadableFile(appError('file_too_large', { hint }))
  }
  const profiler = profilerFor(context, habitsFor(null, context), false, true)
  let oddities = 0
  let firstOddity: FileProfile['firstOddity'] = null
  const text = await wholeText(file, encoding, (share) => onProgress?.(share / 2), signal)
  const result = readJsonTable(text, {
    onRecord: (cells, line) => profiler.add(cells, line),
    onStray(raw, line) {
      oddities++
      firstOddity ??= { line, raw }
    },
  })
  if (!result.ok) throw new UnreadableFile(result.error)
  const table = profiler.end(result.value.columns)
  return { format: { kind: 'json', encoding }, table, blankLines: 0, oddities, firstOddity }
}

export async function wholeText(
  file: Blob,
  encoding: Encoding,
  onShare?: (share: number) => void,
  signal?: AbortSignal,
): Promise<string> {
  const pieces: string[] = []
  const onBytes = (read: number) => onShare?.(read / file.size)
  for await (const text of textPieces(file, encoding, { onBytes, signal })) pieces.push(text)
  return pieces.join('')
}
