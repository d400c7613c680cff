/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are placed one by one, which table elements do not allow */
import type { Field, Sort } from '@plinth/domain'
import { ArrowDown, ArrowUp, ChevronDown, Info, Plus } from 'lucide-react'
import { type PointerEvent, useEffect, useRef } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { cx } from '../../ui/cx.ts'
import { MenuTrigger } from '../../ui/Menu.tsx'
import { ChangingMark } from './ChangingMark.tsx'
import { setColumnWidth } from './column-widths.ts'
import { type Column, gutterWidth } from './columns.ts'
import { FieldIcon } from './FieldIcon.tsx'
import { HeaderMenu } from './HeaderMenu.tsx'
import { HiddenMark } from './HiddenMark.tsx'
import { ReadOnlyMark } from './ReadOnlyMark.tsx'
import { RequiredMark } from './RequiredMark.tsx'
import { useTable } from './table-context.ts'

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
  column: Column
  col: number
  isActive: boolean
  /** One may shape the table. */
  canShape: boolean
  direction: Sort['direction'] | null
  onSort: (field: Field, direction: Sort['direction'] | null) => void
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

export function HeaderCell(props: HeaderCellProps) {
  const { column, col, isActive, direction } = props
  const { field, width, isPrimary } = column
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <div
      role="columnheader"
      aria-colindex={col + 1}
      aria-sort={direction ? ariaSort[direction] : undefined}
      data-col={col}
      data-active={isActive || undefined}
      style={{ width, ...(isPrimary ? { left: gutterWidth } : {}) }}
      className={cx(
        'group/head relative flex shrink-0 border-r border-b border-line-strong bg-sunken',
        isPrimary && 'md:sticky md:z-[2]',
      )}
    >
      <MenuTrigger>
        <AriaButton
          data-focus
          excludeFromTabOrder={!isActive}
          aria-label={`${field.name}${field.rules?.required ? ', required' : ''}${field.changing ? ', changing type…' : ''}, field menu`}
          className="flex min-w-0 flex-1 cursor-default items-center gap-1.5 px-2 text-left text-sm font-medium text-ink-soft outline-none hovered:bg-hover focus-visible:ring-focus-inset open:bg-hover"
        >
          <FieldIcon type={field.type} />
          <span className="truncate">{field.name}</span>
          <ChangingMark field={field} />
          {field.access === 'read' && <ReadOnlyMark />}
          <HiddenMark field={field} />
          <RequiredMark field={field} />
          {field.description && (
            <Info aria-label="Has a description" className="size-3.5 shrink-0 text-ink-faint" />
          )}
          {direction && <Arrow aria-hidden className="size-3.5 shrink-0 text-accent-text" />}
          <ChevronDown
            aria-hidden
            className="ml-auto size-3.5 shrink-0 text-ink-faint opacity-0 group-hover/head:opacity-100"
          />
        </AriaButton>
        <HeaderMenu {...props} />
      </MenuTrigger>
      <ResizeHandle column={column} />
    </div>
  )
}

/** Dragged with a pointer; the menu's "wider" and "narrower" do the same by key. */
function ResizeHandle({ column }: { column: Column }) {
  const { table } = useTable()
  const start = useRef<{ x: number; width: number } | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width: column.width }
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (start.current)
      setColumnWidth(table.id, column.field.id, start.current.width + event.clientX - start.current.x)
  }
  return (
    <div
      aria-hidden
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        start.current = null
      }}
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
