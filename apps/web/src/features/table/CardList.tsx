import { type Field, fieldTypes, type RecordId } from '@plinth/domain'
import type { RowView, RowWindow } from '@plinth/record-store'
import { Lock } from 'lucide-react'
import { memo, useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CellContent } from './CellContent.tsx'
import { useTable } from './table-context.ts'
import { useRow } from './use-table-session.ts'
import { useWindowRows } from './use-window-rows.ts'
import { useView } from './view/table-view.ts'
import { shownFields as shownInView } from './view/view-params.ts'

const cardHeight = 136
const gap = 8
/** Fields below the title. */
const shownFields = 3

/** The records as cards: the same rows, for narrow screens. */
export function CardList({ window }: { window: RowWindow }) {
  const { table } = useTable()
  const scrollElement = useRef<HTMLDivElement>(null)
  const { view, snapshot } = useWindowRows(window, scrollElement, {
    rowHeight: cardHeight,
    before: 0,
    after: 88,
  })
  const indexes = Array.from({ length: Math.max(0, view.last - view.first + 1) }, (_, at) => view.first + at)
  return (
    <div
      ref={scrollElement}
      className="scroll-thin min-h-0 flex-1 overflow-y-auto bg-page px-3 pt-2 [overflow-anchor:none]"
    >
      <ul
        aria-label={table.name}
        className="relative overflow-clip [overflow-clip-margin:8px]"
        style={{ height: view.spacer }}
      >
        {indexes.map((index) => {
          const id = snapshot.idAt(index)
          return (
            <RecordCard
              key={id ?? index}
              id={id}
              top={view.origin + index * cardHeight}
              place={index + 1}
              count={snapshot.rowCount}
            />
          )
        })}
      </ul>
    </div>
  )
}

const RecordCard = memo(function RecordCard(props: {
  id: RecordId | null
  top: number
  place: number
  count: number
}) {
  const { id, top, place, count } = props
  const { session, table, values, openRecord, lockOf } = useTable()
  const row = useRow(session, id)
  const { config } = useView()
  const [primary, ...others] = shownInView(table.fields, config)
  const title =
    row && primary ? fieldTypes[primary.type].formatText(row.values[primary.id] ?? null, primary, values) : ''
  const isLeaving = row?.state === 'deleting' || row?.state === 'gone'
  return (
    <li
      className="absolute inset-x-0"
      style={{ top, height: cardHeight - gap }}
      aria-posinset={place}
      aria-setsize={count}
    >
      <button
        type="button"
        disabled={!row}
        onClick={() => openRecord(id)}
        className={cx(
          'flex size-full cursor-default flex-col gap-1 overflow-hidden rounded-card border bg-surface px-4 py-3 text-left outline-none focus-visible:ring-focus active:bg-hover',
          row?.problem || (row && row.problems.size > 0) ? 'border-danger-line' : 'border-line',
          isLeaving && 'opacity-45',
        )}
      >
        {row ? (
          <>
            <span className="flex w-full items-center gap-2">
              <span
                className={cx('min-w-0 flex-1 truncate text-base font-medium', !title && 'text-ink-faint')}
              >
                {title || 'Unnamed record'}
              </span>
              {lockOf(row) && (
                <>
                  <Lock aria-hidden className="size-3.5 shrink-0 text-ink-muted" />
                  <span className="sr-only">Locked</span>
                </>
              )}
            </span>
            {cardFields(row, others).map((field) => (
              <span key={field.id} className="flex h-6 w-full items-center gap-3 text-sm">
                <span className="w-[34%] shrink-0 truncate text-ink-muted">{field.name}</span>
                <span className="flex min-w-0 flex-1 items-center">
                  <CellContent record={row.id} field={field} value={row.values[field.id] ?? null} isPlain />
                </span>
              </span>
            ))}
          </>
        ) : (
          <>
            <span className="sr-only">Loading</span>
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="mt-2 h-3.5 w-full" />
            <Skeleton className="mt-2 h-3.5 w-4/5" />
          </>
        )}
      </button>
    </li>
  )
})

/** The first fields that say something about this record. */
function cardFields(row: RowView, fields: readonly Field[]): Field[] {
  const filled = fields.filter((field) => !fieldTypes[field.type].isEmpty(row.values[field.id] ?? null))
  return filled.slice(0, shownFields)
}
