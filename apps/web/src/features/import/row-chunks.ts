/** The second pass: records become rows with ids in the order of the file, in chunks made on demand. */
import {
  CsvReader,
  compileRows,
  type FieldId,
  type ImportedValue,
  type ImportPlan,
  limits,
  type Misfit,
  mostPoints,
  type PlannedColumn,
  type RecordId,
  type RowLinks,
  readJsonTable,
  uuidV7,
} from '@plinth/domain'
import { misfitClauses, ratingMisfit } from '../../lib/misfit-clauses.ts'
import type { FileFormat } from './file-format.ts'
import { isSeparatorLine, wholeText } from './file-reader.ts'
import type { LaterLink } from './self-links.ts'
import { textPieces, UnreadableFile } from './text-pieces.ts'

/** One thing that could not be taken over as it stands. */
export interface ReportEntry {
  readonly line: number
  /** Name of the field; empty when it concerns the whole record. */
  readonly column: string
  readonly raw: string
  readonly why: string
}

export interface RowChunk {
  readonly chunk: number
  readonly rows: readonly (readonly [RecordId, ...ImportedValue[]])[]
  /** Where each row begins in the file. */
  readonly lines: readonly number[]
  readonly misfits: readonly Misfit[]
  readonly links?: readonly RowLinks[]
  /** What the file says where a row is to link, by the row's record and the field. */
  readonly named?: ReadonlyMap<RecordId, Readonly<Record<FieldId, string>>>
  /** What is linked once all rows of the file are stored. */
  readonly later?: readonly LaterLink[]
  readonly report: readonly ReportEntry[]
}

/** Characters after which a chunk is closed early, so that long texts do not make requests of many megabytes. */
const mostCharacters = 2_000_000

/** All rows of a file. Throws what the reading of the file throws (see `readingError`). */
export async function* rowChunks(
  file: Blob,
  format: FileFormat,
  plan: ImportPlan,
  signal?: AbortSignal,
): AsyncGenerator<RowChunk> {
  const builder = new ChunkBuilder(plan)
  if (format.kind === 'json') {
    const text = await wholeText(file, format.encoding, undefined, signal)
    const result = readJsonTable(text, {
      onRecord: (cells, line) => builder.add(cells, line),
      onStray: (raw, line) => builder.note({ line, column: '', raw, why: 'is no object and was left out' }),
    })
    if (!result.ok) throw new UnreadableFile(result.error)
    yield* builder.take(true)
    return
  }
  let isHeader = format.hasHeader
  const reader = new CsvReader(format.dialect, {
    onRecord(cells, line) {
      if (isSeparatorLine(cells, line)) return
      if (!isHeader) builder.add(cells, line)
      isHeader = false
    },
    onProblem: ({ line, kind }) => builder.note({ line, column: '', raw: '', why: problemTexts[kind] }),
  })
  for await (const text of textPieces(file, format.encoding, { signal })) {
    reader.push(text)
    yield* builder.take(false)
  }
  reader.end()
  yield* builder.take(true)
}

const problemTexts = {
  text_after_quote: 'has text behind a closing quote; it was kept',
  quote_never_closed: 'has a quote that is never closed; it was taken as a plain character',
} as const

const whyNot = ({ choice }: PlannedColumn): string =>
  choice.type === 'rating' ? ratingMisfit(choice.max ?? mostPoints) : misfitClauses[choice.type]

class ChunkBuilder {
  private readonly convert
  private rows: (readonly [RecordId, ...ImportedValue[]])[] = []
  private lines: number[] = []
  private misfits: Misfit[] = []
  private report: ReportEntry[] = []
  private characters = 0
  private chunk = 0
  private readonly full: RowChunk[] = []

  private readonly fate: string

  constructor(plan: ImportPlan) {
    this.convert = compileRows(plan)
    this.fate = plan.isUpdate
      ? 'the cell was left empty, or as it was where a record is updated'
      : 'the cell was left empty'
  }

  note(entry: ReportEntry): void {
    this.report.push(entry)
  }

  add(cells: readonly string[], line: number): void {
    const record = uuidV7() as RecordId
    const { values, misfits, extra, missing } = this.convert(cells)
    this.rows.push([record, ...values])
    this.lines.push(line)
    for (const { column, raw } of misfits) {
      this.misfits.push({ record, field: column.field, line, raw: storable(raw) })
      this.note({
        line,
        column: column.name,
        raw,
        why: `${whyNot(column)}; ${this.fate}`,
      })
    }
    if (extra)
      this.note({ line, column: '', raw: extra.join(' | '), why: 'has more cells than there are columns' })
    if (missing > 0)
      this.note({
        line,
        column: '',
        raw: '',
        why: `lacks ${missing} ${missing === 1 ? 'cell' : 'cells'} at its end`,
      })
    for (const cell of cells) this.characters += cell.length
    if (this.rows.length >= limits.rowsPerImportChunk || this.characters >= mostCharacters) this.close()
  }

  /** Chunks that are ready; all that is left when the file is at its end. */
  *take(isEnd: boolean): Generator<RowChunk> {
    if (isEnd && (this.rows.length > 0 || this.report.length > 0)) this.close()
    yield* this.full.splice(0)
  }

  private close(): void {
    const { chunk, rows, lines, misfits, report } = this
    this.full.push({ chunk, rows, lines, misfits, report })
    this.chunk++
    this.rows = []
    this.lines = []
    this.misfits = []
    this.report = []
    this.characters = 0
  }
}

/** Raw text as the database can keep it: NUL and halves of surrogate pairs as visible signs. */
function storable(raw: string): string {
  return raw.replaceAll('\0', '␀').replace(/\p{Surrogate}/gu, '\ufffd')
}
