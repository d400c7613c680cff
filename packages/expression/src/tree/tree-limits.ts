/** Whether a tree keeps to the limits; the same answers for a tree from text and for one given as JSON. */
import { isStorable } from '@plinth/domain'
import { isLongerThan } from '../values/code-points.ts'
import { type Ast, childrenOf } from './ast.ts'
import { expressionLimits } from './expression-limits.ts'
import type { ProblemCode } from './problem.ts'

/** A problem and the node it is about. */
export interface NodeProblem {
  readonly code: ProblemCode
  readonly message: string
  readonly node: Ast
}

/** The first limit that a tree goes over, or null. */
export function limitProblem(root: Ast): NodeProblem | null {
  let count = 0
  const visit = (node: Ast, depth: number): NodeProblem | null => {
    count += 1
    if (depth > expressionLimits.depth) return { ...limitSentences.tooDeep, node: root }
    if (count > expressionLimits.nodes) return { ...limitSentences.tooManyNodes, node: root }
    const own = nodeProblem(node)
    if (own) return own
    for (const child of childrenOf(node)) {
      const problem = visit(child, depth + 1)
      if (problem) return problem
    }
    return null
  }
  return visit(root, 1)
}

export const limitSentences = {
  tooDeep: {
    code: 'too_deep',
    message: `This is nested more than ${expressionLimits.depth} levels deep. Take it apart.`,
  },
  tooManyNodes: {
    code: 'too_many_nodes',
    message: `This has more than ${expressionLimits.nodes} values and operators. Take it apart.`,
  },
} as const

function nodeProblem(node: Ast): NodeProblem | null {
  if (childrenOf(node).length > expressionLimits.items) {
    const message = `These are more than ${expressionLimits.items} values in a row. Take them apart.`
    return { code: 'too_many_items', message, node }
  }
  if (!('text' in node)) return null
  if (isLongerThan(node.text, expressionLimits.literalLength)) {
    const message = `This text is longer than ${expressionLimits.literalLength.toLocaleString('en')} characters. Shorten it.`
    return { code: 'text_too_long', message, node }
  }
  if (isStorable(node.text)) return null
  return {
    code: 'text_not_storable',
    message: 'This text has a character that cannot be kept. Write it again by hand.',
    node,
  }
}
