/**
 * The text of an editor from its opening until it is stored. It rests on the value that the person saw then: what somebody
 * else has changed since is a conflict, not overwritten. What was typed is stored when the editor goes away in any way
 * but Escape, or kept beside its cell when it is no value of its field.
 */
import { type AppError, type CellValue, type Field, fieldTypes } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { useRef, useState } from 'react'
import { saveText } from './save-cell.ts'
import { useTable } from './table-context.ts'
import { useLeaving } from './use-leaving.ts'

export interface CellDraft {
  readonly text: string
  /** What stood in the cell when the editor was opened. */
  readonly seen: CellValue
  readonly error: AppError | null
  type(text: string): void
  /** Stores the text; false: it is no value of its field, and `error` says why. */
  save(): boolean
  /** The person has gone on: stores the text, or keeps it beside its cell. */
  leave(): void
  /** Nothing is stored from now on. */
  end(): void
}

export function useCellDraft(row: RowView, field: Field, initialText: string | null): CellDraft {
  const { session, values } = useTable()
  const [seen, setSeen] = useState<CellValue>(() => row.values[field.id] ?? null)
  const [start, setStart] = useState(() => fieldTypes[field.type].editText(seen, field, values))
  const [text, setText] = useState(initialText ?? start)
  const [error, setError] = useState<AppError | null>(null)
  const isOver = useRef(false)

  const store = (): AppError | null => {
    if (isOver.current || text === start) return null
    const parsed = fieldTypes[field.type].parseText(text, field, values)
    const refusal = saveText(session, row, field, text, { values, seen })
    if (refusal || !parsed.ok) return refusal
    setSeen(parsed.value)
    setStart(text)
    return null
  }
  const leave = () => {
    const refusal = store()
    if (refusal) session.refuse(row.id, field.id, { error: refusal, attempted: text })
  }
  useLeaving(leave)
  return {
    text,
    seen,
    error,
    type(next) {
      setText(next)
      setError(null)
    },
    save() {
      const refusal = store()
      setError(refusal)
      return refusal === null
    },
    leave,
    end() {
      isOver.current = true
    },
  }
}
