import { fieldTypes, type SharedPage, type SharedRows, type SharedValue } from '@plinth/domain'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { FieldIcon } from '../../lib/field-icons.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SharedCell } from './SharedCell.tsx'
import { SharedRecord, titleOf } from './SharedRecord.tsx'
import { isEmptyShared } from './shared-text.ts'

/** Records of one page: a table, or on phones a card each. A press on a record's name shows all of it. */
export function SharedTable({ page, rows }: { page: SharedPage; rows: SharedRows['rows'] }) {
  const [open, setOpen] = useState<readonly SharedValue[] | null>(null)
  return (
    <>
      <div className="hidden sm:block">
        <WideTable page={page} rows={rows} onOpen={setOpen} />
      </div>
      <ul className="flex flex-col gap-2 p-3 sm:hidden">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a link tells no ids, and a page is replaced as a whole
          <li key={at} className="rounded-card border border-line bg-surface p-3">
            <RecordCard page={page} row={row} onOpen={setOpen} />
          </li>
        ))}
      </ul>
      {open && (
        <Dialog isOpen onOpenChange={() => setOpen(null)} title={titleOf(page, open)} size="md" isText>
          <SharedRecord page={page} row={open} />
        </Dialog>
      )}
    </>
  )
}

interface OpenProps {
  page: SharedPage
  onOpen: (row: readonly SharedValue[]) => void
}

function WideTable({ page, rows, onOpen }: OpenProps & { rows: SharedRows['rows'] }) {
  return (
    <table className="w-max min-w-full border-separate border-spacing-0 text-sm">
      <caption className="sr-only">{page.name}</caption>
      <thead>
        <tr>
          {page.fields.map((field, at) => (
            <th
              key={field.name}
              scope="col"
              className={cx(
                'sticky top-0 z-10 h-8.5 max-w-80 min-w-32 border-b border-line bg-sunken px-3 text-left font-medium text-ink-soft',
                at === 0 && 'left-0 z-20 border-r',
              )}
            >
              <span
                className={cx(
                  'flex items-center gap-1.5',
                  fieldTypes[field.type].align === 'end' && 'justify-end',
                )}
              >
                <FieldIcon type={field.type} className="size-3.5 shrink-0 text-ink-faint" />
                <span className="truncate">{field.name}</span>
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a link tells no ids, and a page is replaced as a whole
          <tr key={n} className="group/row">
            {page.fields.map((field, at) => {
              const isEnd = fieldTypes[field.type].align === 'end'
              const look = cx(
                'h-8 max-w-80 border-b border-line bg-surface px-3 py-1 font-normal group-hover/row:bg-hover',
                isEnd ? 'text-right' : 'text-left',
              )
              const cell = <SharedCell page={page} field={field} value={row[at] ?? null} />
              return at === 0 ? (
                <th key={field.name} scope="row" className={cx(look, 'sticky left-0 border-r')}>
                  <OpenName page={page} row={row} onOpen={onOpen} />
                </th>
              ) : (
                <td key={field.name} className={look}>
                  {cell}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function OpenName({ page, row, onOpen }: OpenProps & { row: readonly SharedValue[] }) {
  return (
    <AriaButton
      onPress={() => onOpen(row)}
      className="flex min-h-6 max-w-full items-center rounded-[3px] text-left font-medium text-ink outline-none hovered:underline focus-visible:ring-focus coarse:-my-1.5 coarse:min-h-11"
    >
      <span className="min-w-0 truncate">{titleOf(page, row)}</span>
    </AriaButton>
  )
}

/** The first values that there are. */
function RecordCard({ page, row, onOpen }: OpenProps & { row: readonly SharedValue[] }) {
  const filled = page.fields
    .map((field, at) => ({ field, value: row[at] ?? null }))
    .slice(1)
    .filter(({ field, value }) => !isEmptyShared(field, value))
    .slice(0, 4)
  return (
    <>
      <OpenName page={page} row={row} onOpen={onOpen} />
      <dl className="flex flex-col gap-1.5 text-sm">
        {filled.map(({ field, value }) => (
          <div key={field.name} className="flex items-baseline gap-3">
            <dt className="w-28 shrink-0 truncate text-ink-muted">{field.name}</dt>
            <dd className="min-w-0 flex-1">
              <SharedCell page={page} field={field} value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
