/**
 * Finds UPDATE and DELETE statements without WHERE in SQL and PL/pgSQL text. A hosted project refuses
 * them in every API session, inside functions too, by a server extension (`safeupdate`) that we have
 * not. We read the bodies of functions instead: statements written out, and texts given to EXECUTE as
 * literals, are found; statements put together at run time from pieces are not.
 */

const NOISE =
  /--[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"]|"")*"|[A-Za-z_][\w$]*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|[\s\S]/g

interface Token {
  /** Lower-case word, or one character. */
  text: string
  depth: number
}

/** The first write without a filter, as short text for a message; undefined if there is none. */
export function findUnfilteredWrite(body: string): string | undefined {
  const literals: string[] = []
  const tokens = tokenize(body, literals)
  for (let at = 0; at < tokens.length; at++) {
    const target = writeTarget(tokens, at)
    if (target !== undefined && !hasFilter(tokens, target)) return describe(tokens, at)
  }
  for (const literal of literals) {
    // Only a text that begins like a statement is one: messages speak of updates, too.
    const found = /^\s*(with|update|delete)\b/i.test(literal) ? findUnfilteredWrite(literal) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function tokenize(body: string, literals: string[]): Token[] {
  const tokens: Token[] = []
  let depth = 0
  for (const [text] of body.matchAll(NOISE)) {
    if (/^\s|^--|^\/\*/.test(text)) continue
    if (text.startsWith("'") && text.length > 1) {
      literals.push(text.slice(1, -1).replaceAll("''", "'"))
      tokens.push({ text: "'", depth })
      continue
    }
    if (text.length > 1 && text.startsWith('$')) {
      literals.push(text.replace(/^\$\w*\$|\$\w*\$$/g, ''))
      tokens.push({ text: "'", depth })
      continue
    }
    if (text === ')') depth -= 1
    tokens.push({ text: text.startsWith('"') ? text : text.toLowerCase(), depth })
    if (text === '(') depth += 1
  }
  return tokens
}

/** Words after which UPDATE or DELETE is not a statement of its own (locks, triggers, grants, upserts). */
const NOT_A_STATEMENT = new Set(['for', 'no', 'key', 'or', 'before', 'after', 'of', 'on', 'do', 'grant', ','])

/** Index of the table's name if a write starts at `at`. */
function writeTarget(tokens: Token[], at: number): number | undefined {
  const word = tokens[at]?.text
  const previous = tokens[at - 1]?.text ?? ';'
  if (word === 'delete') return tokens[at + 1]?.text === 'from' ? at + 2 : undefined
  if (word !== 'update' || NOT_A_STATEMENT.has(previous)) return undefined
  // Between UPDATE and its SET stand names only (`%` where a text is formatted into one).
  for (let next = at + 1; next < tokens.length; next++) {
    const text = tokens[next]?.text ?? ''
    if (text === 'set') return next > at + 1 ? at + 1 : undefined
    if (!/^(?:[\w$".%*]|".*")+$/.test(text)) return undefined
  }
  return undefined
}

/** Whether WHERE stands at the statement's own depth before it ends. */
function hasFilter(tokens: Token[], from: number): boolean {
  const depth = tokens[from]?.depth ?? 0
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token || token.depth < depth || (token.depth === depth && token.text === ';')) return false
    if (token.depth === depth && token.text === 'where') return true
  }
  return false
}

function describe(tokens: Token[], at: number): string {
  const words = tokens.slice(at, at + 4).map((token) => token.text)
  return words.join(' ').replaceAll(' . ', '.')
}

export interface FunctionBody {
  schema: string
  name: string
  body: string
}

/**
 * Names (`schema.name`) of functions that hold an unfiltered write themselves or call one that does.
 * Calls are found by name, so of two functions of one name both count.
 */
export function functionsWithUnfilteredWrites(functions: FunctionBody[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { schema, name, body } of functions) {
    const write = findUnfilteredWrite(body)
    if (write !== undefined) found.set(`${schema}.${name}`, write)
  }
  let grew = found.size > 0
  while (grew) {
    grew = false
    for (const { schema, name, body } of functions) {
      if (found.has(`${schema}.${name}`)) continue
      const called = [...found].find(([callee]) => callsByName(body, callee))
      if (!called) continue
      found.set(`${schema}.${name}`, called[1])
      grew = true
    }
  }
  return found
}

function callsByName(body: string, callee: string): boolean {
  const name = callee.slice(callee.indexOf('.') + 1).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\w$])"?${name}"?\\s*\\(`, 'i').test(body)
}
