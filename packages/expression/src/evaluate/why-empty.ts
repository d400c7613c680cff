/**
 * Why an expression has no value for a record: the part of it where the emptiness begins, and what is the matter there. Expressions are total,
 * so nothing of this is a value; it is told beside an empty one.
 */
import type { FieldId } from '@plinth/domain'
import type { CheckedNode } from '../check/checked-node.ts'
import type { Ast } from '../tree/ast.ts'
import { expressionLimits } from '../tree/expression-limits.ts'
import { isLongerThan } from '../values/code-points.ts'
import type { Value } from '../values/value.ts'
import { valueOf } from './evaluate.ts'
import type { EvaluationContext } from './evaluation-context.ts'

/**
 * - `field_empty`: the record has nothing in a field.
 * - `nobody`: nobody asks, or in no role.
 * - `written_empty`: `empty` is written there.
 * - `not_chosen`: no condition was true, and there is no value for that.
 * - `zero_divisor`, `too_large`, `too_long`, `out_of_time`: the result has no place among the values.
 * - `no_result`: there is none for these arguments.
 * - `nothing_left`: a text, a list or an item of one, of which there is nothing.
 */
export const emptyCodes = [
  'field_empty',
  'nobody',
  'written_empty',
  'not_chosen',
  'zero_divisor',
  'too_large',
  'too_long',
  'out_of_time',
  'no_result',
  'nothing_left',
] as const
export type EmptyCode = (typeof emptyCodes)[number]

export interface EmptyReason {
  readonly code: EmptyCode
  /** Where it begins: a part of the expression, whose own parts have values. */
  readonly at: Ast
  /** Of `field_empty`. */
  readonly field?: FieldId
}

/** Null: it has a value. */
export function whyEmpty(
  { root }: { readonly root: CheckedNode },
  context: EvaluationContext,
): EmptyReason | null {
  return valueOf(root, context) === null ? reasonOf(root, context) : null
}

const dividing: ReadonlySet<string> = new Set(['/', '%', 'mod', 'quotient'])
/** What they look for may not be there, or is to be taken away. */
const looking: ReadonlySet<string> = new Set(['empty_if', 'item', 'part'])

/** Of a part that is empty. */
function reasonOf(checked: CheckedNode, context: EvaluationContext): EmptyReason {
  const { node, source, children, signature } = checked
  const here = (code: EmptyCode): EmptyReason => ({ code, at: source })
  if ('field' in node) return { ...here('field_empty'), field: node.field }
  if (!('call' in node)) return behind(children, context) ?? here('written_empty')
  if (signature?.params.length === 0) return here('nobody')
  if (node.call === 'if' || node.call === 'ifs') {
    const chosen = chosenBy(node.call, children, context)
    return chosen ? reasonOf(chosen, context) : here('not_chosen')
  }
  return behind(children, context) ?? here(codeOf(node.call, checked, context))
}

/** The reason of the first part that is empty; null: each has a value. */
function behind(children: readonly CheckedNode[], context: EvaluationContext): EmptyReason | null {
  const empty = children.find((child) => valueOf(child, context) === null)
  return empty ? reasonOf(empty, context) : null
}

/** What a choice comes to; undefined: nothing is written for that. */
function chosenBy(
  call: 'if' | 'ifs',
  parts: readonly CheckedNode[],
  context: EvaluationContext,
): CheckedNode | undefined {
  const isTrue = (part: CheckedNode | undefined) => part !== undefined && valueOf(part, context) === true
  if (call === 'if') return isTrue(parts[0]) ? parts[1] : parts[2]
  for (let at = 0; at + 1 < parts.length; at += 2) if (isTrue(parts[at])) return parts[at + 1]
  return parts.length % 2 === 1 ? parts.at(-1) : undefined
}

/** What is the matter with a call whose arguments have values. */
function codeOf(
  call: string,
  { children, signature, type, labels }: CheckedNode,
  context: EvaluationContext,
): EmptyCode {
  const values = children.map((child) => valueOf(child, context))
  if (dividing.has(call) && values[1] === 0) return 'zero_divisor'
  const raw: Value = signature ? signature.evaluate(values, context, labels) : null
  if (typeof raw === 'string' && isLongerThan(raw, expressionLimits.resultLength)) return 'too_long'
  if (raw === '' || Array.isArray(raw) || looking.has(call)) return 'nothing_left'
  if (typeof raw !== 'number') return 'no_result'
  if (type.kind === 'datetime') return 'out_of_time'
  return Number.isNaN(raw) ? 'no_result' : 'too_large'
}
