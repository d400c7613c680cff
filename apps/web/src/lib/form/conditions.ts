import type { FieldId, Holds } from '@plinth/domain'
import {
  type CheckedExpression,
  checkAst,
  contextOf,
  type ExpressionField,
  evaluate,
  readAst,
  type Situation,
} from '@plinth/expression'

/**
 * Looks whether conditions are true for answers; one that does not suit the fields any more never is. `known`: where and for whom, the
 * moment being that of each look.
 */
export function conditionsOver(fields: readonly ExpressionField[], known: Omit<Situation, 'now'>): Holds {
  const checked = new WeakMap<object, CheckedExpression | null>()
  const read = (when: object): CheckedExpression | null => {
    const tree = readAst(when)
    const expression = tree.ok ? checkAst(tree.value, { fields, expects: { kind: 'boolean' } }) : tree
    return expression.ok ? expression.value : null
  }
  return (when, answers) => {
    if (typeof when !== 'object' || when === null) return false
    let expression = checked.get(when)
    if (expression === undefined) {
      expression = read(when)
      checked.set(when, expression)
    }
    return (
      expression !== null &&
      evaluate(expression, contextOf(fields, answers, { ...known, now: Date.now() })) === true
    )
  }
}

/** The fields that a condition looks at; null: it does not suit the fields any more. */
export function readBy(when: unknown, fields: readonly ExpressionField[]): ReadonlySet<FieldId> | null {
  const tree = readAst(when)
  const checked = tree.ok ? checkAst(tree.value, { fields }) : tree
  return checked.ok ? checked.value.fields : null
}
