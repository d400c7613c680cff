import { type Base, compileRows, type ImportedValue, type PlannedColumn } from '@plinth/domain'
import { useMemo } from 'react'
import { cx } from '../../ui/cx.ts'
import { ColumnHead } from './ColumnHead.tsx'
import { countOf } from './choice-labels.ts'
import { type ImportController, plannedColumns } from './import-controller.ts'
import type { PreviewState } from './import-state.ts'
import type { ColumnDecision } from './preview-plan.ts'

interface PreviewTableProps {
  state: PreviewState
  controller: ImportController
  decisions: readonly ColumnDecision[]
  base: Base
}

/** The first rows as they will be, under the decisions about each column. */
export function PreviewTable({ state, controller, decisions, base }: PreviewTableProps) {
  const { preview, rows } = state.profile.table
  const cells = usePreviewCells(state, base)
  const shown = countOf(preview.length, 'row')
  return (
    <section
      aria-label={`Preview of the first ${shown}`}
      // The area scrolls, so the keyboard must be able to reach it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="scroll-thin overflow-x-auto border-y border-line outline-none focus-visible:ring-focus-inset"
    >
      <table className="border-separate border-spacing-0 text-sm">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky left-0 z-10 w-12 min-w-12 border-r border-b border-line bg-sunken align-bottom"
            >
              <span className="sr-only">Row</span>
            </th>
            {decisions.map((decision) => (
              <ColumnHead key={decision.column.index} {...{ decision, state, controller }} />
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map((record, row) => (
            // Records of a file have no other identity than their place.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row}>
              <th
                scope="row"
                className="tabular sticky left-0 z-10 border-r border-b border-line bg-sunken px-2 text-right text-xs font-normal text-ink-muted"
              >
                {row + 1}
              </th>
              {decisions.map(({ column, isSkipped }) => (
                <PreviewCell
                  key={column.index}
                  raw={record[column.index] ?? ''}
                  {...{ isSkipped }}
                  isMisfit={!isSkipped && (cells[row]?.misfits.has(column.index) ?? false)}
                  isNumber={typeof cells[row]?.values.get(column.index) === 'number'}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows > preview.length && (
        <p className="sticky left-0 px-5 py-2 text-xs text-ink-muted">
          The first {shown} of {countOf(rows, 'row')}.
        </p>
      )}
    </section>
  )
}

interface PreviewCellProps {
  raw: string
  isSkipped: boolean
  isMisfit: boolean
  isNumber: boolean
}

function PreviewCell({ raw, isSkipped, isMisfit, isNumber }: PreviewCellProps) {
  const look = isSkipped ? 'text-ink-faint' : isMisfit ? 'bg-warn-tint text-warn-text' : ''
  return (
    <td
      className={cx(
        'h-8 max-w-52 truncate border-r border-b border-line px-2 whitespace-pre',
        isNumber && 'tabular text-right',
        look,
      )}
      {...(isMisfit ? { title: 'Does not fit: will be left empty' } : {})}
    >
      {isMisfit ? <s>{raw}</s> : raw}
      {isMisfit && <span className="sr-only"> does not fit and will be left empty</span>}
    </td>
  )
}

interface PreviewRow {
  readonly values: ReadonlyMap<number, ImportedValue>
  readonly misfits: ReadonlySet<number>
}

/** The first rows through the very conversion that the import will use. */
function usePreviewCells(state: PreviewState, { locale, timeZone }: Base): PreviewRow[] {
  const { profile, overrides, destination } = state
  return useMemo(() => {
    const columns: readonly PlannedColumn[] = plannedColumns({ profile, overrides, destination }).columns
    const width = profile.table.columns.length
    const convert = compileRows({ columns, width, allowsShortRows: true, locale, timeZone })
    return profile.table.preview.map((record) => {
      const { values, misfits } = convert(record)
      return {
        values: new Map(columns.map((column, place) => [column.index, values[place] ?? null])),
        misfits: new Set(misfits.map(({ column }) => column.index)),
      }
    })
  }, [profile, overrides, destination, locale, timeZone])
}
