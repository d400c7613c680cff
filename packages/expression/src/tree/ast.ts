/** The tree of an expression as it travels and is stored: JSON, with fields by id (docs/expressions.md). */
import type { FieldId, OptionId } from '@plinth/domain'

export interface TextNode {
  readonly text: string
}
/** Never negative: −5 is `neg` of 5. */
export interface NumberNode {
  readonly number: number
}
export interface BooleanNode {
  readonly boolean: boolean
}
export interface EmptyNode {
  readonly empty: true
}
export interface OptionNode {
  readonly option: OptionId
  readonly field: FieldId
}
export interface FieldNode {
  readonly field: FieldId
}
export interface ListNode {
  readonly list: readonly Ast[]
}
/** A function or an operator, by its name in the catalogue. */
export interface CallNode {
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
