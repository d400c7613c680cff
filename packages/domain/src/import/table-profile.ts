/** What a whole file holds: gathered record by record in the first pass, the base of the preview and of the plan. */
import { limits } from '../limits.ts'
import { type ColumnEvidence, ColumnProfiler } from './column-profile.ts'
import { columnNames, detectHeader } from './header.ts'
import { type Inference, inferColumn, type ReadingHabits } from './infer.ts'
import { fitBit, type ShapeContext, shapeOf } from './value-shape.ts'

export interface ColumnProfile {
  /** Place in the records of the file, from 0. */
  readonly index: number
  /** Unique and not empty. */
  readonly name: string
  readonly evidence: ColumnEvidence
  readonly inference: Inference
  /** Neither a name nor a value: left out unless asked for. */
  readonly isBlank: boolean
}

export interface TableProfile {
  readonly columns: readonly ColumnProfile[]
  readonly hasHeader: boolean
  /** Records without the header. */
  readonly rows: number
  /** The first records, with `columns.length` cells each. */
  readonly preview: readonly (readonly string[])[]
  /** Records with more or fewer cells than there are columns. */
  readonly longRows: number
  readonly shortRows: number
}

/** Records kept for the preview; the header is found out from them too. */
export const previewRows = 100
/** Cells of one record that get a column; what stands behind them counts as too many. */
const mostColumns = 1_000

export interface ProfileOptions {
  /** Null: find out. */
  readonly hasHeader: boolean | null
  /** Names known without a header (JSON). */
  readonly names: readonly string[] | null
  readonly habits: ReadingHabits
  readonly context: ShapeContext
}

export class TableProfiler {
  private readonly options: ProfileOptions
  private readonly columns: ColumnProfiler[] = []
  private readonly widths = new Map<number, number>()
  private head: { cells: readonly string[]; line: number }[] | null = []
  private header: readonly string[] | null = null
  private readonly preview: (readonly string[])[] = []
  private rows = 0

  constructor(options: ProfileOptions) {
    this.options = options
  }

  add(cells: readonly string[], line: number): void {
    if (this.head === null) {
      this.count(cells, line)
      return
    }
    this.head.push({ cells, line })
    if (this.head.length > previewRows) this.settleHead(this.head)
  }

  /** Names of columns may be known only at the end (JSON). */
  end(names: readonly string[] | null = this.options.names): TableProfile {
    if (this.head !== null) this.settleHead(this.head)
    const width = names ? names.length : this.width()
    const raw = Array.from({ length: width }, (_, index) => names?.[index] ?? this.header?.[index] ?? '')
    const unique = columnNames(raw)
    const columns = unique.map((name, index) => this.columnProfile(name, raw[index]!, index))
    let [longRows, shortRows] = [0, 0]
    for (const [cells, count] of names ? [] : this.widths) {
      if (cells > width) longRows += count
      if (cells < width) shortRows += count
    }
    return {
      columns,
      hasHeader: this.header !== null,
      rows: this.rows,
      preview: this.preview.map((cells) => Array.from({ length: width }, (_, index) => cells[index] ?? '')),
      longRows,
      shortRows,
    }
  }

  private settleHead(head: readonly { cells: readonly string[]; line: number }[]): void {
    this.head = null
    const { hasHeader, names, context } = this.options
    const records = head.map(({ cells }) => cells)
    const isPlain = (cell: string) => isPlainText(cell, context)
    const isHeader = names === null && (hasHeader ?? detectHeader(records, isPlain))
    if (isHeader && head[0]) this.header = trimEnd(head[0].cells)
    for (const { cells, line } of isHeader ? head.slice(1) : head) this.count(cells, line)
  }

  private count(cells: readonly string[], line: number): void {
    this.rows++
    if (this.preview.length < previewRows) this.preview.push(cells)
    const width = Math.min(cells.length, mostColumns)
    this.widths.set(cells.length, (this.widths.get(cells.length) ?? 0) + 1)
    while (this.columns.length < width) {
      const column = new ColumnProfiler(this.options.context)
      column.addEmpty(this.rows - 1)
      this.columns.push(column)
    }
    for (let index = 0; index < width; index++) this.columns[index]!.add(cells[index]!, line)
    for (let index = width; index < this.columns.length; index++) this.columns[index]!.addEmpty(1)
  }

  /** The names decide; columns that the commonest record has beyond them are real too. */
  private width(): number {
    const [commonest] = [...this.widths].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0])
    return Math.min(Math.max(this.header?.length ?? 0, commonest), mostColumns)
  }

  private columnProfile(name: string, raw: string, index: number): ColumnProfile {
    const column = this.columns[index]
    const evidence = column ? column.evidence() : emptyEvidence(this.rows)
    const isBlank = evidence.filled === 0 && raw.trim() === ''
    return { index, name, evidence, inference: inferColumn(evidence, this.options.habits), isBlank }
  }
}

function emptyEvidence(rows: number): ColumnEvidence {
  return { filled: 0, empty: rows, shapes: [], distinct: [], longest: 0 }
}

function trimEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
}

const special =
  fitBit({ type: 'number', mark: '.' }) |
  fitBit({ type: 'number', mark: ',' }) |
  fitBit({ type: 'date', order: 'dmy' }) |
  fitBit({ type: 'date', order: 'mdy' }) |
  fitBit({ type: 'datetime', order: 'dmy' }) |
  fitBit({ type: 'datetime', order: 'mdy' }) |
  fitBit({ type: 'email' }) |
  fitBit({ type: 'url' })

/** Text that could be a name: no number, date or address. */
function isPlainText(cell: string, context: ShapeContext): boolean {
  return cell.length <= limits.nameLength && (shapeOf(cell, context) & special) === 0
}
