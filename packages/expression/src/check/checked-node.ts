import type { Labels, Signature } from '../functions/signature.ts'
import type { Ast } from '../tree/ast.ts'
import type { Type } from '../types/type.ts'

/** A node with its type and, for a call, the signature that is meant. */
export interface CheckedNode {
  readonly node: Ast
  /** The node it was read from: another one where labels within became options. */
  readonly source: Ast
  readonly type: Type
  /** Items of a list or arguments of a call. */
  readonly children: readonly CheckedNode[]
  readonly signature?: Signature
  /** What the options of the field are called that the call asks of. */
  readonly labels?: Labels
}
