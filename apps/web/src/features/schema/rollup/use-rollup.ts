import type { Field, Rollup, Table } from '@plinth/domain'
import { useMemo, useState } from 'react'
import { kindOf, type RollupKind, readBy } from '../../../lib/rollup-kind.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { type ReadRollup, type RollupDraft, readRollup, rollupDraftOf } from './rollup-draft.ts'

export interface RollupState {
  /** Null: the field is none. */
  readonly kind: RollupKind | null
  readonly draft: RollupDraft
  readonly read: ReadRollup
  /** What is missing is told: the field was to be stored. */
  readonly isAsked: boolean
  /** Problems of the condition are told. */
  readonly isJudged: boolean
  turn(kind: RollupKind | null): void
  write(draft: RollupDraft): void
  /** The rollup, or null: then it says what is missing, or there is none. */
  ask(): Rollup | null
}

/** A rollup in the dialog of its field. */
export function useRollup(table: Table, field: Field | undefined, tables: readonly Table[]): RollupState {
  const [kind, turn] = useState(() =>
    field?.rollup ? kindOf(field.rollup, readBy(field.rollup, table, tables)) : null,
  )
  const [draft, setDraft] = useState(() => rollupDraftOf(field?.rollup, table, tables))
  const [isAsked, setAsked] = useState(false)
  const settled = useDebounced(draft.filter, 400)
  const read = useMemo(
    () => readRollup(kind ?? 'count', draft, table, tables, field),
    [kind, draft, table, tables, field],
  )
  return {
    kind,
    draft,
    read,
    isAsked,
    isJudged: isAsked || settled === draft.filter,
    turn(next) {
      turn(next)
      setAsked(false)
    },
    write(next) {
      setDraft(next)
      setAsked(false)
    },
    ask() {
      if (!kind) return null
      setAsked(true)
      return read.rollup
    },
  }
}
