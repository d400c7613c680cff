/** Text as tokens, wrong ones too: for messages about wrong text and for completion while somebody types. */
import type { Span } from '../tree/problem.ts'

export type TokenKind =
  | 'name'
  | 'number'
  | 'text'
  | 'field'
  | 'operator'
  | 'word operator'
  | 'open'
  | 'close'
  | 'comma'
  | 'unclosed text'
  | 'unclosed field'
  | 'foreign text'
  | 'foreign operator'
  | 'unknown'

export interface Token extends Span {
  readonly kind: TokenKind
  readonly text: string
}

const letter =
  'A-Za-z_\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{167f}\\u{1681}-\\u{1fff}\\u{2c00}-\\u{2fff}\\u{3040}-\\u{d7ff}\\u{f900}-\\u{fdff}\\u{10000}-\\u{10ffff}'

/** In this order; the same tokens as in `expression.grammar`. */
const patterns: readonly (readonly [TokenKind | null, RegExp])[] = [
  [null, /(?:\s|--[^\n]*)+/uy],
  ['number', /[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/uy],
  ['name', new RegExp(`[${letter}][${letter}0-9]*`, 'uy')],
  ['text', /"(?:[^\\"\n]|\\[^\n])*"/uy],
  ['field', /\{(?:[^\\}\n]|\\[^\n])*\}/uy],
  ['unclosed text', /"(?:[^\\"\n]|\\[^\n])*/uy],
  ['unclosed field', /\{(?:[^\\}\n]|\\[^\n])*/uy],
  ['foreign text', /'[^\n']*'?|“[^\n”]*”?|„[^\n“”]*[“”]?/uy],
  ['foreign operator', /===?|<>|&&|\|\||!==/uy],
  ['operator', /!=|<=|>=|[=<>+\-*/%&]/uy],
  ['open', /[([]/uy],
  ['close', /[)\]]/uy],
  ['comma', /,/uy],
  ['unknown', /./suy],
]

const wordOperators: ReadonlySet<string> = new Set(['or', 'and', 'not', 'in', 'has'])

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const [kind, found] = tokenAt(text, at)
    if (kind) tokens.push({ kind, text: found, from: at, to: at + found.length })
    at += found.length
  }
  return tokens
}

function tokenAt(text: string, at: number): readonly [TokenKind | null, string] {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found === undefined) continue
    return [kind === 'name' && wordOperators.has(found.toLowerCase()) ? 'word operator' : kind, found]
  }
  return ['unknown', text.charAt(at)]
}

const operands: ReadonlySet<TokenKind> = new Set([
  'name',
  'number',
  'text',
  'field',
  'unclosed text',
  'unclosed field',
  'foreign text',
])

export const isOperand = ({ kind }: Token): boolean => operands.has(kind)

/** True for a token that ends a value: behind it stands an operator, a comma or the end. */
export const endsValue = (token: Token | undefined): boolean =>
  token !== undefined && (operands.has(token.kind) || token.kind === 'close')

/** True for a token that begins a value. */
export const beginsValue = (token: Token): boolean =>
  operands.has(token.kind) || token.kind === 'open' || token.text.toLowerCase() === 'not'
