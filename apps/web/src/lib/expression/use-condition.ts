import type { RuleTree } from '@plinth/domain'
import {
  type CheckedExpression,
  type ExpressionField,
  type Problem,
  printExpression,
  readAst,
} from '@plinth/expression'
import { useState } from 'react'
import { useJudged } from './use-judged.ts'

const expects = { kind: 'boolean' } as const

export interface Condition {
  readonly text: string
  readonly problems: readonly Problem[]
  /** What is written now; null while it is no condition. */
  readonly checked: CheckedExpression | null
  /** The rule as it was when typing last paused, to be counted; null while it is none. */
  readonly settled: RuleTree | null
  type(text: string): void
  /** The rule, or null: then `problems` say why. */
  ask(): RuleTree | null
}

/** A condition over the records of a table with these fields while it is written. */
export function useCondition(fields: readonly ExpressionField[], stored: RuleTree | null): Condition {
  const [text, setText] = useState(() => textOf(stored, fields))
  const [isAsked, setAsked] = useState(false)
  const { checked, tree, settled, problems } = useJudged(text, { fields, expects }, isAsked)
  return {
    text,
    problems,
    checked,
    settled,
    type(next) {
      setText(next)
      setAsked(false)
    },
    ask() {
      setAsked(true)
      return tree
    },
  }
}

function textOf(rule: RuleTree | null, fields: readonly ExpressionField[]): string {
  const tree = rule && readAst(rule)
  return tree?.ok ? printExpression(tree.value, fields) : ''
}
