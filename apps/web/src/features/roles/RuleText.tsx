import type { Field, RuleTree } from '@plinth/domain'
import { printExpression, readAst } from '@plinth/expression'

/** A stored rule as text, with the names that fields have now. */
export default function RuleText({ rule, fields }: { rule: RuleTree; fields: readonly Field[] }) {
  const tree = readAst(rule)
  return tree.ok ? printExpression(tree.value, fields) : 'a rule that this version cannot show'
}
