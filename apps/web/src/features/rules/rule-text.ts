import type { RuleTree, Table } from '@plinth/domain'
import { printExpression, readAst } from '@plinth/expression'

/** A stored rule as text, with the names that fields have now. */
export function ruleText(rule: RuleTree, { fields }: Pick<Table, 'fields'>): string {
  const tree = readAst(rule)
  return tree.ok ? printExpression(tree.value, fields) : 'a rule that this version cannot show'
}
