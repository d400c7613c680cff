/* oxlint-disable jsx-a11y/prefer-tag-over-role -- headings stand above rows that are painted, which no table element allows */
import type { Field, FieldId, Sort } from '@plinth/domain'
import type { Grid } from '@plinth/grid'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { addFieldWidth, type Column, gutterWidth, headerHeight } from '../columns.ts'
import { AddFieldHeader, type FieldActions, HeaderCell } from '../HeaderCell.tsx'
import { useTable } from '../table-context.ts'
import { useChosenColumns } from './use-chosen-columns.ts'
import type { ColumnMoves } from './use-column-moves.ts'

export interface GridHeaderProps extends FieldActions {
  readonly grid: Grid | null
  readonly columns: readonly Column[]
  /** How many of the first columns stay while the others scroll. */
  readonly frozen: number
  /** The width of the grid. */
  readonly room: number
  readonly moves: ColumnMoves
  readonly width: number
  readonly sorts: readonly Sort[]
  readonly canShape: boolean
  /** How many records are selected, of how many. */
  readonly selectedCount: number
  readonly rowCount: number
  /** The heading with the keyboard's cursor: 0 is the box that selects; null: the cursor is in the rows. */
  readonly active: number | null
  readonly onSort: (field: Field, direction: Sort['direction'] | null) => void
  readonly onAddField: () => void
  readonly onToggleAll: () => void
  readonly onMove: (to: number) => void
  /** To the first or the last cell of all. */
  readonly onEnd: (isFirst: boolean) => void
  /** Down into the rows. */
  readonly onLeave: (column: number) => void
}

/** The heading that had the focus last, itself or by its menu: its column may go with a command of the menu, and the focus with it. */
interface FocusedHeading {
  readonly field: FieldId
  /** From 1. */
  readonly col: number
}

/** A menu or a dialog gives its focus back within a frame or two; only then is it known to have gone with the column. */
const settleMs = 100

/** The headings: ordinary elements that stick above the rows. Arrows go from one to the other, and down into the rows. */
export function GridHeader(props: GridHeaderProps) {
  const { grid, columns, frozen, moves, width, sorts, canShape, onMove, onEnd, onLeave } = props
  const line = useRef<HTMLDivElement>(null)
  const directions = new Map(sorts.map((sort) => [sort.field, sort.direction]))
  const last = columns.length
  // The last column may have gone.
  const active = props.active === null ? null : Math.min(props.active, last)
  // Without records there is no cell to come from: Tab reaches the first column.
  const entry = active === null && props.rowCount === 0 ? 1 : active
  const marks = useChosenColumns(grid)

  useEffect(() => {
    if (active !== null) focusActive(line.current)
  }, [active])
  const activeField = active === null ? undefined : columns[active - 1]?.field.id
  useEffect(() => {
    // The column with the focus has gone, and the focus with it: another one stands in its place.
    if (activeField && document.activeElement === document.body) focusActive(line.current)
  }, [activeField])

  const focused = useRef<FocusedHeading | null>(null)
  const focusAt = useEffectEvent((to: number) => {
    if (active === to) focusActive(line.current)
    else onMove(to)
  })
  useEffect(() => {
    const gone = focused.current
    if (!gone || columns.some(({ field }) => field.id === gone.field)) return
    const timer = setTimeout(() => {
      focused.current = null
      if (document.activeElement === document.body) focusAt(Math.min(gone.col, last))
    }, settleMs)
    return () => clearTimeout(timer)
  }, [columns, last])

  // A finger that drags a heading is not to scroll the page; said too late it would.
  useEffect(() => {
    const element = line.current
    const hold = (event: TouchEvent) => {
      if (grid && grid.pulledColumns.length > 0) event.preventDefault()
    }
    element?.addEventListener('touchmove', hold, { passive: false })
    return () => element?.removeEventListener('touchmove', hold)
  }, [grid])

  /** What is done to the column of a heading, or to those that are selected with it. */
  const actOnColumn = (event: KeyboardEvent, at: number): boolean => {
    const field = columns[at]?.field
    if (!field) return false
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as -1 | 1 | undefined
    if (event.altKey && event.shiftKey && by) {
      moves.shift(new Set([field.id]), by, (place) => onMove(place + 1))
    } else if (event.altKey) return false
    else if (event.ctrlKey && event.key === ' ') grid?.selectColumn(at, 'only')
    else if (event.shiftKey && by && !event.ctrlKey && !event.metaKey) {
      grid?.selectColumn(at, 'only')
      grid?.selectColumn(Math.max(0, Math.min(last - 1, at + by)), 'extend')
    } else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (active === null || !line.current?.contains(event.target as Node)) return
    if (actOnColumn(event, active - 1)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (event.altKey) return
    const isMod = event.ctrlKey || event.metaKey
    const steps: Record<string, number> = {
      ArrowLeft: isMod ? 1 : active - 1,
      ArrowRight: isMod ? last : active + 1,
      Home: 1,
      End: last,
    }
    const to = steps[event.key]
    if (isMod && (event.key === 'Home' || event.key === 'End')) onEnd(event.key === 'Home')
    else if (event.key === 'ArrowDown') onLeave(active)
    else if (to !== undefined) onMove(Math.max(0, Math.min(last, to)))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={line}
      role="row"
      aria-rowindex={1}
      data-row={-1}
      tabIndex={-1}
      className="sticky top-0 z-[6] flex min-w-full outline-none"
      style={{ width: width + (canShape ? addFieldWidth : 40), height: headerHeight }}
      onKeyDownCapture={onKeyDown}
      onFocus={({ target }) => {
        // What floats over a heading, as its menu does, is no other one.
        const col = Number(target.closest('[data-col]')?.getAttribute('data-col'))
        const column = columns[col - 1]
        if (column) focused.current = { field: column.field.id, col }
        if (active === null && entry !== null && target.closest(`[data-col="${entry}"]`)) onMove(entry)
      }}
    >
      <SelectionHeader {...props} />
      {columns.map((column, at) => (
        <HeaderCell
          key={column.field.id}
          {...props}
          column={column}
          col={at + 1}
          isFrozen={at < frozen}
          isLastFrozen={at === frozen - 1}
          isChosen={marks.chosen.has(column.field.id)}
          isPulled={marks.pulled.has(column.field.id)}
          isActive={active === at + 1}
          isEntry={entry === at + 1}
          direction={directions.get(column.field.id) ?? null}
        />
      ))}
      {canShape ? (
        <AddFieldHeader col={columns.length + 1} width={addFieldWidth} onAddField={props.onAddField} />
      ) : (
        <div className="flex-1 border-b border-line-strong bg-sunken" />
      )}
    </div>
  )
}

function focusActive(line: HTMLElement | null): void {
  const heading = line?.querySelector<HTMLElement>('[data-active]')
  const target = heading?.querySelector<HTMLElement>(':is([data-focus], input[type=checkbox])')
  target?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function SelectionHeader({ selectedCount, rowCount, active, onToggleAll }: GridHeaderProps) {
  const { isReadOnly } = useTable()
  const isActive = active === 0
  const isAll = selectedCount > 0 && selectedCount >= rowCount
  return (
    <div
      role="columnheader"
      aria-colindex={1}
      data-col={0}
      data-active={isActive || undefined}
      className="sticky left-0 z-[3] flex shrink-0 items-center border-r border-b border-line-strong bg-sunken pl-2.5"
      style={{ width: gutterWidth }}
    >
      <span className="sr-only">{isReadOnly ? 'Row' : 'Selection'}</span>
      {!isReadOnly && (
        <Checkbox
          isSelected={isAll}
          isIndeterminate={selectedCount > 0 && !isAll}
          onChange={onToggleAll}
          excludeFromTabOrder={!isActive}
          aria-label={selectedCount > 0 ? 'Unselect all records' : 'Select all records'}
        />
      )}
    </div>
  )
}
