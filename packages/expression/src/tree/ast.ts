/**
 * The tree of an expression as it travels and is stored: JSON, with fields by id (docs/expressions.md). Types and no interfaces: such a tree is
 * a rule as it is stored, which knows nothing of what is in it.
 */
import type { FieldId, OptionId } from '@plinth/domain'

export type TextNode = {
  readonly text: string
}
/** Never negative: −5 is `neg` of 5. */
export type NumberNode = {
  readonly number: number
}
export type BooleanNode = {
  readonly boolean: boolean
}
export type EmptyNode = {
  readonly empty: true
}
export type OptionNode = {
  readonly option: OptionId
  readonly field: FieldId
}
export type FieldNode = {
  readonly field: FieldId
}
export type ListNode = {
  readonly list: readonly Ast[]
}
/** A function or an operator, by its name in the catalogue. */
export type CallNode = {
  readonly call: string
  readonly args: readonly Ast[]
}

export type Ast =
  | TextNode
  | NumberNode
  | BooleanNode
  | EmptyNode
  | OptionNode
  | FieldNode
  | ListNode
  | CallNode

export const isOption = (node: Ast): node is OptionNode => 'option' in node
export const isField = (node: Ast): node is FieldNode => 'field' in node && !('option' in node)

/** The nodes directly below a node. */
export function childrenOf(node: Ast): readonly Ast[] {
  if ('call' in node) return node.args
  return 'list' in node ? node.list : []
}

/** Every node of a tree, parents before their children. */
export function* nodesOf(node: Ast): Generator<Ast> {
  yield node
  for (const child of childrenOf(node)) yield* nodesOf(child)
}
