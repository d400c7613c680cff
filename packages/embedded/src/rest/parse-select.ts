import { refuse } from '../gateway/api-error.ts'
import { CharReader } from './char-reader.ts'
import type { ColumnPath, EmbedItem, JsonStep, SelectItem } from './read-request.ts'

/** A name without quotes: letters, digits, underscore, dollar, and spaces inside. */
const NAME = /[\p{L}\p{N}_$](?:[\p{L}\p{N}_$ ]|-(?!>))*/uy
const TYPE = /[A-Za-z_][\w ]*(?:\([\d, ]+\))?(?:\[\])*/y
const AGGREGATES = new Set(['count', 'sum', 'avg', 'min', 'max'])
/** Nesting deeper than this is no request of a person. */
const MAX_DEPTH = 10

/** Parses `select=`: columns with alias, cast and JSON path, and embeds. Empty means all columns. */
export function parseSelect(text: string): SelectItem[] {
  const reader = new CharReader(text === '' ? '*' : text, 'select parameter')
  const items = readItems(reader, 0)
  if (!reader.done) reader.fail('expecting end of input')
  return items
}

function readItems(reader: CharReader, depth: number): SelectItem[] {
  if (depth > MAX_DEPTH) reader.fail('expecting less nesting')
  const items: SelectItem[] = []
  if (reader.done || reader.peek() === ')') return items
  do {
    items.push(readItem(reader, depth))
  } while (reader.take(','))
  return items
}

function readItem(reader: CharReader, depth: number): SelectItem {
  skipSpace(reader)
  if (reader.take('*')) return { kind: 'star' }
  if (reader.take('...')) return readEmbed(reader, readName(reader), undefined, true, depth)
  let name = readName(reader)
  let alias: string | undefined
  if (reader.peek() === ':' && reader.peek(2) !== '::') {
    reader.expect(':')
    alias = name
    if (reader.take('...')) return readEmbed(reader, readName(reader), alias, true, depth)
    name = readName(reader)
  }
  if (reader.peek() === '!' || reader.peek() === '(') {
    if (reader.peek(2) === '()' && name === 'count') refuseAggregate()
    return readEmbed(reader, name, alias, false, depth)
  }
  const column: ColumnPath = { name, path: readJsonPath(reader) }
  if (reader.take('.')) {
    const aggregate = readName(reader)
    if (AGGREGATES.has(aggregate) && reader.take('()')) refuseAggregate()
    reader.fail('expecting an aggregate function')
  }
  const cast = reader.take('::') ? (reader.match(TYPE) ?? reader.fail('expecting a type')) : undefined
  skipSpace(reader)
  return { kind: 'column', column, cast, alias }
}

function refuseAggregate(): never {
  refuse(400, 'PGRST123', 'Use of aggregate functions is not allowed')
}

function readEmbed(
  reader: CharReader,
  target: string,
  alias: string | undefined,
  isSpread: boolean,
  depth: number,
): EmbedItem {
  let hint: string | undefined
  let isInner = false
  while (reader.take('!')) {
    const word = readName(reader)
    if (word === 'inner') isInner = true
    else if (word !== 'left') hint = word
  }
  reader.expect('(')
  const select = readItems(reader, depth + 1)
  reader.expect(')')
  return { kind: 'embed', target, hint, alias, isInner, isSpread, select }
}

function skipSpace(reader: CharReader): void {
  reader.match(/\s*/y)
}

/** A plain or quoted name. */
export function readName(reader: CharReader): string {
  const quoted = reader.quoted()
  if (quoted !== undefined) return quoted
  const name = reader.match(NAME)?.trim()
  if (name === undefined || name === '') reader.fail('expecting a field name')
  return name
}

/** The steps of `->key`, `->0`, `->>key` behind a column. */
export function readJsonPath(reader: CharReader): JsonStep[] {
  const path: JsonStep[] = []
  while (reader.peek(2) === '->') {
    reader.expect('->')
    const as = reader.take('>') ? 'text' : 'json'
    const index = reader.match(/-?\d+(?![\p{L}\p{N}_])/uy)
    path.push({ as, key: index === undefined ? readName(reader) : Number(index) })
  }
  return path
}

/** A column with its JSON path, as filters and orders name it. */
export function readColumnPath(reader: CharReader): ColumnPath {
  return { name: readName(reader), path: readJsonPath(reader) }
}
