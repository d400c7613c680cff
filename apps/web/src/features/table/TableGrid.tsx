/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the rows are painted; their elements stand where they are painted */
import type { CellValue, Field, FieldId, RecordId, Sort } from '@plinth/domain'
import type { RowKey } from '@plinth/grid'
import type { RowWindow } from '@plinth/record-store'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useWidth } from '../../lib/use-width.ts'
import { cx } from '../../ui/cx.ts'
import {
  addFieldWidth,
  addRowHeight,
  endOfFrozen,
  frozenThatFit,
  headerHeight,
  rowHeights,
} from './columns.ts'
import { GridFindBar } from './find/GridFindBar.tsx'
import { BulkDialog } from './grid/BulkDialog.tsx'
import { CursorCell } from './grid/CursorCell.tsx'
import { cellActions } from './grid/cell-actions.ts'
import { DropMark } from './grid/DropMark.tsx'
import { footerHeight, GridFooter } from './grid/GridFooter.tsx'
import { GridHeader } from './grid/GridHeader.tsx'
import { ReviewChanges } from './grid/ReviewChanges.tsx'
import { useBulkChanges } from './grid/use-bulk-changes.ts'
import { useCellChanges } from './grid/use-cell-changes.ts'
import { useClipboard } from './grid/use-clipboard.ts'
import { useColumnMoves } from './grid/use-column-moves.ts'
import { useDeleteHint } from './grid/use-delete-hint.ts'
import { useEditing } from './grid/use-editing.ts'
import { useFileDrop } from './grid/use-file-drop.ts'
import { useFocusBack } from './grid/use-focus-back.ts'
import { useGrid } from './grid/use-grid.ts'
import { useGridCommands } from './grid/use-grid-commands.ts'
import { useGridCursor } from './grid/use-grid-cursor.ts'
import { useHeadingCount } from './grid/use-heading-count.ts'
import { useOpenRecord } from './grid/use-open-record.ts'
import { useRowMoves } from './grid/use-row-moves.ts'
import { useSelectedRecords } from './grid/use-selected-records.ts'
import { useTold } from './grid/use-told.ts'
import type { FieldActions } from './HeaderCell.tsx'
import { RowMenu } from './RowMenu.tsx'
import { whyFixed } from './row-order.ts'
import type { SelectedRecords } from './selected-records.ts'
import { useTable } from './table-context.ts'
import { useColumns } from './use-columns.ts'
import { useSnapshot } from './use-table-session.ts'
import { useView } from './view/table-view.ts'

/** Below the columns of a table without records, where they are wider than the page. */
const scrollbarRoom = 16

export interface TableGridProps extends FieldActions {
  window: RowWindow
  sorts: readonly Sort[]
  canShape: boolean
  selected: SelectedRecords
  /** A record that has just been made: the cursor goes to it. */
  created: RecordId | null
  /** Beside the grid, or over it: the cursor goes along with it. */
  openRecord: RecordId | null
  /** What a new record begins with. */
  newValues: () => Readonly<Record<FieldId, CellValue>>
  onSelect: (selected: SelectedRecords) => void
  onSort: (field: Field, direction: Sort['direction'] | null) => void
  onAddField: () => void
  onCreate: (more?: Readonly<Record<FieldId, CellValue>>) => void
  /** What stands below the columns where there are no records. */
  empty: ReactNode
}

export function TableGrid(props: TableGridProps) {
  const { window, sorts, canShape, selected, created, openRecord, onCreate, empty } = props
  const isEmpty = empty !== null
  const { table, isReadOnly } = useTable()
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const { columns, width } = useColumns()
  const view = useView()
  const { config } = view
  const room = useWidth(scroller)
  const frozen = frozenThatFit(columns, config.frozen, room)
  const moves = useColumnMoves(columns)
  const { rowCount } = useSnapshot(window)
  const trailingWidth = canShape ? addFieldWidth : 40
  const lineCount = rowCount + useHeadingCount(window) + 2 + (isReadOnly ? 0 : 1)
  const [escapes, setEscapes] = useState(0)
  const [heading, setHeading] = useState<number | null>(null)
  const [menu, setMenu] = useState<{ x: number; y: number; isByKey: boolean } | null>(null)

  const grid = useGrid({
    window,
    scroller,
    body,
    columns,
    frozen,
    rowHeight: rowHeights[config.rowHeight],
    trailingWidth,
    footerHeight: isEmpty ? 0 : footerHeight,
    canMoveRows: whyFixed(view) === null,
    sortedBy: sorts.map((sort) => table.fields.find(({ id }) => id === sort.field)?.name ?? '').join(', '),
    onCommand(command) {
      if (!editing.pass(command) && grid) run(grid, command)
    },
    onLeave(to, column) {
      if (to === 'header') setHeading(column + 1)
    },
    onEnter: () => setHeading(null),
  })
  const cursor = useGridCursor(grid, window, columns)
  const editing = useEditing({
    grid,
    window,
    columns,
    cursor,
    onFill: () => grid && run(grid, { kind: 'fill-all' }),
  })
  const focusBack = useFocusBack(grid)
  const [told, tell] = useTold(grid)
  const changes = useCellChanges({ window, columns, newValues: props.newValues })
  const bulk = useBulkChanges(window)
  const rowMoves = useRowMoves(window, tell)
  const run = useGridCommands({
    window,
    columns,
    changes,
    bulk,
    moves,
    rowMoves,
    onEdit: editing.open,
    onMenu(at) {
      if (at) return setMenu({ ...at, isByKey: false })
      // By a key it opens at the cell, which may have been scrolled away.
      grid?.focus()
      const box = grid?.cursorBox()
      if (box) setMenu({ x: box.left + 8, y: box.bottom, isByKey: true })
    },
    onCreate,
    onEscape: () => setEscapes((before) => before + 1),
    tell,
  })
  const clipboard = useClipboard({
    grid,
    window,
    columns,
    changes,
    isEditing: editing.now !== null,
    isEmpty,
  })
  const onKeyDown = useDeleteHint()
  const fileDrop = useFileDrop({ grid, window, columns })
  useSelectedRecords({
    grid,
    window,
    selected,
    onSelect: props.onSelect,
    onRemove: () => grid && run(grid, { kind: 'delete-rows' }),
  })

  useEffect(() => {
    if (isEmpty) grid?.unselect()
  }, [grid, isEmpty])
  useEffect(() => grid?.setCursorShown(heading === null), [grid, heading])
  const isEditing = editing.now !== null
  useEffect(() => grid?.setEditing(isEditing), [grid, isEditing])
  useEffect(() => {
    if (grid && created !== null) grid.follow(created as string as RowKey)
  }, [grid, created])
  useOpenRecord(grid, openRecord)

  return (
    <>
      <BulkDialog question={bulk.question} onAccept={bulk.accept} onClose={bulk.drop} />
      <GridFindBar grid={grid} window={window} columns={columns} />
      <div
        ref={scroller}
        role="grid"
        aria-label={table.name}
        aria-rowcount={lineCount}
        aria-colcount={columns.length + (canShape ? 2 : 1)}
        aria-multiselectable
        aria-readonly={isReadOnly}
        tabIndex={-1}
        className={cx(
          'scroll-thin relative overflow-auto outline-none [overflow-anchor:none]',
          isEmpty ? 'flex-none' : 'min-h-0 flex-1 bg-surface',
        )}
        style={{
          ...(isEmpty
            ? { height: headerHeight + (isReadOnly ? 0 : addRowHeight) + scrollbarRoom }
            : { scrollPaddingBottom: footerHeight }),
          scrollPaddingLeft: endOfFrozen(columns, frozen),
        }}
        onKeyDown={onKeyDown}
        {...clipboard.handlers}
        {...fileDrop.handlers}
      >
        <GridHeader
          {...props}
          grid={grid}
          columns={columns}
          frozen={frozen}
          room={room}
          moves={moves}
          width={width}
          selectedCount={selected.count}
          rowCount={rowCount}
          active={heading}
          onMove={setHeading}
          onEnd={(isFirst) => {
            if (isEmpty) return
            setHeading(null)
            grid?.goTo(isFirst ? 0 : rowCount - 1, isFirst ? 0 : columns.length - 1)
          }}
          onToggleAll={() => (selected.count > 0 ? grid?.unselect() : grid?.selectAll())}
          onLeave={(column) => {
            if (isEmpty) return
            setHeading(null)
            grid?.goTo(0, column - 1)
          }}
        />
        <div ref={body} className="relative">
          <CursorCell
            grid={grid}
            cursor={cursor}
            columns={columns}
            frozen={frozen}
            width={width}
            editing={editing}
            openRecord={openRecord}
            window={window}
            escapes={escapes}
          />
        </div>
        {!isEmpty && (
          <GridFooter
            window={window}
            columns={columns}
            frozen={frozen}
            width={width + trailingWidth}
            rowIndex={lineCount}
          />
        )}
        {grid && menu && cursor.id !== null && (
          <RowMenu
            {...menu}
            id={cursor.id}
            field={cursor.field}
            cells={cellActions(grid, clipboard, run, rowMoves.canMove)}
            isReadOnly={isReadOnly}
            onClose={() => {
              setMenu(null)
              focusBack()
            }}
          />
        )}
        <ReviewChanges
          review={changes.review}
          onAccept={changes.acceptReview}
          onMake={changes.makeMissing}
          onCancel={changes.dropReview}
        />
      </div>
      {empty}
      {fileDrop.over && <DropMark box={fileDrop.over} />}
      <output className="sr-only">{moves.told}</output>
      <output className="sr-only">{told}</output>
    </>
  )
}
