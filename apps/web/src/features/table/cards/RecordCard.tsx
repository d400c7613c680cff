import type { Field, FieldId, RecordId } from '@plinth/domain'
import { memo } from 'react'
import { ColorNote } from '../../../lib/color/ColorNote.tsx'
import { colorWords, rowTintClass } from '../../../lib/color/color-words.ts'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import type { Holds } from '../find/find-target.ts'
import { useTable } from '../table-context.ts'
import { useRow } from '../use-table-session.ts'
import { useView } from '../view/table-view.ts'
import { shownFields as shownInView } from '../view/view-params.ts'
import { CardFields, CardTitle } from './CardFields.tsx'
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

/** A record: its title and the first of its values. */
export const RecordCard = memo(function RecordCard(props: RecordCardProps) {
  const { id, place, holds, lookedAt } = props
  const { session, table, openRecord, paintOf } = useTable()
  const row = useRow(session, id)
  const { config } = useView()
  const { row: rule } = paintOf(row)
  const [primary, ...others] = shownInView(table.fields, config)
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
        {...(rule ? { 'data-hue': rule.hue } : {})}
        title={colorWords(rule)}
        className={cx(
          'flex size-full cursor-default flex-col gap-1 overflow-hidden rounded-card border bg-surface px-4 py-3 text-left outline-none focus-visible:ring-focus active:bg-hover',
          row?.problem || (row && row.problems.size > 0) ? 'border-danger-line' : 'border-line',
          isLeaving && 'opacity-45',
          rule && 'border-l-4! border-l-chip-dot! pl-[0.8125rem]!',
          rule && rowTintClass,
          lookedAt !== null && 'border-accent ring-1 ring-accent',
        )}
      >
        {row ? (
          <>
            <CardTitle row={row} field={primary} holds={holds} />
            <ColorNote rule={rule} />
            <CardFields
              row={row}
              fields={cardFields(
                row.values,
                others.filter((field) => !isHeading(field)),
                lookedAt,
              )}
              holds={holds}
            />
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
