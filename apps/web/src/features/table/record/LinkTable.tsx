import { type Field, fieldTypes, isLinks, linkLabel, type Table } from '@plinth/domain'
import { ChevronLeft, ChevronRight, Unlink2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-aria-components/Link'
import { paths } from '../../../lib/paths.ts'
import { NoteChip } from '../../../lib/records/RecordChip.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { SideScroll } from '../../../ui/SideScroll.tsx'
import { CellContent } from '../CellContent.tsx'
import { LinkButton, LinkField, type LinkFieldProps } from '../links/LinkField.tsx'
import { restrictedText } from '../links/link-words.ts'
import { saveLinks } from '../links/save-links.ts'
import { useTable } from '../table-context.ts'
import { columnsOf } from './layout-draft.ts'
import { type LinkedPage, linkedColumns } from './linked-page.ts'
import { type LinkedRow, useLinkedRows } from './use-linked-rows.ts'

/** Linked records on the page of a record: a small table of them with some of their fields. */
export function LinkTable(props: LinkFieldProps) {
  const { row, field } = props
  const target = useTable().tableOf(field.options.target!)
  // What is not stored yet is known here alone, and so are records of a table that one may not read.
  if (!target || row.state === 'refused' || row.ver === 0) return <LinkField {...props} />
  return <Linked {...props} target={target} />
}

interface LinkedProps extends LinkFieldProps {
  target: Table
}

function Linked(props: LinkedProps) {
  const { row, field, labelId, isReadOnly, target } = props
  const [page, setPage] = useState(0)
  const columns = linkedColumns(target, columnsOf(useTable().table.layout, field.id))
  const { shown, rows } = useLinkedRows({ row, field, target, columns }, page)
  if (!isLinks(row.values[field.id]) && isReadOnly) return <p className="text-sm text-ink-faint">Empty</p>
  return (
    <fieldset aria-labelledby={labelId} className="flex min-w-0 flex-col gap-1.5">
      {rows.length > 0 && (
        <SideScroll
          className="rounded-control border border-line"
          {...(isReadOnly ? {} : { endClass: 'right-9 coarse:right-11' })}
        >
          <table className="w-full border-collapse text-sm">
            <Head target={target} columns={columns} hasActions={!isReadOnly} />
            <tbody>
              {rows.map((one) => (
                <LinkedLine key={one.item[0]} {...props} columns={columns} one={one} />
              ))}
            </tbody>
          </table>
        </SideScroll>
      )}
      <div className="flex min-h-7 flex-wrap items-center gap-2">
        {!isReadOnly && <LinkButton row={row} field={field} />}
        {shown.restricted > 0 && <NoteChip>{restrictedText(shown.restricted)}</NoteChip>}
        {shown.pages > 1 && <Pager shown={shown} onPage={setPage} />}
      </div>
    </fieldset>
  )
}

const cellClass = 'h-8 px-2.5 text-left font-normal coarse:h-11'

const valueClass = 'max-w-56'

/** Takes what the other columns leave: on a narrow page a long name gives way, not the date beside it. */
const nameClass = 'w-full max-w-0 min-w-32'

const isAtEnd = ({ type }: Field) => fieldTypes[type].align === 'end'

/** In sight wherever a wide table is scrolled to. */
const actionClass = 'sticky right-0 bg-surface px-1 coarse:px-0'

function Head({
  target,
  columns,
  hasActions,
}: {
  target: Table
  columns: readonly Field[]
  hasActions: boolean
}) {
  return (
    <thead>
      <tr className="border-b border-line text-xs text-ink-muted">
        <th scope="col" className={cx(cellClass, nameClass, 'truncate')}>
          {target.fields[0]?.name ?? target.name}
        </th>
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            className={cx(cellClass, valueClass, 'truncate', isAtEnd(column) && 'text-right')}
          >
            {column.name}
          </th>
        ))}
        {hasActions && (
          <th scope="col" className={cx(actionClass, 'w-9')}>
            <span className="sr-only">Unlink</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function LinkedLine(props: LinkedProps & { columns: readonly Field[]; one: LinkedRow }) {
  const { row, field, isReadOnly, target, columns, one } = props
  const { backend, base, session, values } = useTable()
  const [id] = one.item
  const label = linkLabel(one.item, field, values)
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className={cx(cellClass, nameClass, 'font-medium')}>
        {backend.viewedAs === null ? (
          <Link
            href={paths.record(base, target.id, null, id)}
            className="block truncate rounded-[3px] outline-none hovered:underline focus-visible:ring-focus coarse:leading-11"
          >
            {label}
          </Link>
        ) : (
          <span className="block truncate">{label}</span>
        )}
      </th>
      {columns.map((column) => (
        <td key={column.id} className={cx(cellClass, valueClass)}>
          <span className={cx('flex min-w-0', isAtEnd(column) && 'justify-end')}>
            {one.values && (
              <CellContent
                record={id}
                field={column}
                value={one.values[column.id] ?? null}
                linkTabIndex={0}
              />
            )}
          </span>
        </td>
      ))}
      {!isReadOnly && (
        <td className={actionClass}>
          <IconButton
            size="xs"
            label={`Unlink ${label}`}
            icon={<Unlink2 aria-hidden />}
            onPress={() => saveLinks(session, row, field, { link: [], unlink: [one.item] })}
          />
        </td>
      )}
    </tr>
  )
}

function Pager({ shown, onPage }: { shown: LinkedPage; onPage: (page: number) => void }) {
  const { page, pages, readable } = shown
  return (
    <span className="ml-auto flex items-center gap-1 text-xs text-ink-muted">
      <span className="tabular">
        {`Page ${(page + 1).toLocaleString()} of ${pages.toLocaleString()}`}
        {readable !== null && `, ${readable.toLocaleString()} records`}
      </span>
      <IconButton
        size="xs"
        label="Earlier linked records"
        icon={<ChevronLeft aria-hidden />}
        isDisabled={page === 0}
        onPress={() => onPage(page - 1)}
      />
      <IconButton
        size="xs"
        label="More linked records"
        icon={<ChevronRight aria-hidden />}
        isDisabled={page + 1 >= pages}
        onPress={() => onPage(page + 1)}
      />
    </span>
  )
}
