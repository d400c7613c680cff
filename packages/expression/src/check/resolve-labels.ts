/** Labels in quotes that stand beside a choice field, as options of that field. */
import type { FieldId } from '@plinth/domain'
import { type ParamType, paramsFor } from '../functions/signature.ts'
import type { Ast, TextNode } from '../tree/ast.ts'
import { didYouMean, nearestName } from '../tree/suggest.ts'
import type { NodeProblem } from '../tree/tree-limits.ts'
import type { FieldNames } from '../types/field-names.ts'
import { listOf, type ScalarType, type Type } from '../types/type.ts'
import type { CheckedNode } from './checked-node.ts'
import { variableOf } from './fit-signature.ts'

export interface Resolved {
  readonly children: readonly CheckedNode[]
  readonly problems: readonly NodeProblem[]
}

/**
 * The arguments with their labels resolved when one of them is an option of a field and others are quoted texts at places
 * of the same type; null when there is nothing to resolve.
 */
export function resolveLabels(
  params: readonly ParamType[],
  children: readonly CheckedNode[],
  fields: FieldNames,
): Resolved | null {
  const atVariable = (index: number): boolean => variableOf(params[index]!) !== null
  const field = children
    .map(({ type }) => choiceOf(type))
    .find((choice, index) => choice && atVariable(index))
  if (!field || !children.some((child, index) => atVariable(index) && isLabels(child))) return null
  const problems: NodeProblem[] = []
  const resolved = children.map((child, index) =>
    atVariable(index) && isLabels(child) ? asOptions(child, field, fields, problems) : child,
  )
  return { children: resolved, problems }
}

/** The field whose options a type is of, alone or in a list. */
export function choiceOf(type: Type): FieldId | null {
  const item = type.kind === 'list' ? type.of : type
  return item.kind === 'option' ? item.field : null
}

const isTextual = (type: Type): boolean =>
  type.kind === 'text' || (type.kind === 'list' && type.of.kind === 'text')

/** True for quoted texts and what chooses among them: lists, `if` and other functions that give their argument's type. */
function isLabels(child: CheckedNode): boolean {
  if (child.type.kind === 'empty') return true
  if (!isTextual(child.type)) return false
  if ('text' in child.node) return true
  const places = labelPlaces(child)
  return places !== null && child.children.every((value, index) => !places[index] || isLabels(value))
}

/** Which children of a node have the type of its result; null for a node that makes a type of its own. */
function labelPlaces({ node, children, signature }: CheckedNode): readonly boolean[] | null {
  if ('list' in node) return children.map(() => true)
  if (!signature || !variableOf(signature.result)) return null
  return paramsFor(signature, children.length)!.map((param) => variableOf(param) !== null)
}

function asOptions(
  child: CheckedNode,
  field: FieldId,
  fields: FieldNames,
  problems: NodeProblem[],
): CheckedNode {
  const option: ScalarType = { kind: 'option', field }
  if (child.type.kind === 'empty') return child
  if ('text' in child.node) return labelOption(child.node, field, fields, problems)
  const places = labelPlaces(child)!
  const children = child.children.map((value, index) =>
    places[index] ? asOptions(value, field, fields, problems) : value,
  )
  const args = children.map(({ node }) => node)
  const node: Ast = 'list' in child.node ? { list: args } : { ...child.node, args }
  return { ...child, node, children, type: child.type.kind === 'list' ? listOf(option) : option }
}

function labelOption(
  node: TextNode,
  field: FieldId,
  fields: FieldNames,
  problems: NodeProblem[],
): CheckedNode {
  const options = fields.optionsOf(field)
  const lowered = node.text.trim().toLowerCase()
  const option =
    options.find(({ label }) => label === node.text) ??
    options.find(({ label }) => label.toLowerCase() === lowered)
  const type: ScalarType = { kind: 'option', field }
  if (option) return { node: { option: option.id, field }, source: node, type, children: [] }
  problems.push({ code: 'unknown_option', message: unknownLabel(node.text, field, fields), node })
  return { node, source: node, type, children: [] }
}

const labelsListed = 12

function unknownLabel(label: string, field: FieldId, fields: FieldNames): string {
  const labels = fields.optionsOf(field).map((option) => option.label)
  const near = nearestName(label, labels)
  const listed = labels.slice(0, labelsListed).map((known) => `“${known}”`)
  const more = labels.length > labelsListed ? ` and ${labels.length - labelsListed} more` : ''
  const all = labels.length === 0 ? 'It has none yet.' : `There are: ${listed.join(', ')}${more}.`
  const remedy = didYouMean(near === null ? null : `“${near}”`)
  return `“${label}” is not an option of {${fields.nameOf(field)}}.${remedy} ${all}`
}
