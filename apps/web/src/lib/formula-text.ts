import type { RuleTree, Table } from '@plinth/domain'
import { printExpression, readAst } from '@plinth/expression'

/** A stored tree as text, with the names that fields have now. */
export function formulaText(tree: RuleTree | undefined, { fields }: Pick<Table, 'fields'>): string {
  const read = tree && readAst(tree)
  return read?.ok ? printExpression(read.value, fields) : ''
}
