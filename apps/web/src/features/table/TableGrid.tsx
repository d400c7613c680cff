/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are placed one by one, which table elements do not allow */
import type { Field, RecordId, Sort } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { Plus } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { useColumnWidths } from './column-widths.ts'
import { addFieldWidth, gutterWidth, headerHeight, layOutColumns, rowHeight } from './columns.ts'
import { GridRow } from './GridRow.tsx'
import { AddFieldHeader, type FieldActions, HeaderCell } from './HeaderCell.tsx'
import { RowMenu } from './RowMenu.tsx'
import { useTable } from './table-context.ts'
import { useGridActions } from './use-grid-actions.ts'
import { useGridCursor } from './use-grid-cursor.ts'
import { useGridFocus } from './use-grid-focus.ts'
import { useWindowRows } from './use-window-rows.ts'

export interface TableGridProps extends FieldActions {
  window: RowWindow
  sorts: readonly Sort[]
  canShape: boolean
  selected: ReadonlySet<RecordId>
  /** A record that has just been made: the cursor goes to it. */
  created: RecordId | null
  /** A record is open beside the grid; when it closes and left the focus nowhere, the cursor takes it. */
  isRecordOpen: boolean
  onSelect: (ids: ReadonlySet<RecordId>) => void
  onSort: (field: Field, direction: Sort['direction'] | null) => void
  onAddField: () => void
  onCreate: () => void
}

/** Free lines below the last row: the line that adds a record, and air. */
const belowRows = rowHeight + 48

export function TableGrid(props: TableGridProps) {
  const { window, sorts, canShape, selected, created } = props
  const { table, isReadOnly } = useTable()
  const scrollElement = useRef<HTMLDivElement>(null)
  const widths = useColumnWidths(table.id)
  const { columns, width } = useMemo(() => layOutColumns(table.fields, widths), [table.fields, widths])
  const { scroller, view, snapshot } = useWindowRows(window, scrollElement, {
    rowHeight,
    before: headerHeight,
    after: belowRows,
  })
  const { rowCount } = snapshot
  const lastRow = isReadOnly ? rowCount - 1 : rowCount
  const cursor = useGridCursor(window, snapshot, columns)
  const focus = useGridFocus({ scrollElement, scroller, columns, cursor, rowCount })
  const actions = useGridActions({
    ...props,
    scrollElement,
    cursor,
    focus,
    columns,
    rowCount,
    lastRow,
    page: view.page,
  })
  const { editing, menu } = actions

  const follow = cursor.follow
  const takeFocus = focus.take
  useEffect(() => {
    if (created === null) return
    follow(created, 1)
    takeFocus()
  }, [created, follow, takeFocus])

  const wasOpen = useRef(false)
  const { isRecordOpen } = props
  useEffect(() => {
    if (wasOpen.current && !isRecordOpen && document.activeElement === document.body) takeFocus()
    wasOpen.current = isRecordOpen
  }, [isRecordOpen, takeFocus])

  const fullWidth = width + (canShape ? addFieldWidth : 40)
  const directions = new Map(sorts.map((sort) => [sort.field, sort.direction]))
  const heldBy = sortedBy(sorts, table.fields)
  const { place } = cursor
  return (
    <div
      ref={scrollElement}
      role="grid"
      aria-label={table.name}
      aria-rowcount={rowCount + 1 + (isReadOnly ? 0 : 1)}
      aria-colcount={columns.length + (canShape ? 2 : 1)}
      aria-multiselectable
      aria-readonly={isReadOnly}
      tabIndex={-1}
      className="scroll-thin relative min-h-0 flex-1 overflow-auto bg-surface outline-none [overflow-anchor:none]"
      {...actions.handlers}
    >
      <div
        role="row"
        aria-rowindex={1}
        data-row={-1}
        className="sticky top-0 z-[6] flex min-w-full"
        style={{ width: fullWidth, height: headerHeight }}
      >
        <SelectionHeader
          {...{ window, selected, rowCount }}
          isActive={place.row === -1 && place.col === 0}
          onSelect={props.onSelect}
        />
        {columns.map((column, at) => (
          <HeaderCell
            key={column.field.id}
            {...props}
            column={column}
            col={at + 1}
            isActive={place.row === -1 && place.col === at + 1}
            direction={directions.get(column.field.id) ?? null}
          />
        ))}
        {canShape ? (
          <AddFieldHeader col={columns.length + 1} width={addFieldWidth} onAddField={props.onAddField} />
        ) : (
          <div className="flex-1 border-b border-line-strong bg-sunken" />
        )}
      </div>
      <div
        role="rowgroup"
        className="relative overflow-y-clip"
        style={{ height: view.spacer, width: fullWidth }}
      >
        {rowsToDraw(view, place.row, rowCount).map((index) => {
          const id = snapshot.idAt(index)
          const isHere = place.row === index
          return (
            <GridRow
              key={id ?? index}
              index={index}
              id={id}
              top={view.origin + index * rowHeight}
              columns={columns}
              width={width}
              cursorCol={isHere ? place.col : null}
              // Never in another record that stands at the cursor's place for a moment.
              editing={isHere && id === cursor.id ? editing : null}
              isSelected={id !== null && selected.has(id)}
              heldBy={id !== null && heldBy !== null && snapshot.isHeld(id) ? heldBy : null}
              onCloseEditor={actions.closeEditor}
            />
          )
        })}
        {!isReadOnly && (
          <AddRow
            top={view.origin + rowCount * rowHeight}
            width={width}
            index={rowCount}
            isActive={place.row === rowCount}
          />
        )}
      </div>
      {menu && <RowMenu {...menu} onClose={actions.closeMenu} />}
    </div>
  )
}

/** The rows in view, and the row with the cursor wherever it is: focus must have a place. */
function rowsToDraw(view: { first: number; last: number }, cursorRow: number, rowCount: number): number[] {
  const rows = Array.from({ length: Math.max(0, view.last - view.first + 1) }, (_, at) => view.first + at)
  const isOutside = cursorRow < view.first || cursorRow > view.last
  if (cursorRow >= 0 && cursorRow < rowCount && isOutside) rows.push(cursorRow)
  return rows
}

function sortedBy(sorts: readonly Sort[], fields: readonly Field[]): string | null {
  const names = sorts.map((sort) => fields.find((field) => field.id === sort.field)?.name ?? '')
  return names.length === 0 ? null : `Moves to its place when you leave it: sorted by ${names.join(', ')}`
}

function AddRow({
  top,
  width,
  index,
  isActive,
}: {
  top: number
  width: number
  index: number
  isActive: boolean
}) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      className="absolute left-0 flex"
      style={{ top, width, height: rowHeight }}
    >
      <div
        role="gridcell"
        aria-colindex={1}
        data-col={1}
        data-add
        data-active={isActive || undefined}
        tabIndex={isActive ? 0 : -1}
        className={cx(
          'sticky left-0 flex h-full cursor-default items-center gap-2 border-r border-b border-line bg-surface px-2 text-sm text-ink-muted hover:bg-hover hover:text-ink',
          isActive ? 'outline-2 -outline-offset-2 outline-focus' : 'outline-none',
        )}
        style={{ width: Math.min(width, gutterWidth + 248), paddingLeft: gutterWidth - 24 }}
      >
        <Plus aria-hidden className="size-4" /> New record
      </div>
    </div>
  )
}

function SelectionHeader(props: {
  window: RowWindow
  selected: ReadonlySet<RecordId>
  rowCount: number
  isActive: boolean
  onSelect: (ids: ReadonlySet<RecordId>) => void
}) {
  const { window, selected, rowCount, isActive, onSelect } = props
  const { isReadOnly } = useTable()
  const isAll = selected.size > 0 && selected.size >= rowCount
  const toggle = () => {
    if (selected.size > 0) return onSelect(new Set())
    const loaded = Array.from({ length: Math.min(rowCount, 2_000) }, (_, index) => window.idAt(index))
    onSelect(new Set(loaded.filter((id) => id !== null)))
  }
  return (
    <div
      role="columnheader"
      aria-colindex={1}
      data-col={0}
      data-active={isActive || undefined}
      className="sticky left-0 z-[3] flex shrink-0 items-center justify-end border-r border-b border-line-strong bg-sunken pr-2.5"
      style={{ width: gutterWidth }}
    >
      <span className="sr-only">{isReadOnly ? 'Row' : 'Selection'}</span>
      {!isReadOnly && (
        <Checkbox
          isSelected={isAll}
          isIndeterminate={selected.size > 0 && !isAll}
          onChange={toggle}
          excludeFromTabOrder={!isActive}
          aria-label={selected.size > 0 ? 'Unselect all records' : 'Select the loaded records'}
        />
      )}
    </div>
  )
}
