import type { RecordId } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { lazy, Suspense, useRef } from 'react'
import { useTable } from '../table-context.ts'
import { RecordBody, RecordMissing, RecordSkeleton, useRecord } from './RecordBody.tsx'
import { RecordFields } from './RecordFields.tsx'
import { PanelHeader } from './RecordHeader.tsx'
import { useRecordKeys } from './use-record-keys.ts'
import { useSeenFields } from './use-seen-fields.ts'

const RecordEnd = lazy(() => import('./RecordEnd.tsx'))

export interface RecordPanelProps {
  id: RecordId
  window: RowWindow
  onClose: () => void
}

/** One record with all its fields, beside the table; the whole screen on phones. */
export function RecordPanel({ id, window: rows, onClose }: RecordPanelProps) {
  const { table, isFixed } = useTable()
  const panel = useRef<HTMLElement>(null)
  const { row, missing, title } = useRecord(id)
  const limit = useSeenFields(1)
  useRecordKeys(panel, { id, rows, onClose, other: 'page' })
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={title || 'Record'}
      className="fixed inset-0 z-30 flex flex-col bg-surface outline-none sm:absolute sm:inset-y-0 sm:right-0 sm:left-auto sm:w-(--record-panel-width) sm:max-w-full sm:border-l sm:border-line sm:shadow-float xl:static xl:shadow-none"
    >
      <PanelHeader {...{ id, rows, onClose }} isMissing={missing?.code === 'not_found'} />
      <div
        // Where nothing in it takes the focus, it takes it itself, to be scrolled by keys.
        {...(isFixed(row, null) ? { tabIndex: 0 } : {})}
        className="scroll-thin min-h-0 flex-1 overflow-y-auto px-5 pt-2 pb-10 outline-none max-sm:pb-28 focus-visible:ring-focus-inset"
      >
        {row ? (
          <RecordBody
            key={id}
            row={row}
            title={title}
            titleClass="pt-3 pb-4 text-xl font-semibold break-words"
          >
            <RecordFields row={row} limit={limit} />
            {limit >= table.fields.length && (
              <Suspense>
                <RecordEnd row={row} />
              </Suspense>
            )}
          </RecordBody>
        ) : missing ? (
          <RecordMissing missing={missing} />
        ) : (
          <RecordSkeleton fields={table.fields.length} />
        )}
      </div>
    </aside>
  )
}
