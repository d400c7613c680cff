import { type ColorRule, type Field, type FieldId, fieldTypes } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { ColorNote } from '../../../lib/color/ColorNote.tsx'
import { colorWords, paintedClass } from '../../../lib/color/color-words.ts'
import { cx } from '../../../ui/cx.ts'
import { CellContent } from '../CellContent.tsx'
import type { Holds } from '../find/find-target.ts'
import { useTable } from '../table-context.ts'

/** Marks a text that holds what is looked for. */
export const foundClass = '-mx-1 rounded-control bg-warn-tint px-1 text-warn-text'

/** By what a record is called, and whether it is locked. */
export function CardTitle({
  row,
  field,
  holds = null,
  className = 'text-base',
}: {
  row: RowView
  field: Field | undefined
  holds?: Holds | null
  className?: string
}) {
  const { values, lockOf } = useTable()
  const title = field ? fieldTypes[field.type].formatText(row.values[field.id] ?? null, field, values) : ''
  return (
    <span className="flex w-full items-center gap-2">
      <span
        data-title
        className={cx(
          'min-w-0 flex-1 truncate font-medium',
          className,
          !title && 'text-ink-faint',
          field && holds?.(row.id, field.id) && foundClass,
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
  )
}

/** Fields of a record, a line each; on narrow cards without their names. */
export function CardFields({
  row,
  fields,
  holds = null,
  isNarrow = false,
}: {
  row: RowView
  fields: readonly Field[]
  holds?: ((record: RowView['id'], field: FieldId) => boolean) | null
  isNarrow?: boolean
}) {
  const { cells } = useTable().paintOf(row)
  return fields.map((field) => (
    <span
      key={field.id}
      className={cx('flex h-6 w-full items-center gap-3 text-sm', holds?.(row.id, field.id) && foundClass)}
    >
      <span className={isNarrow ? 'sr-only' : 'w-[34%] shrink-0 truncate text-ink-muted'}>{field.name}</span>
      <PaintedValue rule={cells.get(field.id)}>
        <CellContent record={row.id} field={field} value={row.values[field.id] ?? null} isPlain />
      </PaintedValue>
    </span>
  ))
}

function PaintedValue({ rule, children }: { rule: ColorRule | undefined; children: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-1 items-center">
      <span
        {...(rule ? { 'data-hue': rule.hue } : {})}
        title={colorWords(rule)}
        className={cx('flex max-w-full min-w-0 items-center', rule && paintedClass)}
      >
        {children}
      </span>
      <ColorNote rule={rule} />
    </span>
  )
}
