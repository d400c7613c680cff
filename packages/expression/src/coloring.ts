/**
 * Colour rules over records: which one paints a record, and which its values of single fields. Equal to the database's `count_when`, where
 * the records are the same.
 */
import type { ColorRule, FieldId } from '@plinth/domain'
import { evaluate } from './evaluate/evaluate.ts'
import type { EvaluationContext } from './evaluate/evaluation-context.ts'
import { type CheckedExpression, checkAst, type ExpressionScope } from './expression.ts'
import { openedField } from './formula.ts'
import { nodesOf } from './tree/ast.ts'
import { readAst } from './tree/read-ast.ts'
import type { ExpressionField } from './types/expression-field.ts'

export interface Coloring {
  readonly rules: readonly { readonly rule: ColorRule; readonly expression: CheckedExpression }[]
  /** Rules that suit the fields no more: they are left out. */
  readonly lost: number
  /** Another clock makes other colours: at midnight, or at every moment; null: none is asked. */
  readonly clock: 'today' | 'now' | null
}

/** What paints a record. */
export interface Paint {
  readonly row: ColorRule | null
  readonly cells: ReadonlyMap<FieldId, ColorRule>
}

const unpainted: Paint = { row: null, cells: new Map() }

/**
 * Colours are computed where records are shown, under the rights of whoever looks: hidden fields that these see have a part in
 * them. Of links a cell does not tell all, so that what it would say of many is not what the database says.
 */
export const colorScope = (fields: readonly ExpressionField[]): ExpressionScope => ({
  fields: fields.map((field) => (field.type === 'link' ? field : openedField(field))),
  expects: { kind: 'boolean' },
})

export function coloringOf(rules: readonly ColorRule[], fields: readonly ExpressionField[]): Coloring {
  const scope = colorScope(fields)
  const checked = rules.flatMap((rule) => {
    const tree = readAst(rule.when)
    const expression = tree.ok ? checkAst(tree.value, scope) : tree
    return expression.ok ? [{ rule, expression: expression.value }] : []
  })
  const calls = new Set(checked.flatMap(({ expression }) => callsOf(expression)))
  return {
    rules: checked,
    lost: rules.length - checked.length,
    clock: calls.has('now') ? 'now' : calls.has('today') ? 'today' : null,
  }
}

const callsOf = ({ ast }: CheckedExpression): string[] =>
  [...nodesOf(ast)].flatMap((node) => ('call' in node ? [node.call] : []))

/** The first rule that is true of a record, and for each field the first of those that paint it. */
export function paintOf({ rules }: Pick<Coloring, 'rules'>, context: EvaluationContext): Paint {
  if (rules.length === 0) return unpainted
  let row: ColorRule | null = null
  const cells = new Map<FieldId, ColorRule>()
  for (const { rule, expression } of rules) {
    const isDecided = rule.paints === 'row' ? row !== null : cells.has(rule.paints)
    if (isDecided || evaluate(expression, context) !== true) continue
    if (rule.paints === 'row') row = rule
    else cells.set(rule.paints, rule)
  }
  return row === null && cells.size === 0 ? unpainted : { row, cells }
}
