import { type AppError, fieldTypes, type RecordId } from '@plinth/domain'
import type { RowView, RowWindow } from '@plinth/record-store'
import { ChevronDown, ChevronUp, Link2, ShieldQuestionMark, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { showDialog } from '../../lib/dialogs.ts'
import { openersText } from '../../lib/lock-words.ts'
import { ProblemText } from '../../lib/ProblemText.tsx'
import { nameRule } from '../../lib/rules/broken-rule.ts'
import { WhyButton } from '../../lib/why.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { RecordField } from './RecordField.tsx'
import { createdAt, createdText } from './record-created.ts'
import { recordLink } from './record-link.ts'
import { useTable } from './table-context.ts'
import { useRow, useSnapshot } from './use-table-session.ts'

export interface RecordPanelProps {
  id: RecordId
  window: RowWindow
  onClose: () => void
}

/** One record with all its fields, beside the table; the whole screen on phones. */
export function RecordPanel({ id, window: rows, onClose }: RecordPanelProps) {
  const { session, table, isFixed } = useTable()
  const row = useRow(session, id)
  const panel = useRef<HTMLElement>(null)
  const missing = useMissing(id, row)

  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  useEffect(() => {
    const element = panel.current
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && element?.contains(event.target as Node))
        onClose()
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [onClose])

  const primary = table.fields[0]
  const { values } = useTable()
  const title =
    row && primary ? fieldTypes[primary.type].formatText(row.values[primary.id] ?? null, primary, values) : ''
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={title || 'Record'}
      className="fixed inset-0 z-30 flex flex-col bg-surface outline-none sm:absolute sm:inset-y-0 sm:right-0 sm:left-auto sm:w-(--record-panel-width) sm:max-w-full sm:border-l sm:border-line sm:shadow-float xl:static xl:shadow-none"
    >
      <PanelHeader id={id} rows={rows} onClose={onClose} />
      <div
        // Where nothing in it takes the focus, it takes it itself, to be scrolled by keys.
        {...(isFixed(row, null) ? { tabIndex: 0 } : {})}
        className="scroll-thin min-h-0 flex-1 overflow-y-auto px-5 pt-2 pb-10 outline-none focus-visible:ring-focus-inset"
      >
        {row ? (
          <RecordBody key={id} row={row} title={title} />
        ) : missing ? (
          <EmptyState
            title={
              missing.code === 'not_found' ? 'This record is not here' : 'This record could not be loaded'
            }
          >
            {missing.code === 'not_found' ? 'It was deleted, or you have no access to it.' : missing.message}
          </EmptyState>
        ) : (
          <PanelSkeleton fields={table.fields.length} />
        )}
      </div>
    </aside>
  )
}

/** Loads the record where no window does; why there is none, or null. */
function useMissing(
  id: RecordId,
  row: RowView | null,
): AppError | { code: 'not_found'; message: string } | null {
  const { session } = useTable()
  const [missing, setMissing] = useState<{
    id: RecordId
    error: AppError | { code: 'not_found'; message: string }
  } | null>(null)
  const isHere = row !== null
  useEffect(() => {
    if (isHere) return
    let isCurrent = true
    const load = async () => {
      const answer = await session.load(id)
      if (!isCurrent) return
      if (!answer.ok) setMissing({ id, error: answer.error })
      else if (!answer.value) setMissing({ id, error: { code: 'not_found', message: '' } })
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [session, id, isHere])
  return missing?.id === id ? missing.error : null
}

function PanelHeader({ id, rows, onClose }: { id: RecordId; rows: RowWindow; onClose: () => void }) {
  const { backend, table, openRecord, askDelete, isFixed, session } = useTable()
  const isReadOnly = isFixed(useRow(session, id), null)
  const { rowCount, isExact, indexOf, idAt } = useSnapshot(rows)
  const index = indexOf(id)
  const before = index === null || index === 0 ? null : idAt(index - 1)
  const after = index === null || index + 1 >= rowCount ? null : idAt(index + 1)
  return (
    <header className="flex h-11 shrink-0 items-center gap-1 border-b border-line px-2 coarse:h-13">
      <IconButton
        label="Previous record"
        icon={<ChevronUp aria-hidden />}
        isDisabled={before === null}
        onPress={() => openRecord(before)}
      />
      <IconButton
        label="Next record"
        icon={<ChevronDown aria-hidden />}
        isDisabled={after === null}
        onPress={() => openRecord(after)}
      />
      <span className="tabular min-w-0 flex-1 truncate px-1 text-xs text-ink-muted">
        {index === null
          ? ''
          : `${(index + 1).toLocaleString()} of ${isExact ? '' : 'about '}${rowCount.toLocaleString()}`}
      </span>
      <IconButton
        label="Copy link to record"
        icon={<Link2 aria-hidden />}
        onPress={() => void copyText(recordLink(id), 'Copied the link')}
      />
      {backend.viewedAs === null && (
        <IconButton
          label="Who can see and change this?"
          icon={<ShieldQuestionMark aria-hidden />}
          onPress={() => showDialog({ kind: 'access', table: table.id, record: id })}
        />
      )}
      {!isReadOnly && (
        <IconButton label="Delete record" icon={<Trash2 aria-hidden />} onPress={() => askDelete([id])} />
      )}
      <IconButton label="Close record" shortcut="Esc" icon={<X aria-hidden />} onPress={onClose} />
    </header>
  )
}

function RecordBody({ row, title }: { row: RowView; title: string }) {
  const { table, session, values, names, isReadOnly, lockOf } = useTable()
  const lock = isReadOnly ? null : lockOf(row)
  const made = createdAt(row.id)
  const isGone = row.state === 'gone' || row.state === 'deleting'
  return (
    <>
      <h2 className="pt-3 pb-4 text-xl font-semibold break-words">
        {title || <span className="text-ink-faint">Unnamed record</span>}
      </h2>
      {isGone && (
        <Banner tone="warn" className="mb-4">
          This record was deleted.
        </Banner>
      )}
      {lock && (
        <Banner tone="info" className="mb-4" title={`Locked by “${lock.name}”`}>
          {openersText(lock)}
        </Banner>
      )}
      {row.problem && (
        <Banner
          tone="danger"
          className="mb-4"
          title={row.state === 'refused' ? 'This record is not stored' : 'This could not be done'}
          action={
            <span className="flex gap-1.5">
              <WhyButton
                table={table.id}
                record={row.id}
                action={row.state === 'refused' ? 'create' : 'delete'}
                problem={row.problem}
              />
              {row.state === 'refused' && (
                <>
                  <Button size="sm" onPress={() => session.retryRecord(row.id)}>
                    Try again
                  </Button>
                  <Button size="sm" onPress={() => session.discardRecord(row.id)}>
                    Discard
                  </Button>
                </>
              )}
            </span>
          }
        >
          <ProblemText error={nameRule(row.problem, table, values, true)} names={names} />
        </Banner>
      )}
      <div className="flex flex-col gap-4" inert={isGone}>
        {table.fields.map((field) => (
          <RecordField key={field.id} row={row} field={field} />
        ))}
      </div>
      {made && (
        <p className="mt-8 border-t border-line pt-3 text-xs text-ink-muted">
          Created <time dateTime={made.toISOString()}>{createdText(made, values)}</time>
          {row.ver > 1 && ` · changed ${row.ver - 1} ${row.ver === 2 ? 'time' : 'times'}`}
        </p>
      )}
    </>
  )
}

function PanelSkeleton({ fields }: { fields: number }) {
  return (
    <div className="flex flex-col gap-5 pt-4" aria-busy="true">
      <Skeleton className="h-6 w-56" />
      {Array.from({ length: Math.min(fields, 8) }, (_, at) => (
        <div key={at} className="flex flex-col gap-2">
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  )
}
