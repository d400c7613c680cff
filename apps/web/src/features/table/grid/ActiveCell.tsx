/* oxlint-disable jsx-a11y/prefer-tag-over-role -- it floats over a painted cell, which table elements do not allow */
import type { Field } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { useId, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { CellEditor } from '../CellEditor.tsx'
import { CellProblemNote } from '../CellProblemNote.tsx'
import type { AfterEdit } from '../editor.ts'
import type { RowOf } from '../in-the-way.ts'
import { RecordProblemNote } from '../ProblemNote.tsx'

export interface ActiveCellProps {
  readonly row: RowView
  readonly field: Field
  /** Where it is painted, in the body of the grid. */
  readonly place: {
    readonly top: number
    readonly left: number
    readonly width: number
    readonly height: number
  }
  /** The column stays when the rest scrolls sideways. */
  readonly isFrozen: boolean
  /** Width of the line in which it stands. */
  readonly lineWidth: number
  /** Defined while it is edited: what was typed to begin, or null. */
  readonly editText: string | null | undefined
  readonly onClose: (after: AfterEdit) => void
  /** So far below the cell stands why it is refused. */
  readonly noteGap: number
  readonly rowOf: RowOf
  /** How often Escape was pressed in the grid: what is said of the cell goes with it, and comes again with the cursor. */
  readonly escapes: number
}

/** What floats over the cell with the cursor: its editor, or why it does not hold what was typed. */
export function ActiveCell(props: ActiveCellProps) {
  const { row, field, place, isFrozen, lineWidth, editText, onClose, noteGap, rowOf, escapes } = props
  const anchor = useRef<HTMLDivElement>(null)
  const noteId = useId()
  const [escapesBefore] = useState(escapes)
  const isEditing = editText !== undefined
  const isNoted = !isEditing && escapes === escapesBefore
  const note = { id: noteId, anchor, gap: noteGap, row, rowOf }
  const problem = row.problems.get(field.id)
  const refusal = row.state === 'refused' && !problem ? row.problem : null
  return (
    <div
      // A grid holds rows with cells and nothing else. Keys and presses in it are the editor's own.
      role="row"
      data-grid-float
      className="pointer-events-none absolute left-0 z-[5]"
      style={{ top: place.top, width: lineWidth, height: place.height }}
    >
      <div
        ref={anchor}
        role="gridcell"
        className={cx('h-full', isFrozen ? 'sticky' : 'absolute', isEditing && 'pointer-events-auto')}
        style={{ left: place.left, width: place.width }}
      >
        {isEditing && (
          <CellEditor row={row} field={field} initialText={editText} anchor={anchor} onClose={onClose} />
        )}
        {problem && isNoted && <CellProblemNote {...note} field={field} problem={problem} />}
        {refusal && isNoted && <RecordProblemNote {...note} error={refusal} />}
      </div>
    </div>
  )
}
