import { refuse } from '../gateway/api-error.ts'

/** Reads a query text from left to right; a text that does not fit is refused as PGRST100. */
export class CharReader {
  readonly text: string
  position = 0
  /** Name of the query parameter, for the message. */
  private readonly what: string

  constructor(text: string, what: string) {
    this.text = text
    this.what = what
  }

  get done(): boolean {
    return this.position >= this.text.length
  }

  peek(length = 1): string {
    return this.text.slice(this.position, this.position + length)
  }

  /** Consumes `expected` if it comes next. */
  take(expected: string): boolean {
    if (!this.text.startsWith(expected, this.position)) return false
    this.position += expected.length
    return true
  }

  expect(expected: string): void {
    if (!this.take(expected)) this.fail(`expecting "${expected}"`)
  }

  /** Consumes what `pattern` (sticky) matches here; undefined if it does not. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position
    const found = pattern.exec(this.text)?.[0]
    if (found === undefined) return undefined
    this.position += found.length
    return found
  }

  /** A double-quoted text with backslash escapes; undefined if none starts here. */
  quoted(): string | undefined {
    if (this.peek() !== '"') return undefined
    const found = this.match(/"(?:[^"\\]|\\[\s\S])*"/y)
    if (found === undefined) this.fail('unterminated quoted text')
    return found.slice(1, -1).replaceAll(/\\([\s\S])/g, '$1')
  }

  fail(detail: string): never {
    const at = this.position + 1
    refuse(400, 'PGRST100', `"failed to parse ${this.what} (${this.text})" (line 1, column ${at})`, {
      details: this.done ? `unexpected end of input, ${detail}` : `unexpected "${this.peek()}", ${detail}`,
    })
  }
}
