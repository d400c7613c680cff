import { type Field, type FieldId, fieldTypes, type RecordId } from '@plinth/domain'
import { Lock } from 'lucide-react'
import { memo } from 'react'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { CellContent } from '../CellContent.tsx'
import type { Holds } from '../find/find-target.ts'
import { useTable } from '../table-context.ts'
import { useRow } from '../use-table-session.ts'
import { useView } from '../view/table-view.ts'
import { shownFields as shownInView } from '../view/view-params.ts'
import { cardFields } from './card-fields.ts'
import type { LinePlace } from './line-place.ts'

interface RecordCardProps {
  readonly id: RecordId | null
  readonly place: LinePlace
  /** What is looked for in the table; null: nothing. */
  readonly holds: Holds | null
  /** The field in which it was found, where one looks at this record. */
  readonly lookedAt: FieldId | null
}

const foundClass = '-mx-1 rounded-control bg-warn-tint px-1 text-warn-text'

/** A record: its title and the first of its values. */
export const RecordCard = memo(function RecordCard(props: RecordCardProps) {
  const { id, place, holds, lookedAt } = props
  const { session, table, values, openRecord, lockOf } = useTable()
  const row = useRow(session, id)
  const { config } = useView()
  const [primary, ...others] = shownInView(table.fields, config)
  const title =
    row && primary ? fieldTypes[primary.type].formatText(row.values[primary.id] ?? null, primary, values) : ''
  // What the headings above say is not said again.
  const isHeading = ({ id }: Field) => config.groups.some(({ field }) => field === id)
  const isLeaving = row?.state === 'deleting' || row?.state === 'gone'
  return (
    <li
      className="absolute inset-x-0 pb-2"
      style={{ top: place.top, height: place.height }}
      aria-posinset={place.number}
      aria-setsize={place.of}
    >
      <button
        type="button"
        data-card={id}
        disabled={!row}
        aria-current={lookedAt !== null || undefined}
        onClick={() => openRecord(id)}
        className={cx(
          'flex size-full cursor-default flex-col gap-1 overflow-hidden rounded-card border bg-surface px-4 py-3 text-left outline-none focus-visible:ring-focus active:bg-hover',
          row?.problem || (row && row.problems.size > 0) ? 'border-danger-line' : 'border-line',
          isLeaving && 'opacity-45',
          lookedAt !== null && 'border-accent ring-1 ring-accent',
        )}
      >
        {row ? (
          <>
            <span className="flex w-full items-center gap-2">
              <span
                className={cx(
                  'min-w-0 flex-1 truncate text-base font-medium',
                  !title && 'text-ink-faint',
                  primary && holds?.(row.id, primary.id) && foundClass,
                )}
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
            {cardFields(
              row.values,
              others.filter((field) => !isHeading(field)),
              lookedAt,
            ).map((field) => (
              <span
                key={field.id}
                className={cx(
                  'flex h-6 w-full items-center gap-3 text-sm',
                  holds?.(row.id, field.id) && foundClass,
                )}
              >
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
