/**
 * Tables in JSON: a list of objects, an object that holds such a list (`{"data": […]}`), or one object per line
 * (NDJSON). Cells become text as in CSV, but exactly: digits of numbers are taken from the source, since
 * `JSON.parse` rounds those beyond 2^53. Objects and lists inside of a cell keep their JSON text.
 */
import { appError } from '../errors.ts'
import { err, ok, type Result } from '../result.ts'

export interface JsonHandlers {
  /** Cells by the order of the columns known so far; `line` is where the object begins, counted from 1. */
  onRecord(cells: string[], line: number): void
  /** An entry of the list that is no object: it cannot be a record. */
  onStray(raw: string, line: number): void
}

/** Reads all records of a text. Answers the names of the columns; errors `file_unreadable`, `file_empty`. */
export function readJsonTable(text: string, handlers: JsonHandlers): Result<{ columns: readonly string[] }> {
  const scanner = new JsonScanner(text, handlers)
  try {
    scanner.readTable()
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    return err(appError('file_unreadable', { hint: error.message, details: { line: error.line } }))
  }
  const columns = scanner.columnNames()
  return columns.length === 0 ? err(appError('file_empty')) : ok({ columns })
}

/** Ends a scan from any depth; never leaves this file. */
class JsonTextError extends Error {
  readonly line: number
  constructor(what: string, line: number) {
    super(`Line ${line}: ${what}`)
    this.line = line
  }
}

const numberShape = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const deepest = 200

class JsonScanner {
  private at = 0
  private line = 1
  private readonly columns = new Map<string, number>()
  private readonly text: string
  private readonly handlers: JsonHandlers

  constructor(text: string, handlers: JsonHandlers) {
    this.text = text
    this.handlers = handlers
  }

  columnNames(): string[] {
    return [...this.columns.keys()]
  }

  readTable(): void {
    this.space()
    if (this.at >= this.text.length) return
    if (this.text[this.at] === '[') {
      this.list(() => this.entry())
      this.space()
      if (this.at < this.text.length) this.fail('something stands behind the end of the list')
      return
    }
    if (this.text[this.at] !== '{') this.fail('expected a list of objects')
    if (!this.enterWrapper()) this.readLines()
  }

  /** `{"data": [ {…}, … ]}`: reads the list at `data`, else the first list of objects. */
  private enterWrapper(): boolean {
    const start = { at: this.at, line: this.line }
    let list: { at: number; line: number } | null = null
    this.object((key) => {
      const place = { at: this.at, line: this.line }
      const isList = /^\[\s*\{/.test(this.text.slice(this.at, this.at + 200))
      this.skipValue(1)
      if (isList && (list === null || key === 'data')) list = place
    })
    this.space()
    const isWhole = this.at >= this.text.length
    Object.assign(this, isWhole && list !== null ? list : start)
    if (!isWhole || list === null) return false
    this.list(() => this.entry())
    return true
  }

  private readLines(): void {
    while (this.at < this.text.length) {
      this.entry()
      this.space()
    }
  }

  private entry(): void {
    const line = this.line
    if (this.text[this.at] !== '{') {
      const start = this.at
      this.skipValue(0)
      this.handlers.onStray(this.text.slice(start, this.at), line)
      return
    }
    const cells: string[] = Array.from({ length: this.columns.size }, () => '')
    this.object((key) => {
      let column = this.columns.get(key)
      if (column === undefined) {
        column = this.columns.size
        this.columns.set(key, column)
      }
      cells[column] = this.cell()
    })
    this.handlers.onRecord(cells, line)
  }

  private cell(): string {
    const first = this.text[this.at]
    if (first === '"') return this.string()
    const start = this.at
    this.skipValue(1)
    const source = this.text.slice(start, this.at)
    if (source === 'null') return ''
    if (first === '{' || first === '[') return source
    // 1e5 is a number in JSON, but would look like a code as a text.
    return /e/i.test(source) && Number.isFinite(Number(source)) ? String(Number(source)) : source
  }

  private list(onItem: () => void): void {
    this.at++
    this.space()
    if (this.text[this.at] === ']') {
      this.at++
      return
    }
    for (;;) {
      this.space()
      onItem()
      this.space()
      const next = this.text[this.at++]
      if (next === ']') return
      if (next !== ',') this.fail('expected a comma or the end of the list', this.at - 1)
    }
  }

  private object(onValue: (key: string) => void): void {
    this.at++
    this.space()
    if (this.text[this.at] === '}') {
      this.at++
      return
    }
    for (;;) {
      this.space()
      if (this.text[this.at] !== '"') this.fail('expected a name in quotes')
      const key = this.string()
      this.space()
      if (this.text[this.at++] !== ':') this.fail('expected a colon', this.at - 1)
      this.space()
      onValue(key)
      this.space()
      const next = this.text[this.at++]
      if (next === '}') return
      if (next !== ',') this.fail('expected a comma or the end of the object', this.at - 1)
    }
  }

  private skipValue(depth: number): void {
    if (depth > deepest) this.fail('too many lists inside of lists')
    const first = this.text[this.at]
    if (first === '{') this.object(() => this.skipValue(depth + 1))
    else if (first === '[') this.list(() => this.skipValue(depth + 1))
    else if (first === '"') this.string()
    else this.scalar()
  }

  private scalar(): void {
    for (const word of ['null', 'true', 'false']) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length
        return
      }
    }
    numberShape.lastIndex = this.at
    const match = numberShape.exec(this.text)
    if (!match) this.fail(this.at >= this.text.length ? 'the file ends too early' : 'expected a value')
    this.at += match![0].length
  }

  private string(): string {
    const start = this.at
    let end = start
    do {
      end = this.text.indexOf('"', end + 1)
      if (end === -1) this.fail('a quote is never closed')
    } while (isEscaped(this.text, end, start))
    this.at = end + 1
    const source = this.text.slice(start + 1, end)
    if (!source.includes('\\')) return source
    try {
      return JSON.parse(`"${source}"`) as string
    } catch {
      return this.fail('a text holds an escape that JSON does not know', start)
    }
  }

  private space(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (code === 10) this.line++
      else if (code !== 32 && code !== 13 && code !== 9) return
      this.at++
    }
  }

  private fail(what: string, at = this.at): never {
    this.at = at
    throw new JsonTextError(what, this.line)
  }
}

/** True when an odd number of backslashes stands before the quote at `end`. */
function isEscaped(text: string, end: number, start: number): boolean {
  let at = end - 1
  while (at > start && text.charCodeAt(at) === 92) at--
  return (end - 1 - at) % 2 === 1
}
