/**
 * JSON as text: where it is wrong, said by line and column in every browser alike, and its nodes with the numbers as they are written,
 * which a double would not keep.
 */
import { err, ok, type Result } from '../result.ts'

export type JsonNode =
  | { readonly kind: 'object'; readonly entries: readonly (readonly [key: string, value: JsonNode])[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'text'; readonly value: string }
  /** As its digits. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }

/** What is wrong, and where: both count from 1. */
export interface JsonFault {
  readonly line: number
  readonly column: number
  readonly expected: string
}

class Fault extends Error {
  readonly at: number
  readonly expected: string

  constructor(at: number, expected: string) {
    super(expected)
    this.at = at
    this.expected = expected
  }
}

/** Reads a text that is one JSON value, at most `depth` objects and lists within one another. */
export function readJson(text: string, depth: number): Result<JsonNode, JsonFault> {
  try {
    const reader = new JsonReader(text, depth)
    const node = reader.value(1)
    reader.end()
    return ok(node)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const before = text.slice(0, error.at).split('\n')
    return err({ line: before.length, column: [...before.at(-1)!].length + 1, expected: error.expected })
  }
}

const blank = /[ \t\n\r]*/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// oxlint-disable-next-line no-control-regex -- what a text holds escaped alone
const plain = /[^"\\\u0000-\u001f]*/y
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const words: ReadonlyMap<string, JsonNode> = new Map([
  ['true', { kind: 'boolean', value: true }],
  ['false', { kind: 'boolean', value: false }],
  ['null', { kind: 'null' }],
])

class JsonReader {
  readonly #text: string
  readonly #depth: number
  #at = 0

  constructor(text: string, depth: number) {
    this.#text = text
    this.#depth = depth
  }

  value(level: number): JsonNode {
    this.#take(blank)
    const next = this.#text[this.#at]
    if (next === '{' || next === '[') {
      if (level > this.#depth) throw new Fault(this.#at, `at most ${this.#depth} levels`)
      this.#at += 1
      const names = new Set<string>()
      const node: JsonNode =
        next === '{'
          ? { kind: 'object', entries: this.#list('}', () => this.#entry(level, names)) }
          : { kind: 'array', items: this.#list(']', () => this.value(level + 1)) }
      return node
    }
    if (next === '"') return { kind: 'text', value: this.#string() }
    for (const [word, node] of words) {
      if (!this.#text.startsWith(word, this.#at)) continue
      this.#at += word.length
      return node
    }
    const digits = this.#take(number)
    if (digits === '') throw new Fault(this.#at, 'a value')
    return { kind: 'number', text: digits }
  }

  end(): void {
    this.#take(blank)
    if (this.#at < this.#text.length) throw new Fault(this.#at, 'the end')
  }

  /** The database keeps the last of what is called the same: nobody is to lose the others without a word. */
  #entry(level: number, names: Set<string>): readonly [string, JsonNode] {
    const from = this.#at
    if (this.#text[from] !== '"') throw new Fault(from, 'a name in quotes')
    const key = this.#string()
    if (names.has(key)) throw new Fault(from, 'a name that this object does not have yet')
    names.add(key)
    this.#expect(':')
    return [key, this.value(level + 1)]
  }

  #list<T>(end: string, item: () => T): readonly T[] {
    const items: T[] = []
    this.#take(blank)
    if (this.#text[this.#at] === end) {
      this.#at += 1
      return items
    }
    for (;;) {
      this.#take(blank)
      items.push(item())
      this.#take(blank)
      const next = this.#text[this.#at]
      if (next !== end && next !== ',') throw new Fault(this.#at, `a comma or ${end}`)
      this.#at += 1
      if (next === end) return items
    }
  }

  #string(): string {
    const from = this.#at
    this.#at += 1
    for (;;) {
      this.#take(plain)
      if (this.#text[this.#at] === '"') break
      if (this.#take(escape) !== '') continue
      throw new Fault(this.#at, this.#at < this.#text.length ? 'a character of a text' : 'the closing quote')
    }
    this.#at += 1
    return JSON.parse(this.#text.slice(from, this.#at)) as string
  }

  #expect(character: string): void {
    this.#take(blank)
    if (this.#text[this.#at] !== character) throw new Fault(this.#at, character)
    this.#at += 1
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    return found
  }
}

/** A node as text on one line, as the database writes it. */
export function writeJson(node: JsonNode): string {
  switch (node.kind) {
    case 'object':
      return `{${node.entries.map(([key, value]) => `${JSON.stringify(key)}: ${writeJson(value)}`).join(', ')}}`
    case 'array':
      return `[${node.items.map(writeJson).join(', ')}]`
    case 'text':
      return JSON.stringify(node.value)
    case 'number':
      return node.text
    case 'boolean':
      return String(node.value)
    case 'null':
      return 'null'
  }
}

/** The same on many lines. */
export function layOutJson(node: JsonNode, indent = ''): string {
  const inner = `${indent}  `
  if (node.kind === 'object' && node.entries.length > 0) {
    const lines = node.entries.map(
      ([key, value]) => `${inner}${JSON.stringify(key)}: ${layOutJson(value, inner)}`,
    )
    return `{\n${lines.join(',\n')}\n${indent}}`
  }
  if (node.kind === 'array' && node.items.length > 0) {
    return `[\n${node.items.map((item) => `${inner}${layOutJson(item, inner)}`).join(',\n')}\n${indent}]`
  }
  return writeJson(node)
}
