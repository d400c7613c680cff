import { type Base, type BaseRole, limits, type Table } from '@plinth/domain'
import { useMemo } from 'react'
import { countOf } from '../../lib/count-of.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { DestinationPicker } from './DestinationPicker.tsx'
import { FormatBar } from './FormatBar.tsx'
import type { ImportController } from './import-controller.ts'
import type { PreviewState } from './import-state.ts'
import { PreviewTable } from './PreviewTable.tsx'
import { type ColumnDecision, decideColumns, whatIsMissing } from './preview-plan.ts'

export interface PreviewProps {
  state: PreviewState
  controller: ImportController
  tables: readonly Table[]
  role: BaseRole | null
}

export function PreviewStep(props: PreviewProps & { base: Base; readable: readonly Table[] }) {
  const { state, controller, tables, readable, role, base } = props
  const decisions = useMemo(() => decideColumns(state), [state])
  return (
    <div className="flex flex-col gap-4 pt-1 pb-4">
      <div className="flex flex-col gap-4 px-5">
        <FormatBar state={state} onChange={(change) => void controller.changeFormat(change)} />
        <FileNotices state={state} />
        <DestinationPicker {...{ state, controller, tables, role, decisions }} />
        <ErrorNote error={state.error} />
      </div>
      <PreviewTable {...{ state, controller, decisions, base, role, readable }} />
    </div>
  )
}

/** What is odd about the file, in words. */
function FileNotices({ state }: { state: PreviewState }) {
  const { profile } = state
  const { table, blankLines, oddities, firstOddity, format } = profile
  const notes: string[] = []
  const tooMany = state.destination.kind === 'new' ? table.columns.length - limits.fieldsPerTable : 0
  if (tooMany > 0) {
    notes.push(
      `A table has at most ${limits.fieldsPerTable} fields: the last ${countOf(tooMany, 'column is', 'columns are')} left out, unless you choose others.`,
    )
  }
  const columns = countOf(table.columns.length, 'column')
  if (table.longRows > 0) {
    notes.push(
      `${countOf(table.longRows, 'row has', 'rows have')} more cells than the ${columns}: what is too much goes into the report.`,
    )
  }
  if (table.shortRows > 0) {
    notes.push(
      `${countOf(table.shortRows, 'row has', 'rows have')} fewer cells than the ${columns}: the missing ones stay empty.`,
    )
  }
  if (oddities > 0 && format.kind === 'csv') {
    const place = firstOddity ? ` (first in line ${firstOddity.line})` : ''
    notes.push(
      `${countOf(oddities, 'quote is', 'quotes are')} not well-formed${place}; the text is kept as it stands.`,
    )
  }
  if (oddities > 0 && format.kind === 'json') {
    notes.push(
      `${countOf(oddities, 'entry is no object and is', 'entries are no objects and are')} left out.`,
    )
  }
  if (blankLines > 0) notes.push(`${countOf(blankLines, 'blank line is', 'blank lines are')} passed over.`)
  if (notes.length === 0) return null
  return (
    <Banner tone="info">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Banner>
  )
}

export function PreviewFooter({
  state,
  controller,
  tables,
  role,
  onClose,
}: PreviewProps & { onClose: () => void }) {
  const decisions = useMemo(() => decideColumns(state), [state])
  const missing = whatIsMissing(state, decisions, { role, tables })
  const misfits = decisions.reduce(
    (sum, decision) => sum + (decision.isSkipped ? 0 : (decision.misfits ?? 0)),
    0,
  )
  const isStarting = state.busy === 'starting'
  return (
    <>
      <output className="mr-auto min-w-0 flex-1 text-sm max-sm:basis-full sm:basis-48 text-ink-muted">
        {missing ?? misfitNote(state, misfits, decisions)}
      </output>
      <Button variant="ghost" onPress={onClose} isDisabled={isStarting}>
        Cancel
      </Button>
      <Button
        variant="primary"
        isPending={isStarting}
        isDisabled={missing !== null || state.busy === 'reading'}
        onPress={() => void controller.start()}
      >
        {`Import ${countOf(state.profile.table.rows, 'row')}`}
      </Button>
    </>
  )
}

function misfitNote(
  { destination }: PreviewState,
  misfits: number,
  decisions: readonly ColumnDecision[],
): string {
  const isExisting = destination.kind === 'existing'
  const hasNames = decisions.some(({ choice, isSkipped }) => choice.type === 'link' && !isSkipped)
  const hasStates = decisions.some(({ choice, isSkipped }) => choice.type === 'status' && !isSkipped)
  const fate =
    isExisting && destination.key !== null
      ? 'will be left empty, or as it is where a record is updated'
      : 'will be left empty'
  const notes = [
    misfits > 0 && `${countOf(misfits, 'cell does', 'cells do')} not fit and ${fate}; the report lists them.`,
    misfits > 0 && hasStates && 'A new record without a state that fits begins in the first one.',
    hasNames && 'Names are looked up while the rows are sent; the report lists those not found.',
    misfits === 0 && !hasNames && 'Every value fits.',
    isExisting && 'Undo does not take an import back.',
  ]
  return notes.filter(Boolean).join(' ')
}
