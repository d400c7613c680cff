import type { RuleTree } from '@plinth/domain'
import {
  type CheckedExpression,
  type ExpressionScope,
  type Problem,
  parseExpression,
} from '@plinth/expression'
import { useDebounced } from '../use-debounced.ts'

/** A pause in typing, after which what is written is judged and counted. */
const pauseMs = 400

export interface Judged {
  /** What is written now; null while it is none. */
  readonly checked: CheckedExpression | null
  /** Its tree, as it is stored. */
  readonly tree: RuleTree | null
  /** The same as it was when typing last paused. */
  readonly settled: RuleTree | null
  /** What is wrong with it, as far as it is told: not while somebody types, and of nothing written only when it is asked for. */
  readonly problems: readonly Problem[]
}

/** An expression while it is written. `isAsked`: somebody wants to go on with it, so that nothing is passed over. */
export function useJudged(text: string, scope: ExpressionScope, isAsked: boolean): Judged {
  const then = useDebounced(text, pauseMs)
  const parsed = parseExpression(text, scope)
  const settled = parseExpression(then, scope)
  const isTold = isAsked || (then === text && text.trim() !== '')
  return {
    checked: parsed.ok ? parsed.value : null,
    tree: parsed.ok ? parsed.value.ast : null,
    settled: settled.ok ? settled.value.ast : null,
    problems: parsed.ok || !isTold ? [] : parsed.error,
  }
}
