import { CharReader } from './char-reader.ts'
import { readColumnPath } from './parse-select.ts'
import type { Filter, PathFilter, Test } from './read-request.ts'

const COMPARISONS = new Map([
  ['eq', '='],
  ['neq', '<>'],
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
  ['isdistinct', 'is distinct from'],
  ['cs', '@>'],
  ['cd', '<@'],
  ['ov', '&&'],
  ['sl', '<<'],
  ['sr', '>>'],
  ['nxr', '&<'],
  ['nxl', '&>'],
  ['adj', '-|-'],
])
const PATTERNS = new Map([
  ['like', 'like'],
  ['ilike', 'ilike'],
  ['match', '~'],
  ['imatch', '~*'],
])
const SEARCHES = new Map([
  ['fts', 'to_tsquery'],
  ['plfts', 'plainto_tsquery'],
  ['phfts', 'phraseto_tsquery'],
  ['wfts', 'websearch_to_tsquery'],
])
const QUANTIFIED = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])
const IS_VALUES = ['null', 'not_null', 'true', 'false', 'unknown'] as const
const MAX_DEPTH = 20

/**
 * Parses one query parameter that is a filter: `column=op.value`, `embed.column=op.value`, `or=(…)`,
 * `embed.not.and=(…)`.
 */
export function parseFilter(parameter: string, value: string): PathFilter {
  const logic = /^((?:[^.]+\.)*?)(not\.)?(and|or)$/.exec(parameter)
  if (logic) {
    const reader = new CharReader(value, `logic tree`)
    const path = splitPath(logic[1]?.replace(/\.$/, '') ?? '')
    const filter = readGroup(reader, logic[3] === 'or' ? 'or' : 'and', logic[2] !== undefined, 0)
    if (!reader.done) reader.fail('expecting end of input')
    return { path, filter }
  }
  const parts = splitPath(parameter)
  const last = parts.pop() ?? ''
  const columnReader = new CharReader(last, 'filter')
  const column = readColumnPath(columnReader)
  if (!columnReader.done) columnReader.fail('expecting "." or end of input')
  const reader = new CharReader(value, 'filter')
  const { negated, test } = readTest(reader, (rest) => rest.match(/[\s\S]*/y) ?? '')
  return { path: parts, filter: { kind: 'test', column, negated, test } }
}

/** Splits at dots outside of quotes. */
export function splitPath(text: string): string[] {
  return text.match(/(?:"(?:[^"\\]|\\.)*"|[^."])+/g)?.map((part) => part) ?? []
}

function readGroup(reader: CharReader, join: 'and' | 'or', negated: boolean, depth: number): Filter {
  if (depth > MAX_DEPTH) reader.fail('expecting less nesting')
  reader.expect('(')
  const parts: Filter[] = []
  do {
    reader.match(/\s*/y)
    parts.push(readPart(reader, depth))
    reader.match(/\s*/y)
  } while (reader.take(','))
  reader.expect(')')
  return { kind: 'group', join, negated, parts }
}

function readPart(reader: CharReader, depth: number): Filter {
  const group = reader.match(/(?:not\.)?(?:and|or)(?=\()/y)
  if (group !== undefined) {
    return readGroup(reader, group.endsWith('or') ? 'or' : 'and', group.startsWith('not.'), depth + 1)
  }
  const column = readColumnPath(reader)
  reader.expect('.')
  const { negated, test } = readTest(reader, readGroupedValue)
  return { kind: 'test', column, negated, test }
}

/** Inside a group a value ends at a comma or parenthesis, unless quoted or an array in braces. */
function readGroupedValue(reader: CharReader): string {
  const quoted = reader.quoted()
  if (quoted !== undefined) return quoted
  if (reader.peek() === '{') {
    const braced = reader.match(/\{(?:[^{}"]|"(?:[^"\\]|\\.)*"|\{[^{}]*\})*\}/y)
    if (braced !== undefined) return braced
  }
  // A range such as [1,5) belongs together.
  const range = reader.match(/[[(][^,()[\]]*,[^,()[\]]*[)\]]/y)
  return range ?? reader.match(/[^,)]*/y) ?? ''
}

type ReadValue = (reader: CharReader) => string

function readTest(reader: CharReader, readValue: ReadValue): { negated: boolean; test: Test } {
  const negated = reader.take('not.')
  const op = reader.match(/[a-z_]+/y)
  if (op === undefined) reader.fail('expecting operator (eq, gt, ...)')
  if (op === 'is') return { negated, test: readIs(reader) }
  if (op === 'in') return { negated, test: readIn(reader) }
  const search = SEARCHES.get(op)
  if (search !== undefined) return { negated, test: readSearch(reader, search, readValue) }
  const pattern = PATTERNS.get(op)
  const comparison = COMPARISONS.get(op)
  if (pattern === undefined && comparison === undefined) {
    reader.position -= op.length
    reader.fail('expecting operator (eq, gt, ...)')
  }
  const quantifier = QUANTIFIED.has(op) ? readQuantifier(reader) : undefined
  reader.expect('.')
  const value = readValue(reader)
  if (pattern === undefined) {
    return { negated, test: { op: 'compare', sql: comparison ?? '=', value, quantifier } }
  }
  // In a URL `*` stands for the `%` of LIKE.
  const text = op === 'like' || op === 'ilike' ? value.replaceAll('*', '%') : value
  return { negated, test: { op: 'pattern', sql: pattern, value: text, quantifier } }
}

function readQuantifier(reader: CharReader): 'any' | 'all' | undefined {
  if (reader.take('(any)')) return 'any'
  return reader.take('(all)') ? 'all' : undefined
}

function readIs(reader: CharReader): Test {
  reader.expect('.')
  const word = reader.match(/[a-z_]+/iy)?.toLowerCase()
  const value = IS_VALUES.find((known) => known === word)
  if (value === undefined) reader.fail('expecting null, not_null, true, false or unknown')
  return { op: 'is', value }
}

function readIn(reader: CharReader): Test {
  reader.expect('.')
  reader.expect('(')
  const values: string[] = []
  if (reader.take(')')) return { op: 'in', values }
  do {
    values.push(reader.quoted() ?? reader.match(/[^,)]*/y) ?? '')
  } while (reader.take(','))
  reader.expect(')')
  return { op: 'in', values }
}

function readSearch(reader: CharReader, fn: string, readValue: ReadValue): Test {
  let config: string | undefined
  if (reader.take('(')) {
    config = reader.match(/[\w.]+/y)
    reader.expect(')')
  }
  reader.expect('.')
  return { op: 'search', fn, config, value: readValue(reader) }
}
