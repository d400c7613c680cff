/**
 * Types of a tree, from the leaves up. Where a choice field is compared with quoted text, the text becomes its option: so a
 * tree read from text leaves here as the tree that is stored. All problems are gathered; a wrong node counts as empty, which
 * fits everywhere, so that one mistake is told once.
 */
import { functionCatalogue } from '../functions/catalogue.ts'
import { paramsFor } from '../functions/signature.ts'
import type { Ast, CallNode, FieldNode, ListNode, OptionNode } from '../tree/ast.ts'
import { didYouMean, nearestName } from '../tree/suggest.ts'
import type { NodeProblem } from '../tree/tree-limits.ts'
import { type ExpressionField, isUsable, typeOfField } from '../types/expression-field.ts'
import type { FieldNames } from '../types/field-names.ts'
import { describeType, emptyType, isScalar, listOf, sameType, type Type } from '../types/type.ts'
import type { CheckedNode } from './checked-node.ts'
import { describeExpected, explainMisfit, remedyFor } from './explain-misfit.ts'
import { fitSignature } from './fit-signature.ts'
import { choiceOf, resolveLabels } from './resolve-labels.ts'

export interface CheckedTree {
  readonly root: CheckedNode
  readonly problems: readonly NodeProblem[]
}

/** What matters of the place where an expression stands. */
export interface TreePlace {
  /** The type of the whole; `empty` is allowed everywhere. Absent: any. */
  readonly expects?: Type
  /** It computes a field: those follow when options are renamed, so they may read what these are called. */
  readonly isFormula?: boolean
}

/** Checks names and types. */
export function checkTree(
  ast: Ast,
  fields: FieldNames,
  { expects, isFormula = false }: TreePlace = {},
): CheckedTree {
  const checker = new TreeChecker(fields, isFormula)
  const root = checker.check(ast)
  if (expects) checker.expectResult(root, expects)
  return { root, problems: checker.problems }
}

class TreeChecker {
  readonly problems: NodeProblem[] = []
  private readonly fields: FieldNames
  private readonly isFormula: boolean

  constructor(fields: FieldNames, isFormula: boolean) {
    this.fields = fields
    this.isFormula = isFormula
  }

  check(node: Ast): CheckedNode {
    if ('text' in node) return leaf(node, { kind: 'text' })
    if ('number' in node) return leaf(node, { kind: 'number' })
    if ('boolean' in node) return leaf(node, { kind: 'boolean' })
    if ('option' in node) return this.checkOption(node)
    if ('field' in node) return this.checkField(node)
    if ('list' in node) return this.checkList(node)
    if ('call' in node) return this.checkCall(node)
    return leaf(node, emptyType)
  }

  expectResult(root: CheckedNode, expects: Type): void {
    if (root.type.kind === 'empty' || sameType(root.type, expects)) return
    const needed = describeExpected(expects, this.fields)
    const remedy = remedyFor(expects, root)
    const message = `This must be ${needed}, but it is ${this.describe(root.type)}.${remedy ? ` ${remedy}` : ''}`
    this.fail({ code: 'result_type', message, node: root.source })
  }

  private checkOption(node: OptionNode): CheckedNode {
    const field = this.fields.byId(node.field)
    if (!field) return this.fail(this.fieldGone(node))
    if (this.fields.optionsOf(node.field).some(({ id }) => id === node.option)) {
      return leaf(node, { kind: 'option', field: node.field })
    }
    const message = `An option of {${field.name}} is not there any more. Choose another one.`
    return this.fail({ code: 'unknown_option', message, node })
  }

  private checkField(node: FieldNode): CheckedNode {
    const field = this.fields.byId(node.field)
    if (!field) return this.fail(this.fieldGone(node))
    if (!isUsable(field)) return this.fail({ code: 'closed_field', message: closedText(field), node })
    return leaf(node, typeOfField(field))
  }

  private fieldGone(node: FieldNode | OptionNode): NodeProblem {
    const message = 'This field is not there any more. Choose another one.'
    return { code: 'unknown_field', message, node }
  }

  private checkList(node: ListNode): CheckedNode {
    const params = node.list.map(() => 'T' as const)
    const children = this.resolved(
      params,
      node.list.map((item) => this.check(item)),
    )
    const wrong = children.find(({ type }) => !isScalar(type) && type.kind !== 'empty')
    if (wrong)
      return this.fail(listProblem(wrong, 'A list holds single values only, no lists and no attachments.'))
    const first = children.find(({ type }) => type.kind !== 'empty')?.type ?? emptyType
    if (!isScalar(first)) return { node, source: node, type: emptyType, children }
    const other = children.find(({ type }) => type.kind !== 'empty' && !sameType(first, type))
    if (other) {
      const [one, two] = [this.describe(first), this.describe(other.type)]
      return this.fail(
        listProblem(other, `A list holds values of one type: the first is ${one}, this is ${two}.`),
      )
    }
    return {
      node: { list: children.map((child) => child.node) },
      source: node,
      type: listOf(first),
      children,
    }
  }

  private checkCall(node: CallNode): CheckedNode {
    const entry = functionCatalogue.get(node.call)
    const args = node.args.map((arg) => this.check(arg))
    if (!entry) return this.fail(unknownFunction(node))
    if (entry.dependsOn === 'people' && !this.isFormula)
      return this.fail(onlyInFormulas(node, 'people', 'me() or with another field of people'))
    const params = entry.signatures.map((one) => paramsFor(one, args.length)).find((one) => one !== null)
    const children = params ? this.resolved(params, args) : args
    const types = children.map(({ type }) => type)
    for (const signature of entry.signatures) {
      const fit = fitSignature(signature, types)
      if (!fit?.fits) continue
      const call = { call: node.call, args: children.map((child) => child.node) }
      const fitted = { node: call, source: node, type: fit.result, children, signature }
      return signature.asksLabels ? this.labelled(fitted) : fitted
    }
    return this.fail(explainMisfit(entry, node, children, this.fields))
  }

  /** A call that asks what the options of a field are called. What is kept elsewhere than in a field would not follow when one is renamed. */
  private labelled(call: CheckedNode): CheckedNode {
    const choices = call.children.find(({ type }) => choiceOf(type))
    if (!choices) return call
    if (!this.isFormula) return this.fail(onlyInFormulas(choices.source, 'options', 'the option itself'))
    const options = this.fields.optionsOf(choiceOf(choices.type)!)
    return { ...call, labels: new Map(options.map(({ id, label }) => [id, label])) }
  }

  private resolved(
    params: Parameters<typeof resolveLabels>[0],
    children: readonly CheckedNode[],
  ): readonly CheckedNode[] {
    const labels = resolveLabels(params, children, this.fields)
    if (!labels) return children
    this.problems.push(...labels.problems)
    return labels.children
  }

  private describe(type: Type): string {
    return describeType(type, (id) => this.fields.nameOf(id))
  }

  private fail(problem: NodeProblem): CheckedNode {
    this.problems.push(problem)
    return leaf(problem.node, emptyType)
  }
}

const leaf = (node: Ast, type: Type): CheckedNode => ({ node, source: node, type, children: [] })

const listProblem = ({ source }: CheckedNode, message: string): NodeProblem => ({
  code: 'list_type',
  message,
  node: source,
})

function closedText({ name, type, hidden, aside, onRead, isOpened }: ExpressionField): string {
  if (type === 'link') {
    return isOpened
      ? `“${name}” links records that are not called by a text.`
      : `Nothing that is kept can look at “${name}”: of linked records everybody reads their own. A rollup can.`
  }
  if (onRead)
    return `Nothing that is kept can look at “${name}”: it is computed when somebody reads it, for them.`
  if (hidden)
    return `No condition can look at “${name}”: some roles do not see it. Let every role see it first.`
  return aside
    ? `No condition can look at “${name}” yet: its values are not back in the table. Move them back first.`
    : `No condition can look at “${name}” now: its type is being changed. Wait until that is done.`
}

const onlyInFormulas = (node: Ast, named: string, instead: string): NodeProblem => ({
  code: 'argument_type',
  message: `Only formulas read what ${named} are called. Compare with ${instead} here.`,
  node,
})

function unknownFunction(node: CallNode): NodeProblem {
  const remedy = didYouMean(nearestName(node.call, functionCatalogue.keys()))
  return { code: 'unknown_function', message: `There is no function “${node.call}”.${remedy}`, node }
}
