/**
 * The table of an HTML clipboard, as Excel, Google Sheets, LibreOffice and web pages write it. Each cell is what is shown of
 * it, as plain text has it too; where a program tells the exact text of a cell beside (`x:str`, `data-sheets-value`), that.
 */
import { type HtmlToken, htmlTokens } from './html-tokens.ts'

/** As HTML has it. */
const columnsSpannedMost = 1000
const rowsSpannedMost = 65_534
/** A few tags can ask for any number of cells; this is far more than can be pasted. */
const cellsMost = 2_000_000

const blocks = new Set([
  'p',
  'div',
  'li',
  'ul',
  'ol',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'pre',
  'blockquote',
])

/** Null where the page is no table, or has texts beside it that would be lost. */
export function readTable(html: string): string[][] | null {
  const reader = new TableReader()
  for (const token of htmlTokens(fragmentOf(html))) reader.take(token)
  return reader.finish()
}

/** Browsers and Excel mark what was copied inside of the page. Excel's mark lies inside of the table's tag. */
function fragmentOf(html: string): string {
  const start = html.indexOf('<!--StartFragment')
  const end = html.lastIndexOf('<!--EndFragment')
  return html.slice(start < 0 ? 0 : start, end > start ? end : html.length)
}

class TableReader {
  readonly #rows: string[][] = []
  /** For each column how many rows below are still covered by a cell above. */
  #covered: number[] = []
  #row: string[] | null = null
  #cell: CellReader | null = null
  #isRowHidden = false
  #innerTables = 0
  #hasTextBeside = false
  /** Places filled and looked at: what the reader has spent. */
  #spent = 0

  take(token: HtmlToken): void {
    if (token.kind === 'text') this.#takeText(token.text)
    else if (token.kind === 'open') this.#open(token.name, token.attributes)
    else this.#close(token.name)
  }

  finish(): string[][] | null {
    this.#endRow()
    const rows = this.#rows
    const width = widthOf(rows)
    const isTooLarge = this.#spent > cellsMost || rows.length * width > cellsMost
    if (width === 0 || this.#hasTextBeside || isTooLarge) return null
    return rows.map((row) =>
      row.length === width ? row : [...row, ...Array<string>(width - row.length).fill('')],
    )
  }

  #takeText(text: string): void {
    if (this.#cell) this.#cell.add(text)
    else if (/[^\s\u00a0]/.test(text)) this.#hasTextBeside = true
  }

  #open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.#cell && name === 'table') this.#innerTables += 1
    if (this.#innerTables > 0) {
      // A table in a cell is text of the cell.
      if (name === 'tr') this.#cell?.endBlock()
      if (name === 'td' || name === 'th') this.#cell?.add(' ')
      return
    }
    if (name === 'tr') this.#beginRow(attributes)
    else if (name === 'td' || name === 'th') this.#beginCell(attributes)
    else if (name === 'br') this.#cell?.breakLine()
    else if (blocks.has(name)) this.#cell?.endBlock()
  }

  #close(name: string): void {
    if (this.#innerTables > 0) {
      if (name === 'table') {
        this.#innerTables -= 1
        this.#cell?.endBlock()
      }
      return
    }
    if (name === 'td' || name === 'th') this.#endCell()
    else if (name === 'tr' || name === 'table') this.#endRow()
    else if (blocks.has(name)) this.#cell?.endBlock()
  }

  #beginRow(attributes: ReadonlyMap<string, string>): void {
    this.#endRow()
    this.#row = []
    this.#isRowHidden = isHidden(attributes)
  }

  #beginCell(attributes: ReadonlyMap<string, string>): void {
    this.#endCell()
    // Tags of rows may be left out.
    this.#row ??= []
    this.#cell = new CellReader(attributes)
  }

  #endCell(): void {
    const cell = this.#cell
    const row = this.#row
    this.#cell = null
    this.#innerTables = 0
    if (cell === null || row === null || cell.isHidden || this.#spent > cellsMost) return
    this.#coverFromAbove(row)
    for (let by = 0; by < cell.columns; by += 1) {
      if (cell.rows > 1) this.#covered[row.length] = cell.rows
      row.push(by === 0 ? cell.text() : '')
    }
    this.#spent += cell.columns
  }

  /** Cells above reach down here: their places are empty. */
  #coverFromAbove(row: string[]): void {
    while ((this.#covered[row.length] ?? 0) > 0) row.push('')
  }

  #endRow(): void {
    this.#endCell()
    const row = this.#row
    this.#row = null
    if (row === null) return
    if (this.#spent > cellsMost) return
    this.#coverFromAbove(row)
    this.#spent += this.#covered.length + 1
    const isCovered = this.#covered.some((rows) => rows > 1)
    this.#covered = isCovered ? Array.from(this.#covered, (rows = 0) => Math.max(0, rows - 1)) : []
    if (!this.#isRowHidden && row.length > 0) this.#rows.push(row)
  }
}

function widthOf(rows: readonly (readonly string[])[]): number {
  return rows.reduce((most, row) => Math.max(most, row.length), 0)
}

class CellReader {
  readonly isHidden: boolean
  readonly columns: number
  readonly rows: number
  readonly #exact: string | null
  /** White space counts as it stands. */
  readonly #isKept: boolean
  #parts: string[] = []
  #isBlockOver = false
  #hasText = false

  constructor(attributes: ReadonlyMap<string, string>) {
    this.isHidden = isHidden(attributes)
    this.columns = spanOf(attributes.get('colspan'), columnsSpannedMost)
    this.rows = spanOf(attributes.get('rowspan'), rowsSpannedMost)
    this.#exact = exactText(attributes)
    this.#isKept = /white-space\s*:\s*(pre|break-spaces)/i.test(attributes.get('style') ?? '')
  }

  add(text: string): void {
    const isBlank = /^[ \t\n\r\f]*$/.test(text)
    if (this.#isBlockOver && !isBlank) {
      if (this.#hasText) this.#parts.push('\n')
      this.#isBlockOver = false
    }
    if (!isBlank) this.#hasText = true
    this.#parts.push(this.#isKept ? text : text.replace(/[ \t\n\r\f]+/g, ' '))
  }

  breakLine(): void {
    this.#parts.push('\n')
  }

  /** What follows begins a line of its own. */
  endBlock(): void {
    this.#isBlockOver = true
  }

  text(): string {
    if (this.#exact !== null) return this.#exact
    const text = this.#parts.join('')
    if (this.#isKept) return text
    const lines = text.split('\n').map((line) => trim(line.replace(/ {2,}/g, ' ')))
    return /^[\s\u00a0]*$/.test(text) ? '' : lines.join('\n').replaceAll('\u00a0', ' ')
  }
}

/** Of the white space of HTML only: a space that does not break was put there. */
function trim(line: string): string {
  return line.slice(line.startsWith(' ') ? 1 : 0, line.endsWith(' ') ? -1 : undefined)
}

function isHidden(attributes: ReadonlyMap<string, string>): boolean {
  return attributes.has('hidden') || /display\s*:\s*none/i.test(attributes.get('style') ?? '')
}

function spanOf(value: string | undefined, most: number): number {
  const span = Number.parseInt(value ?? '1', 10)
  return Number.isNaN(span) ? 1 : Math.max(1, Math.min(most, span))
}

/** Numbers are taken as they are shown: with the signs and the format that a field type reads. */
function exactText(attributes: ReadonlyMap<string, string>): string | null {
  const excel = attributes.get('x:str')
  if (excel) return excel
  const sheets = attributes.get('data-sheets-value')
  if (sheets === undefined) return null
  try {
    const value: unknown = JSON.parse(sheets)
    // Kind 2 is text, and lies under 2.
    if (typeof value !== 'object' || value === null || !('1' in value) || value['1'] !== 2) return null
    return '2' in value && typeof value['2'] === 'string' ? value['2'] : null
  } catch {
    // Not what Sheets writes: what the cell shows is there all the same.
    return null
  }
}
