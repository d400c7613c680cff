import type { Field, FieldTypeName, RuleTree, Table } from '@plinth/domain'
import { useMemo, useState } from 'react'
import { formulaText } from '../../../lib/formula-text.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { type ReadFormula, readFormula } from './formula-draft.ts'

export interface FormulaState {
  /** The field is computed. */
  readonly isOn: boolean
  readonly text: string
  readonly read: ReadFormula
  readonly isJudged: boolean
  /** The type wished for where the result has it, else the usual one of the result; of other fields theirs. */
  readonly type: FieldTypeName
  turn(isOn: boolean): void
  write(text: string): void
  /** The tree, or null: then the problems say why, or nothing is computed. */
  ask(): RuleTree | null
}

/** A formula in the dialog of its field. */
export function useFormula(table: Table, field: Field | undefined, wished: FieldTypeName): FormulaState {
  const [isOn, turn] = useState(field?.formula !== undefined)
  const [text, setText] = useState(() => formulaText(field?.formula, table))
  const [isAsked, setAsked] = useState(false)
  const settled = useDebounced(text, 400)
  const read = useMemo(() => readFormula(text, table, field), [text, table, field])
  const usual = read.types[0] ?? field?.type ?? 'text'
  return {
    isOn,
    text,
    read,
    isJudged: isAsked || (settled === text && text.trim() !== ''),
    type: !isOn || read.types.includes(wished) ? wished : usual,
    turn,
    write(next) {
      setText(next)
      setAsked(false)
    },
    ask() {
      if (!isOn) return null
      setAsked(true)
      return read.checked?.ast ?? null
    },
  }
}
