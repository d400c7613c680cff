import { type ColorRule, type Field, type FieldId, fieldTypes, type RecordId } from '@plinth/domain'
import type { HeldReason, RowView } from '@plinth/record-store'
import { Check } from 'lucide-react'
import { memo } from 'react'
import { ColorNote } from '../../../lib/color/ColorNote.tsx'
import { colorWords, paintedInLineClass } from '../../../lib/color/color-words.ts'
import { type Slot, slotGapPx } from '../../../lib/list-slots.ts'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { CellContent } from '../CellContent.tsx'
import { CardTitle, foundClass } from '../cards/CardFields.tsx'
import { CardShell } from '../cards/CardShell.tsx'
import { HeldMark } from '../cards/HeldMark.tsx'
import { optionOf } from '../cards/option-of.ts'
import type { Holds } from '../find/find-target.ts'
import { useTable } from '../table-context.ts'
import { useRow } from '../use-table-session.ts'

/** The same for all lines of a list. */
export interface ListScope {
  readonly color: Field | null
  /** Of the headings above. */
  readonly depth: number
  readonly slots: readonly Slot[]
  onMenu(id: RecordId, below: Element): void
}

interface ListLineProps {
  readonly id: RecordId | null
  /** Among all lines, headings too. */
  readonly place: number
  readonly of: number
  readonly top: number
  readonly height: number
  readonly scope: ListScope
  readonly isStop: boolean
  readonly isMenuOpen: boolean
  readonly held: HeldReason | null
  /** What is looked for in the table; null: nothing. */
  readonly holds: Holds | null
  /** The field in which it was found, where one looks at this record. */
  readonly lookedAt: FieldId | null
}

/** A record in one line: its title, and at the end the first of its values. */
export const ListLine = memo(function ListLine(props: ListLineProps) {
  const { id, place, of, top, height, scope, isStop, isMenuOpen, lookedAt } = props
  const { session, paintOf } = useTable()
  const row = useRow(session, id)
  const { row: rule } = paintOf(row)
  const hasProblem = row !== null && (row.problem !== null || row.problems.size > 0)
  return (
    <CardShell
      {...{ id, row, place, of, isStop }}
      style={{ top, height }}
      isLookedAt={lookedAt !== null}
      itemClass="inset-x-0"
      hue={rule?.hue}
      rule={rule}
      className={cx(
        'items-center border-b border-line pr-12 pl-4 text-sm focus-visible:ring-focus-inset',
        row && 'group-hover/card:bg-hover',
        rule && 'border-l-4 border-l-chip-dot pl-3!',
        lookedAt !== null && 'bg-accent-tint',
        hasProblem && 'bg-danger-tint',
      )}
      menu={{
        label: 'Record menu',
        className: 'absolute inset-y-0 right-2 my-auto',
        isOpen: isMenuOpen,
        onOpen: scope.onMenu,
      }}
    >
      {row ? <Content {...props} row={row} /> : <Waiting slots={scope.slots} />}
    </CardShell>
  )
})

function Content({ row, scope, held, holds }: ListLineProps & { row: RowView }) {
  const { table, paintOf } = useTable()
  const { cells } = paintOf(row)
  return (
    <>
      {scope.depth > 0 && <span aria-hidden className="shrink-0" style={{ width: scope.depth * 16 }} />}
      {scope.color && <ColorDot field={scope.color} row={row} />}
      <span className="flex min-w-0 flex-1 items-center gap-2">
        <CardTitle row={row} field={table.fields[0]} holds={holds} className="text-sm" />
        <HeldMark reason={held} />
      </span>
      {scope.slots.map(({ field, px }) => (
        <Value
          key={field.id}
          {...{ row, field, px }}
          isFound={holds?.(row.id, field.id) ?? false}
          rule={cells.get(field.id)}
        />
      ))}
    </>
  )
}

/** Without a heading above it a tick says what it is of; where there is none, nothing is said. */
function Value(props: {
  row: RowView
  field: Field
  px: number
  isFound: boolean
  rule: ColorRule | undefined
}) {
  const { row, field, px, isFound, rule } = props

  const value = row.values[field.id] ?? null
  const { align, isEmpty } = fieldTypes[field.type]
  const isTick = field.type === 'checkbox'
  return (
    <span
      title={[field.name, colorWords(rule)].filter(Boolean).join('\n')}
      {...(rule ? { 'data-hue': rule.hue } : {})}
      className={cx(
        'flex h-6 shrink-0 items-center overflow-hidden text-ink-soft',
        rule && paintedInLineClass,
        align === 'end' && 'justify-end',
      )}
      style={{ width: px, marginLeft: slotGapPx }}
    >
      {isTick && value === true && (
        <span className="flex min-w-0 items-center gap-1.5">
          <Check aria-hidden className="size-3.5 shrink-0 text-accent-text" strokeWidth={2.5} />
          <span className="truncate">{field.name}</span>
        </span>
      )}
      {!isTick && !isEmpty(value) && (
        <span className={cx('flex max-w-full min-w-0 items-center', isFound && foundClass)}>
          <span className="sr-only">{field.name}: </span>
          <CellContent record={row.id} field={field} value={value} isPlain />
        </span>
      )}
      <ColorNote rule={rule} />
    </span>
  )
}

function ColorDot({ field, row }: { field: Field; row: RowView }) {
  const option = optionOf(field, row.values)
  return (
    <span
      {...(option ? { 'data-hue': option.hue, title: `${field.name}: ${option.label}` } : {})}
      className={cx(
        'mr-2.5 size-2.5 shrink-0 rounded-full',
        option ? 'bg-chip-dot' : 'border border-line-control',
      )}
    >
      <span className="sr-only">{option ? `${field.name}: ${option.label}` : ''}</span>
    </span>
  )
}

function Waiting({ slots }: { slots: readonly Slot[] }) {
  return (
    <>
      <span className="sr-only">Loading</span>
      <span className="flex-1">
        <Skeleton className="h-4 w-2/5" />
      </span>
      {slots.map(({ field, px }) => (
        <span key={field.id} className="shrink-0" style={{ width: px, marginLeft: slotGapPx }}>
          <Skeleton className="h-3.5 w-4/5" />
        </span>
      ))}
    </>
  )
}
