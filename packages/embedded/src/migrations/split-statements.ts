/** One statement of an SQL file, and where it starts. */
export interface Statement {
  /** Without the closing semicolon and without comments before it. */
  text: string
  /** Line of its first character, from 1. */
  line: number
}

/** What may hide a semicolon, tried at each position; one of them always matches. */
const TOKEN =
  /--[^\n]*|\/\*|(?<![A-Za-z0-9_$])\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|(?<![\w$])[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\s+|[\s\S]/y

/**
 * Splits SQL text into statements, as the server would: semicolons inside strings, quoted names,
 * comments, dollar quotes and `begin atomic … end` bodies do not end a statement.
 */
export function splitStatements(sql: string): Statement[] {
  const scanner = new StatementScanner(sql)
  while (scanner.step()) {
    // Each step consumes one token.
  }
  return scanner.finish()
}

class StatementScanner {
  private readonly statements: Statement[] = []
  private position = 0
  /** Where the current statement's first token stands; -1 before it. */
  private start = -1
  private readonly sql: string
  private previousWord = ''
  /** Depth of `begin atomic` and `case` blocks; 0 outside a body. */
  private depth = 0

  constructor(sql: string) {
    this.sql = sql
  }

  step(): boolean {
    if (this.position >= this.sql.length) return false
    TOKEN.lastIndex = this.position
    const match = TOKEN.exec(this.sql)
    const token = match?.[0] ?? this.sql.charAt(this.position)
    const at = this.position
    this.position += token.length
    if (token.startsWith('--') || /^\s/.test(token)) return true
    if (token === '/*') {
      this.skipComment()
      return true
    }
    if (token === ';' && this.depth === 0) {
      this.close(at)
      return true
    }
    if (this.start < 0) this.start = at
    if (/^\$.*\$$/s.test(token) && match?.[0].length !== 1) this.skipDollarQuote(token)
    this.trackBlocks(token.toLowerCase())
    return true
  }

  finish(): Statement[] {
    this.close(this.sql.length)
    return this.statements
  }

  /** Comments nest in Postgres. */
  private skipComment(): void {
    let depth = 1
    const edge = /\/\*|\*\//g
    edge.lastIndex = this.position
    while (depth > 0) {
      const match = edge.exec(this.sql)
      if (!match) {
        this.position = this.sql.length
        return
      }
      depth += match[0] === '/*' ? 1 : -1
      this.position = edge.lastIndex
    }
  }

  private skipDollarQuote(tag: string): void {
    const end = this.sql.indexOf(tag, this.position)
    this.position = end < 0 ? this.sql.length : end + tag.length
  }

  private trackBlocks(word: string): void {
    if (word === 'atomic' && this.previousWord === 'begin') this.depth = 1
    else if (this.depth > 0 && word === 'case') this.depth += 1
    else if (this.depth > 0 && word === 'end') this.depth -= 1
    this.previousWord = word
  }

  private close(end: number): void {
    if (this.start >= 0) {
      const text = this.sql.slice(this.start, end).trimEnd()
      this.statements.push({ text, line: lineAt(this.sql, this.start) })
    }
    this.start = -1
    this.depth = 0
    this.previousWord = ''
  }
}

/** Line of a character offset, from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
