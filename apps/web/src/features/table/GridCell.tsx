/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are placed one by one, which table elements do not allow */
import { fieldTypes } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { TriangleAlert } from 'lucide-react'
import { memo, useId, useRef } from 'react'
import { describeError } from '../../lib/describe-error.ts'
import { cx } from '../../ui/cx.ts'
import { CellContent } from './CellContent.tsx'
import { CellEditor } from './CellEditor.tsx'
import { CellProblemNote } from './CellProblemNote.tsx'
import { type Column, gutterWidth } from './columns.ts'
import type { AfterEdit } from './editor.ts'
import { activeCellClass, cellClass } from './GridRow.tsx'
import { RecordProblemNote } from './ProblemNote.tsx'
import { useTable } from './table-context.ts'

export interface GridCellProps {
  column: Column
  col: number
  row: RowView
  isActive: boolean
  isStruck: boolean
  /** Defined while it is edited: what was typed to begin, or null. */
  editText: string | null | undefined
  onCloseEditor: (after: AfterEdit) => void
}

export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { column, col, row, isActive, isStruck, editText, onCloseEditor } = props
  const cell = useRef<HTMLDivElement>(null)
  const noteId = useId()
  const { names } = useTable()
  const { field, width, isPrimary } = column
  const problem = row.problems.get(field.id)
  const refusal = row.state === 'refused' && !problem ? row.problem : null
  const isPending = row.pending.has(field.id)
  const isEditing = editText !== undefined
  return (
    <div
      ref={cell}
      role="gridcell"
      aria-colindex={col + 1}
      aria-invalid={problem !== undefined || undefined}
      aria-describedby={(problem || refusal) && isActive ? noteId : undefined}
      data-col={col}
      data-active={isActive || undefined}
      tabIndex={isActive ? 0 : -1}
      style={{ width, ...(isPrimary ? { left: gutterWidth } : {}) }}
      className={cx(
        cellClass,
        'shrink-0 cursor-default px-2 select-none',
        aligns[fieldTypes[field.type].align],
        isPrimary && 'font-medium md:sticky md:z-[2]',
        isStruck && 'line-through',
        activeCellClass(isActive, isPrimary),
        isEditing && 'z-[5]!',
        problem && 'shadow-[inset_0_0_0_1px_var(--danger-text)]',
      )}
    >
      <CellContent record={row.id} field={field} value={row.values[field.id] ?? null} />
      {problem && (
        <span className="absolute inset-y-0.5 right-0.5 grid w-6 place-items-center bg-(--row) text-danger-text">
          <TriangleAlert aria-hidden className="size-3.5" />
          <span className="sr-only">Not stored: {describeError(problem.error, names).text}</span>
        </span>
      )}
      {isPending && <PendingMark />}
      {isEditing && (
        <CellEditor row={row} field={field} initialText={editText} anchor={cell} onClose={onCloseEditor} />
      )}
      {problem && isActive && !isEditing && (
        <CellProblemNote id={noteId} anchor={cell} row={row} field={field} problem={problem} />
      )}
      {refusal && isActive && !isEditing && (
        <RecordProblemNote id={noteId} anchor={cell} row={row} error={refusal} />
      )}
    </div>
  )
})

const aligns = {
  start: 'justify-start text-left',
  center: 'justify-center',
  end: 'justify-end text-right',
} as const

/** A change on its way: shown only when it takes long enough to be noticed. */
function PendingMark() {
  return (
    <span
      title="Not stored yet"
      className="absolute top-1 right-1 size-1.5 rounded-full bg-warn-text opacity-100 transition-opacity delay-700 starting:opacity-0"
    >
      <span className="sr-only">Not stored yet</span>
    </span>
  )
}
