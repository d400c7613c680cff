import type { RecordId } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { lazy, Suspense, useRef, useState } from 'react'
import { useMedia } from '../../../lib/use-media.ts'
import { useTable } from '../table-context.ts'
import { LinkTable } from './LinkTable.tsx'
import { PrintedRecord } from './PrintedRecord.tsx'
import { RecordBody, RecordMissing, RecordSkeleton, useRecord } from './RecordBody.tsx'
import RecordEnd from './RecordEnd.tsx'
import { RecordFields } from './RecordFields.tsx'
import { PageHeader } from './RecordHeader.tsx'
import { useRecordKeys } from './use-record-keys.ts'
import { useSeenFields } from './use-seen-fields.ts'

const LayoutDialog = lazy(() => import('./LayoutDialog.tsx'))

/** One record as a page over its table, whose rows stay as they are below. */
export default function RecordPage({
  id,
  rows,
  onClose,
}: {
  id: RecordId
  rows: RowWindow
  onClose: () => void
}) {
  const { table, isFixed } = useTable()
  const page = useRef<HTMLElement>(null)
  const [isLayoutOpen, setLayoutOpen] = useState(false)
  const isPrinting = useMedia('print')
  const { row, missing, title } = useRecord(id)
  const limit = useSeenFields(2)
  useRecordKeys(page, { id, rows, onClose, other: 'panel' })
  return (
    <article
      ref={page}
      tabIndex={-1}
      aria-label={title || 'Record'}
      className="fixed inset-0 z-30 flex flex-col bg-surface outline-none sm:absolute sm:z-20"
    >
      <PageHeader
        {...{ id, rows, onClose }}
        isMissing={missing?.code === 'not_found'}
        onLayout={() => setLayoutOpen(true)}
      />
      <div
        // Where nothing in it takes the focus, it takes it itself, to be scrolled by keys.
        {...(isFixed(row, null) ? { tabIndex: 0 } : {})}
        className="scroll-thin min-h-0 flex-1 overflow-y-auto outline-none focus-visible:ring-focus-inset"
      >
        <div className="mx-auto w-full max-w-(--record-page-width) px-5 pt-4 pb-16 sm:px-10 sm:pt-8">
          {row ? (
            <RecordBody
              key={id}
              row={row}
              title={title}
              titleClass="pb-6 text-xl font-semibold break-words sm:text-2xl"
            >
              <RecordFields row={row} limit={limit} isWide Links={LinkTable} />
              {limit >= table.fields.length && <RecordEnd row={row} />}
            </RecordBody>
          ) : missing ? (
            <RecordMissing missing={missing} />
          ) : (
            <RecordSkeleton fields={table.fields.length} />
          )}
        </div>
      </div>
      {row && isPrinting && <PrintedRecord row={row} title={title} />}
      {isLayoutOpen && (
        <Suspense>
          <LayoutDialog onClose={() => setLayoutOpen(false)} />
        </Suspense>
      )}
    </article>
  )
}
