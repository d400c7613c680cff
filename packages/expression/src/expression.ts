/** The ways into the language: a text or a tree becomes a checked expression, which is evaluated or stored. */
import { err, type FieldId, ok, type Result } from '@plinth/domain'
import { checkTree, type TreePlace } from './check/check-tree.ts'
import type { CheckedNode } from './check/checked-node.ts'
import { functionCatalogue } from './functions/catalogue.ts'
import { printTree } from './syntax/print.ts'
import { readText } from './syntax/read-text.ts'
import { type Ast, isField, nodesOf } from './tree/ast.ts'
import { expressionLimits } from './tree/expression-limits.ts'
import type { Problem, Span } from './tree/problem.ts'
import { limitProblem, type NodeProblem } from './tree/tree-limits.ts'
import type { ExpressionField } from './types/expression-field.ts'
import { FieldNames } from './types/field-names.ts'
import type { Type } from './types/type.ts'

/** What an expression may speak of, and what it must be. */
export interface ExpressionScope extends TreePlace {
  readonly fields: readonly ExpressionField[]
}

/** An expression without problems. */
export interface CheckedExpression {
  readonly ast: Ast
  readonly type: Type
  /** The fields that it reads. */
  readonly fields: ReadonlySet<FieldId>
  /** It has another value for another person, or later: such expressions are not stored as values. */
  readonly dependsOn: { readonly person: boolean; readonly people: boolean; readonly clock: boolean }
  /** For `evaluate`. */
  readonly root: CheckedNode
}

/** Reads text; the problems stand in the order of their places. */
export function parseExpression(
  text: string,
  scope: ExpressionScope,
): Result<CheckedExpression, readonly Problem[]> {
  if (text.length > expressionLimits.sourceLength) return err([tooLong(text)])
  if (text.replace(/--[^\n]*/g, '').trim() === '') return err([nothingWritten(text)])
  const fields = new FieldNames(scope.fields)
  const read = readText(text, fields)
  if (!('ast' in read)) return err(inOrder(read.problems))
  const limit = limitProblem(read.ast)
  if (limit) return err([located(limit, read.spans)])
  return checked(read.ast, fields, scope, { spans: read.spans, problems: read.problems })
}

/** Checks names and types of a tree; places are those in the text that `printExpression` gives. */
export function checkAst(ast: Ast, scope: ExpressionScope): Result<CheckedExpression, readonly Problem[]> {
  const fields = new FieldNames(scope.fields)
  const { spans } = printTree(ast, fields)
  const limit = limitProblem(ast)
  if (limit) return err([located(limit, spans)])
  return checked(ast, fields, scope, { spans, problems: [] })
}

/** The text of a tree, with the names that fields have now. Reading it gives the same tree. */
export function printExpression(ast: Ast, fields: readonly ExpressionField[]): string {
  return printTree(ast, new FieldNames(fields)).text
}

interface Reading {
  readonly spans: ReadonlyMap<Ast, Span>
  readonly problems: readonly Problem[]
}

function checked(
  ast: Ast,
  fields: FieldNames,
  place: TreePlace,
  { spans, problems }: Reading,
): Result<CheckedExpression, readonly Problem[]> {
  const tree = checkTree(ast, fields, place)
  const all = [...problems, ...tree.problems.map((problem) => located(problem, spans))]
  return all.length > 0 ? err(inOrder(all)) : ok(describe(tree.root))
}

function describe(root: CheckedNode): CheckedExpression {
  const nodes = [...nodesOf(root.node)]
  const depends = new Set(
    nodes.map((node) => ('call' in node ? functionCatalogue.get(node.call)?.dependsOn : undefined)),
  )
  return {
    ast: root.node,
    type: root.type,
    fields: new Set(nodes.filter(isField).map(({ field }) => field)),
    dependsOn: { person: depends.has('person'), people: depends.has('people'), clock: depends.has('clock') },
    root,
  }
}

function located({ code, message, node }: NodeProblem, spans: ReadonlyMap<Ast, Span>): Problem {
  const { from, to } = spans.get(node) ?? { from: 0, to: 0 }
  return { code, message, from, to }
}

const inOrder = (problems: readonly Problem[]): readonly Problem[] =>
  [...problems].sort((a, b) => a.from - b.from || a.to - b.to)

function tooLong({ length }: string): Problem {
  const limit = expressionLimits.sourceLength
  const message = `This text is ${(length - limit).toLocaleString('en')} characters too long. Shorten it.`
  return { code: 'too_long', message, from: limit, to: length }
}

function nothingWritten({ length }: string): Problem {
  const message = 'Nothing is written here. Begin with a field in braces or with a function.'
  return { code: 'nothing_written', message, from: 0, to: length }
}
