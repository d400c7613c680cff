/** Why an expression has no value for a record, in words that go on after “Empty: ”, or “Error: ” where it could not be computed. */
import type { Field, FieldId, FieldTypeName } from '@plinth/domain'
import {
  type CheckedExpression,
  cellOfValue,
  type EmptyCode,
  type EmptyReason,
  type EvaluationContext,
  evaluate,
  printExpression,
  whyEmpty,
} from '@plinth/expression'

export interface EmptyWords {
  readonly text: string
  /** In a word or two what could not be computed; null: something is not there, which is no error. */
  readonly error: string | null
}

export interface EmptyAsking {
  /** Of the field that is to hold the value. */
  readonly type: FieldTypeName
  readonly fields: readonly Field[]
  /** Why a field is empty that the expression reads. */
  readonly emptyOf?: (field: FieldId) => EmptyWords | null
}

/** Null: it has a value, or nothing more is to be said. */
export function emptyWords(
  checked: CheckedExpression,
  context: EvaluationContext,
  asking: EmptyAsking,
): EmptyWords | null {
  const value = evaluate(checked, context)
  if (value === null) {
    const reason = whyEmpty(checked, context)
    return reason && wordsOf(reason, asking)
  }
  if (cellOfValue(value, asking.type) !== null) return null
  return { text: 'the result does not fit into a cell', error: 'Does not fit' }
}

const mostCharacters = 60

/** What is the matter comes first: lines may be cut. */
function wordsOf({ code, at, field }: EmptyReason, { fields, emptyOf }: EmptyAsking): EmptyWords | null {
  if (code === 'nobody') return null
  if (code === 'written_empty') return { text: 'the formula says so', error: null }
  if (code === 'field_empty') {
    const behind = (field && emptyOf?.(field)) ?? null
    const name = fields.find(({ id }) => id === field)?.name ?? ''
    if (behind?.error) return { text: `“${name}” has an error: ${behind.text}`, error: behind.error }
    return { text: `“${name}” is empty`, error: null }
  }
  const text = printExpression(at, fields)
  const part = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
  const { is, error } = matters[code]
  return { text: `${is} ${part}`, error }
}

type Matter = Exclude<EmptyCode, 'nobody' | 'written_empty' | 'field_empty'>

const matters: Readonly<Record<Matter, { readonly is: string; readonly error: string | null }>> = {
  zero_divisor: { is: 'division by zero in', error: 'Division by 0' },
  not_chosen: { is: 'no condition is true in', error: null },
  too_large: { is: 'too large a number in', error: 'Number too large' },
  too_long: { is: 'too long a text in', error: 'Text too long' },
  out_of_time: { is: 'beyond the years 1 to 9999 in', error: 'Beyond the calendar' },
  no_result: { is: 'no result of', error: 'No result' },
  nothing_left: { is: 'nothing comes of', error: null },
}
