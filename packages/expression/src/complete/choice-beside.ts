/** The choice field that a value is compared with, by the tokens around the value's place. */
import { unbrace } from '../syntax/escapes.ts'
import type { Token } from '../syntax/tokens.ts'
import { type ExpressionField, isChoiceField, isUsable } from '../types/expression-field.ts'
import type { FieldNames } from '../types/field-names.ts'

const comparisons: ReadonlySet<string> = new Set(['=', '!=', 'in', 'has'])

/** `before` ends where the value begins, `after` begins where it ends. */
export function choiceBeside(
  before: readonly Token[],
  after: readonly Token[],
  fields: FieldNames,
): ExpressionField | null {
  const outside = beforeList(before)
  const left = isComparison(outside.at(-1)) ? choiceOf(outside.at(-2), fields) : null
  return left ?? (isComparison(after[0]) ? choiceOf(after[1], fields) : null)
}

/** What stands before the list that a value is in, or all when it is in none. */
function beforeList(tokens: readonly Token[]): readonly Token[] {
  let index = tokens.length - 1
  while (index >= 0 && (tokens[index]!.kind === 'comma' || tokens[index]!.kind === 'text')) index -= 1
  return tokens[index]?.text === '[' ? tokens.slice(0, index) : tokens
}

const isComparison = (token: Token | undefined): boolean =>
  token !== undefined && comparisons.has(token.text.toLowerCase())

function choiceOf(token: Token | undefined, fields: FieldNames): ExpressionField | null {
  if (token?.kind !== 'field') return null
  const field = fields.byName(unbrace(token.text))
  return field && isChoiceField(field) && isUsable(field) ? field : null
}
