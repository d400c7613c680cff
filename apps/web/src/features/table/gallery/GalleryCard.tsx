import type { Field, FieldId, RecordId } from '@plinth/domain'
import type { HeldReason, RowView } from '@plinth/record-store'
import { memo } from 'react'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { CardCover } from '../cards/CardCover.tsx'
import { CardFields, CardTitle } from '../cards/CardFields.tsx'
import { CardShell } from '../cards/CardShell.tsx'
import { cardFields } from '../cards/card-fields.ts'
import { HeldMark } from '../cards/HeldMark.tsx'
import { optionOf } from '../cards/option-of.ts'
import type { Holds } from '../find/find-target.ts'
import { useTable } from '../table-context.ts'
import { useRow } from '../use-table-session.ts'
import { useView } from '../view/table-view.ts'

/** The same for all cards of a gallery. */
export interface GalleryScope {
  readonly cover: Field | null
  readonly color: Field | null
  /** Below the title. */
  readonly fields: readonly Field[]
  readonly lines: number
  readonly coverPx: number
  readonly isNarrow: boolean
  onMenu(id: RecordId, below: Element): void
}

export interface GalleryCardProps {
  readonly id: RecordId | null
  readonly place: number
  readonly of: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly scope: GalleryScope
  readonly isStop: boolean
  readonly isMenuOpen: boolean
  readonly held: HeldReason | null
  /** What is looked for in the table; null: nothing. */
  readonly holds: Holds | null
  /** The field in which it was found, where one looks at this record. */
  readonly lookedAt: FieldId | null
}

/** A record of a gallery: its picture, its title, and the first of its values. */
export const GalleryCard = memo(function GalleryCard(props: GalleryCardProps) {
  const { id, place, of, left, top, width, height, scope, isStop, isMenuOpen, lookedAt } = props
  const { session, paintOf } = useTable()
  const row = useRow(session, id)
  const { row: rule } = paintOf(row)
  const hue = rule?.hue ?? (row && optionOf(scope.color, row.values)?.hue)
  return (
    <CardShell
      {...{ id, row, place, of, isStop }}
      style={{ left, top, width, height }}
      isLookedAt={lookedAt !== null}
      hue={hue ?? undefined}
      rule={rule}
      className={cx(
        'touch-manipulation flex-col overflow-hidden rounded-card border bg-surface focus-visible:ring-focus',
        row && 'hover:border-line-strong active:bg-hover',
        row?.problem || (row && row.problems.size > 0) ? 'border-danger-line' : 'border-line',
        hue && 'border-l-3! border-l-chip-dot!',
        lookedAt !== null && 'border-accent ring-1 ring-accent',
      )}
      menu={{
        label: 'Card menu',
        className: 'absolute top-1.5 right-1.5 coarse:top-0 coarse:right-0',
        isOpen: isMenuOpen,
        isOverPicture: scope.cover !== null,
        onOpen: scope.onMenu,
      }}
    >
      {row ? <Content row={row} {...props} /> : <Waiting scope={scope} />}
    </CardShell>
  )
})

function Content({ row, scope, held, holds, lookedAt }: GalleryCardProps & { row: RowView }) {
  const { table } = useTable()
  const { config } = useView()
  const { cover, coverPx, fields, lines, isNarrow } = scope
  const value = cover ? (row.values[cover.id] ?? null) : null
  return (
    <>
      {cover && (
        <span className="flex w-full shrink-0 border-b border-line" style={{ height: coverPx }}>
          <CardCover value={value} fit={config.settings.coverFit} className="h-full" />
        </span>
      )}
      <span className="flex min-h-0 w-full flex-1 flex-col gap-0.5 px-3 py-2.5">
        <span className="flex w-full items-center gap-1.5">
          <CardTitle
            row={row}
            field={table.fields[0]}
            holds={holds}
            className={cx('text-sm', !cover && 'pr-6')}
          />
          <HeldMark reason={held} />
        </span>
        <CardFields
          row={row}
          fields={cardFields(row.values, fields, lookedAt, lines)}
          holds={holds}
          isNarrow={isNarrow}
        />
      </span>
    </>
  )
}

function Waiting({ scope: { cover, coverPx, lines } }: { scope: GalleryScope }) {
  return (
    <>
      <span className="sr-only">Loading</span>
      {cover && (
        <span className="block w-full shrink-0" style={{ height: coverPx }}>
          <Skeleton className="size-full" />
        </span>
      )}
      <span className="flex w-full flex-col gap-3 px-3 py-3">
        <Skeleton className="h-4 w-2/3" />
        {Array.from({ length: lines }, (_, line) => (
          <Skeleton key={line} className={line % 2 === 0 ? 'h-3.5 w-full' : 'h-3.5 w-4/5'} />
        ))}
      </span>
    </>
  )
}
