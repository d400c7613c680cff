import {
  type Base,
  type BaseRole,
  compileRows,
  fieldTypes,
  type ImportedValue,
  type PlannedColumn,
  type Table,
  type UserId,
  type ValueContext,
} from '@plinth/domain'
import { useMemo } from 'react'
import { countOf } from '../../lib/count-of.ts'
import { cx } from '../../ui/cx.ts'
import { ColumnHead } from './ColumnHead.tsx'
import { plannedColumns } from './destinations.ts'
import type { ImportController } from './import-controller.ts'
import type { PreviewState } from './import-state.ts'
import { type ColumnDecision, primaryOf } from './preview-plan.ts'

interface PreviewTableProps {
  state: PreviewState
  controller: ImportController
  decisions: readonly ColumnDecision[]
  base: Base
  role: BaseRole | null
  readable: readonly Table[]
}

/** The first rows as they will be, under the decisions about each column. */
export function PreviewTable(props: PreviewTableProps) {
  const { state, controller, decisions, base, role, readable } = props
  const { preview, rows } = state.profile.table
  const cells = usePreviewCells(state, base)
  const primary = primaryOf(state)?.index
  const shown = countOf(preview.length, 'row')
  return (
    <section
      aria-label={`Preview of the first ${shown}`}
      // The area scrolls, so the keyboard must be able to reach it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="scroll-thin max-h-[max(17.5rem,calc(82dvh-19rem))] overflow-auto border-y border-line outline-none focus-visible:ring-focus-inset"
    >
      <table className="border-separate border-spacing-0 text-sm">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 left-0 z-20 w-12 min-w-12 border-r border-b border-line bg-sunken align-bottom"
            >
              <span className="sr-only">Row</span>
            </th>
            {decisions.map((decision) => (
              <ColumnHead
                key={decision.column.index}
                {...{ decision, state, controller, role, readable }}
                isPrimary={decision.column.index === primary}
              />
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
                  cell={cells[row]?.get(column.index) ?? null}
                  isSkipped={isSkipped}
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
  /** Null in columns that are left out. */
  cell: ShownCell | null
  isSkipped: boolean
}

function PreviewCell({ raw, cell, isSkipped }: PreviewCellProps) {
  const misfit = cell?.misfit ?? null
  const isMisfit = misfit !== null
  const look = isSkipped ? 'text-ink-faint' : isMisfit ? 'bg-warn-tint text-warn-text' : ''
  const text = cell && !isMisfit ? cell.text : raw
  const title = isMisfit ? `${raw}\nDoes not fit: ${misfit}` : raw === text ? null : `In the file: ${raw}`
  return (
    <td
      className={cx(
        'h-8 max-w-52 truncate border-r border-b border-line px-2 whitespace-pre',
        cell?.isNumber && 'tabular text-right',
        look,
      )}
      {...(title === null ? {} : { title })}
    >
      {isMisfit ? <s>{text}</s> : text}
      {isMisfit && <span className="sr-only"> does not fit: {misfit}</span>}
    </td>
  )
}

interface ShownCell {
  /** As the table will show it. */
  readonly text: string
  readonly isNumber: boolean
  /** What becomes of it, as it does not fit; null: it does. */
  readonly misfit: string | null
}

type ShownRow = ReadonlyMap<number, ShownCell>

/** The first rows through the very conversion that the import will use, by the place of the column in the file. */
function usePreviewCells(state: PreviewState, { locale, timeZone }: Base): readonly ShownRow[] {
  const { profile, overrides, destination } = state
  return useMemo(() => {
    const context = { locale, timeZone }
    const columns = plannedColumns({ profile, overrides, destination }).columns
    const width = profile.table.columns.length
    const convert = compileRows({ columns, width, allowsShortRows: true, ...context })
    return profile.table.preview.map((record) => {
      const { values, misfits } = convert(record)
      const unfit = new Set(misfits.map(({ column }) => column.index))
      return new Map(
        columns.map((column, place) => [
          column.index,
          shownCell(column, values[place] ?? null, unfit, context),
        ]),
      )
    })
  }, [profile, overrides, destination, locale, timeZone])
}

function shownCell(
  column: PlannedColumn,
  value: ImportedValue,
  unfit: ReadonlySet<number>,
  context: ValueContext,
): ShownCell {
  const type = fieldTypes[column.choice.type]
  // The texts that name people stand as options, the name first.
  const people = column.options.map(({ id, label }) => ({
    id: id as string as UserId,
    name: label,
    email: '',
  }))
  // Which records are meant is known when they are looked up.
  const isName = column.choice.type === 'link' && typeof value === 'string'
  const text = isName
    ? value
    : type.formatText(value, { options: { options: column.options } }, { ...context, people })
  // No record is without a state.
  const fate = column.choice.type === 'status' ? 'the record begins in the first state' : 'will be left empty'
  return { text, isNumber: type.align === 'end', misfit: unfit.has(column.index) ? fate : null }
}
