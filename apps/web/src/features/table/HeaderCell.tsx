/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are placed one by one, which table elements do not allow */
import type { Field, Sort } from '@plinth/domain'
import type { Grid } from '@plinth/grid'
import { ArrowDown, ArrowUp, ChevronDown, Info, Plus } from 'lucide-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { kindOf, readBy } from '../../lib/rollup-kind.ts'
import { cx } from '../../ui/cx.ts'
import { MenuTrigger } from '../../ui/Menu.tsx'
import { ChangingMark, changingWords } from './ChangingMark.tsx'
import type { Column } from './columns.ts'
import { FieldIcon } from './FieldIcon.tsx'
import type { ColumnMoves } from './grid/use-column-moves.ts'
import { useHeadingPress } from './grid/use-heading-press.ts'
import { HeaderMenu } from './HeaderMenu.tsx'
import { HiddenMark } from './HiddenMark.tsx'
import { ReadOnlyMark } from './ReadOnlyMark.tsx'
import { RequiredMark } from './RequiredMark.tsx'
import { useTable } from './table-context.ts'
import { useResize } from './use-columns.ts'

export interface FieldActions {
  onEditField: (field: Field) => void
  onRenameField: (field: Field) => void
  onDuplicateField: (field: Field) => void
  onChangeType: (field: Field) => void
  /** Of a field of states. */
  onWorkflow: (field: Field) => void
  /** To a place among the fields of the table, from 0. */
  onMoveField: (field: Field, to: number) => void
  onDeleteField: (field: Field) => void
}

export interface HeaderCellProps extends FieldActions {
  grid: Grid | null
  column: Column
  columns: readonly Column[]
  col: number
  moves: ColumnMoves
  /** Brings the focus to the heading at a place, from 1. */
  onMove: (to: number) => void
  isFrozen: boolean
  /** The width of the grid. */
  room: number
  isLastFrozen: boolean
  /** The whole column is selected. */
  isChosen: boolean
  /** The column is being dragged. */
  isPulled: boolean
  isActive: boolean
  /** Tab comes to it. */
  isEntry: boolean
  /** One may shape the table. */
  canShape: boolean
  direction: Sort['direction'] | null
  onSort: (field: Field, direction: Sort['direction'] | null) => void
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

function useComputedWords({ onRead, formula, rollup }: Field): string {
  const { table, tables } = useTable()
  if (onRead) return ', computed when it is read'
  if (rollup) return `, ${kindOf(rollup, readBy(rollup, table, tables))}`
  return formula ? ', formula' : ''
}

/** The name is pressed to select the column and dragged to move it; what else can be done is in the menu beside it. */
export function HeaderCell(props: HeaderCellProps) {
  const { grid, column, col, isActive, isEntry, isFrozen, isLastFrozen, isChosen, isPulled, direction } =
    props
  const { field, width, left } = column
  const [isOpen, setIsOpen] = useState(false)
  const computedWords = useComputedWords(field)
  const press = useHeadingPress({ grid, column, at: col - 1, onMenu: () => setIsOpen(true) })
  return (
    <div
      role="columnheader"
      aria-colindex={col + 1}
      aria-sort={direction ? ariaSort[direction] : undefined}
      aria-selected={isChosen || undefined}
      {...press.heading}
      data-col={col}
      data-active={isActive || undefined}
      style={{ width, ...(isFrozen ? { left } : {}) }}
      className={cx(
        'group/head flex shrink-0 border-r border-b border-line-strong',
        isFrozen ? 'sticky z-[2]' : 'relative',
        isLastFrozen &&
          'after:pointer-events-none after:absolute after:inset-y-0 after:-right-px after:w-px after:bg-line-strong',
        isChosen ? 'bg-accent-tint text-accent-text' : 'bg-sunken text-ink-soft has-focus-visible:bg-hover',
        isPulled && 'opacity-50',
      )}
    >
      <HeadingName {...props} press={press.name} />
      <MenuTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
        <AriaButton
          data-focus
          excludeFromTabOrder={!isEntry}
          aria-label={`${field.name}${field.rules?.required ? ', required' : ''}${computedWords}${field.changing ? `, ${changingWords(field)}` : ''}, field menu`}
          className="flex w-6 shrink-0 cursor-default items-center justify-center text-ink-muted opacity-0 outline-none group-hover/head:opacity-100 hovered:bg-hover hovered:text-ink focus-visible:opacity-100 focus-visible:ring-focus-inset open:bg-hover open:opacity-100 coarse:opacity-100"
        >
          <ChevronDown aria-hidden className="size-3.5" />
        </AriaButton>
        <HeaderMenu {...props} />
      </MenuTrigger>
      <ResizeHandle column={column} />
    </div>
  )
}

function HeadingName({
  column,
  direction,
  isPulled,
  press,
}: HeaderCellProps & { press: ReturnType<typeof useHeadingPress>['name'] }) {
  const { field, isPrimary } = column
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown
  return (
    // The button beside it says the same to those who do not see it, and keys do what pressing does.
    <div
      aria-hidden
      {...press}
      className={cx(
        'flex min-w-0 flex-1 items-center gap-1.5 pl-2 text-sm font-medium select-none group-hover/head:bg-hover [-webkit-touch-callout:none]',
        isPulled ? 'cursor-grabbing' : isPrimary ? 'cursor-default' : 'cursor-grab',
      )}
    >
      <FieldIcon type={field.type} />
      <span className="truncate">{field.name}</span>
      <ChangingMark field={field} />
      <ReadOnlyMark field={field} />
      <HiddenMark field={field} />
      <RequiredMark field={field} />
      {field.description && <Info className="size-3.5 shrink-0 text-ink-faint" />}
      {direction && <Arrow className="ml-auto size-3.5 shrink-0 text-accent-text" />}
    </div>
  )
}

/** Dragged with a pointer; the menu's "wider" and "narrower" do the same by key. */
function ResizeHandle({ column }: { column: Column }) {
  const resize = useResize()
  const start = useRef<{ x: number; width: number } | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width: column.width }
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (start.current) resize.drag(column.field, start.current.width + event.clientX - start.current.x)
  }
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    if (start.current && event.clientX !== start.current.x)
      resize.set(column.field, start.current.width + event.clientX - start.current.x)
    start.current = null
  }
  return (
    <div
      aria-hidden
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      className="absolute inset-y-0 -right-1 z-[1] w-2 cursor-col-resize touch-none after:absolute after:inset-y-1 after:left-[3px] after:w-0.5 after:rounded-full hover:after:bg-accent active:after:bg-accent"
    />
  )
}

const bringIntoSight = (element: Element | null) =>
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

export function AddFieldHeader(props: { col: number; width: number; onAddField: () => void }) {
  const { col, width, onAddField } = props
  const button = useRef<HTMLButtonElement>(null)
  const place = useRef(col)
  // A column that was just made pushes the button, and the focus that came back to it, out of sight.
  useEffect(() => {
    if (place.current !== col && document.activeElement === button.current) bringIntoSight(button.current)
    place.current = col
  }, [col])
  return (
    <div
      role="columnheader"
      aria-colindex={col + 1}
      style={{ width }}
      className="flex shrink-0 grow border-b border-line-strong bg-sunken"
    >
      <AriaButton
        ref={button}
        onPress={onAddField}
        onFocus={(event) => bringIntoSight(event.currentTarget)}
        className="flex flex-1 cursor-default items-center gap-1.5 px-2 text-sm font-medium text-ink-muted outline-none hovered:bg-hover hovered:text-ink focus-visible:ring-focus-inset"
      >
        <Plus aria-hidden className="size-3.5" /> Add field
      </AriaButton>
    </div>
  )
}
