/** Why an expression has no value for a record, in words that go on after “Empty: ”. */
import type { Field, FieldTypeName } from '@plinth/domain'
import {
  type CheckedExpression,
  cellOfValue,
  type EmptyReason,
  type EvaluationContext,
  evaluate,
  printExpression,
  whyEmpty,
} from '@plinth/expression'

/** `type`: of the field that is to hold the value. Null: it has one, or nothing more is to be said. */
export function emptyWords(
  checked: CheckedExpression,
  context: EvaluationContext,
  { type, fields }: { type: FieldTypeName; fields: readonly Field[] },
): string | null {
  const value = evaluate(checked, context)
  if (value !== null) return cellOfValue(value, type) === null ? 'the result does not fit into a cell' : null
  const reason = whyEmpty(checked, context)
  return reason && words(reason, fields)
}

const mostCharacters = 60

/** What is the matter comes first: lines may be cut. */
function words({ code, at, field }: EmptyReason, fields: readonly Field[]): string | null {
  const text = printExpression(at, fields)
  const part = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
  switch (code) {
    case 'field_empty':
      return `“${fields.find(({ id }) => id === field)?.name ?? ''}” is empty`
    case 'zero_divisor':
      return `division by zero in ${part}`
    case 'not_chosen':
      return `no condition is true in ${part}`
    case 'too_large':
      return `too large a number in ${part}`
    case 'too_long':
      return `too long a text in ${part}`
    case 'out_of_time':
      return `beyond the years 1 to 9999 in ${part}`
    case 'no_result':
      return `no result of ${part}`
    case 'written_empty':
      return 'the formula says so'
    case 'nobody':
      return null
  }
}
