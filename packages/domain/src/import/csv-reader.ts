/**
 * A push parser for CSV (RFC 4180) that keeps memory flat, knows the line of each record and loses nothing of malformed
 * files: what is not well-formed is kept as text and reported. Lines may end with LF, CRLF or both in one file, or with
 * CR alone when the file holds no LF; line breaks inside quotes are kept as they are.
 */
export interface CsvDialect {
  readonly separator: string
  /** Null: quotes have no meaning. */
  readonly quote: '"' | "'" | null
  readonly lineBreak: '\n' | '\r'
}

export interface CsvProblem {
  readonly line: number
  readonly kind: 'text_after_quote' | 'quote_never_closed'
}

export interface CsvHandlers {
  /** Cells of one record and the line (counted from 1) on which it begins. */
  onRecord(cells: string[], line: number): void
  onProblem(problem: CsvProblem): void
  /** A line without any character; in a file of one column too it is no record (an empty cell is written `""`). */
  onBlankLine?(line: number): void
}

/** A quoted cell longer than this is taken for a stray quote: it would swallow the rest of the file. */
const longestQuotedCell = 1_000_000

export class CsvReader {
  private rest = ''
  private line = 1
  private isFinal = false
  /** Start of a record whose opening quote is taken as a plain character, because it is never closed. */
  private literalAt = -1
  private readonly dialect: CsvDialect
  private readonly handlers: CsvHandlers

  constructor(dialect: CsvDialect, handlers: CsvHandlers) {
    this.dialect = dialect
    this.handlers = handlers
  }

  /** Reads the records that are complete with this piece of text. */
  push(text: string): void {
    this.rest = this.rest === '' ? text : this.rest + text
    this.consume()
  }

  /** Reads what is left. The reader cannot be used afterwards. */
  end(): void {
    this.isFinal = true
    this.consume()
  }

  private consume(): void {
    const { quote, lineBreak } = this.dialect
    const text = this.rest
    let at = 0
    let nextQuote = quote === null ? -1 : text.indexOf(quote)
    while (at < text.length) {
      if (nextQuote !== -1 && nextQuote < at) nextQuote = text.indexOf(quote!, at)
      let end = text.indexOf(lineBreak, at)
      if (end === -1) {
        if (!this.isFinal) break
        end = text.length
      }
      const next =
        nextQuote === -1 || nextQuote >= end ? this.readPlain(text, at, end) : this.readQuoted(text, at)
      if (next === -1) break
      at = next
    }
    this.literalAt = this.literalAt >= at ? this.literalAt - at : -1
    this.rest = text.slice(at)
  }

  /** A record without quotes, from `at` to its line break at `end`. Answers where the next record begins. */
  private readPlain(text: string, at: number, end: number): number {
    const stop = this.withoutReturn(text, at, end)
    this.emit(stop === at ? null : text.slice(at, stop).split(this.dialect.separator))
    this.line++
    return end + 1
  }

  private withoutReturn(text: string, at: number, end: number): number {
    return this.dialect.lineBreak === '\n' && end > at && text.charCodeAt(end - 1) === 13 ? end - 1 : end
  }

  private emit(cells: string[] | null): void {
    if (cells) this.handlers.onRecord(cells, this.line)
    else this.handlers.onBlankLine?.(this.line)
  }

  /** A record that holds a quote. Answers where the next begins, or −1 when more text is needed. */
  private readQuoted(text: string, start: number): number {
    const { separator, quote } = this.dialect
    const cells: string[] = []
    const problems: CsvProblem[] = []
    let lines = 0
    let at = start
    for (;;) {
      if (text[at] === quote && this.literalAt !== at) {
        const cell = this.readCell(text, at)
        if (cell === null) return -1
        if (cell === 'never closed') {
          problems.push({ line: this.line + lines, kind: 'quote_never_closed' })
          this.literalAt = at
          continue
        }
        cells.push(cell.value)
        if (cell.hasTail) problems.push({ line: this.line + lines, kind: 'text_after_quote' })
        lines += cell.lines
        at = cell.end
      } else {
        const end = this.plainEnd(text, at)
        if (end === -1) return -1
        const isLast = !text.startsWith(separator, end)
        cells.push(text.slice(at, isLast ? this.withoutReturn(text, at, end) : end))
        at = end
      }
      if (!text.startsWith(separator, at)) break
      at += separator.length
    }
    for (const problem of problems) this.handlers.onProblem(problem)
    this.emit(cells)
    this.line += lines + 1
    return at + 1
  }

  /** End of a cell without quotes: its separator or line break; −1 when the text ends too early. */
  private plainEnd(text: string, at: number): number {
    const separator = text.indexOf(this.dialect.separator, at)
    const lineBreak = text.indexOf(this.dialect.lineBreak, at)
    if (lineBreak === -1) {
      if (separator !== -1) return separator
      return this.isFinal ? text.length : -1
    }
    return separator !== -1 && separator < lineBreak ? separator : lineBreak
  }

  private readCell(text: string, start: number) {
    const quote = this.dialect.quote!
    let at = start + 1
    let value = ''
    for (;;) {
      const close = text.indexOf(quote, at)
      if (close === -1) {
        if (this.isFinal || text.length - start > longestQuotedCell) return 'never closed'
        return null
      }
      if (close - start > longestQuotedCell) return 'never closed'
      value += text.slice(at, close)
      at = close + 1
      // A quote at the end of the text so far may be the first of two: then the record is incomplete anyway.
      if (text[at] !== quote) break
      value += quote
      at++
    }
    return this.closeCell(text, at, value)
  }

  /** Whatever stands between a closing quote and the separator belongs to the cell. */
  private closeCell(text: string, at: number, value: string) {
    const end = this.plainEnd(text, at)
    if (end === -1) return null
    const isLast = !text.startsWith(this.dialect.separator, end)
    const tail = text.slice(at, isLast ? this.withoutReturn(text, at, end) : end)
    return {
      value: value + tail,
      hasTail: tail.trim() !== '',
      lines: countLines(value, this.dialect.lineBreak),
      end,
    }
  }
}

function countLines(text: string, lineBreak: string): number {
  let lines = 0
  for (let at = text.indexOf(lineBreak); at !== -1; at = text.indexOf(lineBreak, at + 1)) lines++
  return lines
}
