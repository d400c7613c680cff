/** The value of a checked expression for one record. Total: it never throws. */
import type { CheckedNode } from '../check/checked-node.ts'
import { type Scalar, settle, type Value } from '../values/value.ts'
import type { EvaluationContext } from './evaluation-context.ts'

/** Evaluates; date-times in milliseconds, durations in seconds, empty as null. */
export function evaluate({ root }: { readonly root: CheckedNode }, context: EvaluationContext): Value {
  return valueOf(root, context)
}

/** The same of a part of it. */
export function valueOf(
  { node, type, children, signature, labels }: CheckedNode,
  context: EvaluationContext,
): Value {
  if ('text' in node) return settle(node.text, 'text')
  if ('number' in node) return node.number
  if ('boolean' in node) return node.boolean
  if ('option' in node) return node.option
  if ('field' in node) return settle(context.valueOf(node.field), type.kind)
  const values = children.map((child) => valueOf(child, context))
  if ('list' in node)
    return settle(
      values.filter((value): value is Scalar => value !== null),
      'list',
    )
  if (!signature) return null
  if (!signature.fills && values.includes(null)) return null
  if ('call' in node && isOfNobody(node.call, children, values)) return node.call === '!='
  return settle(signature.evaluate(values, context, labels), type.kind)
}

const askers: ReadonlySet<string> = new Set(['me', 'my_role'])

/** Nobody is not the same as an empty cell: a side of `=` that is `me()` itself equals nothing when nobody asks. */
function isOfNobody(call: string, children: readonly CheckedNode[], values: readonly Value[]): boolean {
  if (call !== '=' && call !== '!=') return false
  return children.some(({ node }, index) => values[index] === null && 'call' in node && askers.has(node.call))
}
