/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are placed one by one, which table elements do not allow */
import type { FieldId, RecordId } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { ArrowUpDown, Lock, Maximize2, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { describeError } from '../../lib/describe-error.ts'
import { nameRule } from '../../lib/rules/broken-rule.ts'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CheckMark } from './CellContent.tsx'
import { type Column, gutterWidth, rowHeight } from './columns.ts'
import type { AfterEdit } from './editor.ts'
import { GridCell } from './GridCell.tsx'
import { useTable } from './table-context.ts'
import { useRow } from './use-table-session.ts'

export interface RowEditing {
  readonly field: FieldId
  readonly text: string | null
}

export interface GridRowProps {
  index: number
  id: RecordId | null
  top: number
  columns: readonly Column[]
  width: number
  /** The column with the cursor, when it is in this row. */
  cursorCol: number | null
  editing: RowEditing | null
  isSelected: boolean
  /** Why the record stays where it is although it belongs elsewhere, or null. */
  heldBy: string | null
  onCloseEditor: (after: AfterEdit) => void
}

/** One record. Drawn again only when it, its place or the cursor in it changes. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, id, top, columns, width, cursorCol, isSelected, heldBy } = props
  const { session } = useTable()
  const row = useRow(session, id)
  const isLeaving = row?.state === 'deleting' || row?.state === 'gone'
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-row={index}
      data-id={id ?? undefined}
      style={{ top, width, height: rowHeight }}
      className={cx(
        'group/row absolute left-0 flex',
        isSelected ? '[--row:var(--accent-tint)]' : '[--row:var(--surface)] hover:[--row:var(--hover)]',
        isLeaving && '[&>*]:opacity-45',
      )}
    >
      <Gutter {...{ index, row, isSelected, heldBy }} isActive={cursorCol === 0} />
      {columns.map((column, at) =>
        row ? (
          <GridCell
            key={column.field.id}
            column={column}
            col={at + 1}
            row={row}
            isActive={cursorCol === at + 1}
            isStruck={isLeaving}
            editText={props.editing?.field === column.field.id ? props.editing.text : undefined}
            onCloseEditor={props.onCloseEditor}
          />
        ) : (
          <SkeletonCell
            key={column.field.id}
            column={column}
            col={at + 1}
            isActive={cursorCol === at + 1}
            index={index}
          />
        ),
      )}
    </div>
  )
})

export const cellClass =
  'relative box-border flex items-center border-r border-b border-line bg-(--row) text-sm'
export const stickyClass = 'sticky z-[2]'
const activeClass = 'outline-2 -outline-offset-2 outline-focus z-[3]'
export const activeCellClass = (isActive: boolean, isSticky: boolean) =>
  isActive ? cx('outline-2 -outline-offset-2 outline-focus', isSticky ? 'z-[4]' : 'z-[1]') : 'outline-none'

function Gutter(props: {
  index: number
  row: RowView | null
  isSelected: boolean
  heldBy: string | null
  isActive: boolean
}) {
  const { index, row, isSelected, heldBy, isActive } = props
  const { isReadOnly, lockOf, table, values } = useTable()
  const lock = isReadOnly ? null : lockOf(row)
  const isRefused = row?.state === 'refused'
  const marker =
    heldBy ??
    (isRefused
      ? row?.problem
        ? describeError(nameRule(row.problem, table, values, true)).text
        : 'Not stored'
      : null)
  return (
    <div
      role="gridcell"
      aria-colindex={1}
      data-col={0}
      tabIndex={isActive ? 0 : -1}
      data-active={isActive || undefined}
      style={{ width: gutterWidth, left: 0 }}
      className={cx(
        cellClass,
        stickyClass,
        'shrink-0 justify-end gap-1 pr-1.5 text-ink-muted coarse:gap-0 coarse:pr-1',
        isActive && activeClass,
      )}
    >
      {marker && (
        <span
          title={marker}
          className={cx('grid size-5 place-items-center', isRefused ? 'text-danger-text' : 'text-warn-text')}
        >
          {isRefused ? (
            <TriangleAlert aria-hidden className="size-3.5" />
          ) : (
            <ArrowUpDown aria-hidden className="size-3.5" />
          )}
          <span className="sr-only">{marker}</span>
        </span>
      )}
      {lock && !marker && (
        <span
          title={`Locked by “${lock.name}”`}
          className="grid size-5 place-items-center text-ink-muted group-hover/row:hidden coarse:hidden"
        >
          <Lock aria-hidden className="size-3.5" />
          <span className="sr-only">Locked</span>
        </span>
      )}
      <span
        data-open
        className={cx(
          'hidden size-6 place-items-center rounded-control group-hover/row:grid hover:bg-pressed coarse:size-8',
          !marker && 'coarse:grid',
        )}
      >
        <Maximize2 aria-hidden className="size-3.5" />
      </span>
      <span
        className={cx(
          'tabular min-w-0 truncate text-xs',
          isSelected ? 'sr-only' : !isReadOnly && 'group-hover/row:sr-only coarse:sr-only',
        )}
      >
        {(index + 1).toLocaleString()}
      </span>
      {!isReadOnly && (
        <span
          data-select
          className={cx(
            'size-6 place-items-center coarse:size-8',
            // Where nothing hovers, it stands in the place of the number.
            isSelected ? 'grid' : 'hidden group-hover/row:grid coarse:grid',
          )}
        >
          <SelectMark isSelected={isSelected} />
        </span>
      )}
    </div>
  )
}

/** Drawn like a checkbox; the row itself says whether it is selected. */
function SelectMark({ isSelected }: { isSelected: boolean }) {
  return (
    <span aria-hidden>
      <CheckMark isChecked={isSelected} />
    </span>
  )
}

function SkeletonCell({
  column,
  col,
  isActive,
  index,
}: {
  column: Column
  col: number
  isActive: boolean
  index: number
}) {
  const share = 0.35 + (((index * 7 + col * 13) % 10) / 10) * 0.5
  return (
    <div
      role="gridcell"
      aria-colindex={col + 1}
      data-col={col}
      data-active={isActive || undefined}
      tabIndex={isActive ? 0 : -1}
      style={{ width: column.width, ...(column.isPrimary ? { left: gutterWidth } : {}) }}
      className={cx(
        cellClass,
        'shrink-0 px-2',
        column.isPrimary && 'md:sticky md:z-[2]',
        activeCellClass(isActive, column.isPrimary),
      )}
    >
      <span className="sr-only">Loading</span>
      <span style={{ width: `${share * 100}%` }}>
        <Skeleton className="h-3 w-full" />
      </span>
    </div>
  )
}
