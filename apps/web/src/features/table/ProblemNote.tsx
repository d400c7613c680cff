import type { AppError } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import type { ReactNode, RefObject } from 'react'
import { ProblemText } from '../../lib/ProblemText.tsx'
import { nameRule } from '../../lib/rules/broken-rule.ts'
import { WhyButton } from '../../lib/why.tsx'
import { Button } from '../../ui/Button.tsx'
import { FloatingSurface } from '../../ui/Popover.tsx'
import { type RowOf, tryAgainLabel, useOtherNamed } from './in-the-way.ts'
import { useTable } from './table-context.ts'

export interface NotePlace {
  id: string
  anchor: RefObject<HTMLElement | null>
  /** So far below its cell it stands, in pixels: what it speaks of is seen between them. */
  gap: number
}

export interface ProblemNoteProps extends NotePlace {
  /** What is not stored. */
  what: string
  error: AppError
  /** What stands before the reason. */
  lead?: string | null
  /** It is about the whole record. */
  isRecord?: boolean
  /** What was typed, for example. */
  children?: ReactNode
  /** Buttons. */
  actions: ReactNode
}

/** Why something is not stored, and what can be done: below the cell with the cursor, without taking the focus. */
export function ProblemNote(props: ProblemNoteProps) {
  const { id, anchor, gap, what, error, lead, isRecord = false, children, actions } = props
  const { table, values, names } = useTable()
  return (
    <FloatingSurface
      isNonModal
      isOpen
      triggerRef={anchor}
      placement="bottom start"
      offset={4 + gap}
      className="max-w-80 p-2.5"
    >
      <section aria-label={`Not stored: ${what}`}>
        <div id={id} className="flex flex-col gap-2 text-sm">
          <p className="text-danger-text">
            {lead && `${lead} `}
            <ProblemText error={nameRule(error, table, values, isRecord)} names={names} />
          </p>
          {children}
          <div className="flex flex-wrap gap-1.5">{actions}</div>
        </div>
      </section>
    </FloatingSurface>
  )
}

/** For a new record that the server refused. */
export function RecordProblemNote(props: NotePlace & { row: RowView; error: AppError; rowOf: RowOf }) {
  const { row, error, rowOf, ...place } = props
  const { session, table } = useTable()
  return (
    <ProblemNote
      {...place}
      error={useOtherNamed(error, rowOf)}
      what="this record"
      isRecord
      actions={
        <>
          <Button size="sm" onPress={() => session.retryRecord(row.id)}>
            {tryAgainLabel(session.togetherWith(error))}
          </Button>
          <WhyButton table={table.id} record={row.id} action="create" problem={error} />
          <Button size="sm" variant="ghost" onPress={() => session.discardRecord(row.id)}>
            Discard record
          </Button>
        </>
      }
    />
  )
}
