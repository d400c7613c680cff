import { type Field, isLinks } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { Plus, Replace } from 'lucide-react'
import { useRef, useState } from 'react'
import { paths } from '../../../lib/paths.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { useTable } from '../table-context.ts'
import { LinkChips } from './LinkChips.tsx'
import { LinkEditor } from './LinkEditor.tsx'

export interface LinkFieldProps {
  row: RowView
  field: Field
  labelId: string
  isReadOnly: boolean
}

/** Linked records in the record panel: each leads to its own page, and the list of all opens below. */
export function LinkField({
  row,
  field,
  labelId,
  isReadOnly,
  onMore,
}: LinkFieldProps & { onMore?: () => void }) {
  const { backend, base, tableOf } = useTable()
  const value = row.values[field.id] ?? null
  const target = tableOf(field.options.target!)
  // Through somebody else's eyes one stays where one is.
  const hrefOf = (record: string) =>
    target && backend.viewedAs === null ? `${paths.table(base, target.id)}?record=${record}` : undefined
  return (
    <fieldset aria-labelledby={labelId} className="flex flex-wrap items-center gap-1.5">
      {isLinks(value) && (
        <LinkChips field={field} value={value} hrefOf={hrefOf} {...(onMore ? { onMore } : {})} />
      )}
      {isReadOnly && !isLinks(value) && <p className="text-sm text-ink-faint">Empty</p>}
      {!isReadOnly && <LinkButton row={row} field={field} />}
    </fieldset>
  )
}

/** Opens the list of all records of the target below it. */
export function LinkButton({ row, field }: Pick<LinkFieldProps, 'row' | 'field'>) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const value = row.values[field.id] ?? null
  const isOne = field.options.single === true
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        className={buttonClass('ghost', 'sm')}
      >
        {isOne && isLinks(value) ? <Replace aria-hidden /> : <Plus aria-hidden />}
        {isOne ? (isLinks(value) ? 'Change' : 'Link a record') : 'Link records'}
      </button>
      {isOpen && (
        <LinkEditor
          row={row}
          field={field}
          initialText={null}
          anchor={button}
          onClose={() => {
            setOpen(false)
            button.current?.focus()
          }}
        />
      )}
    </>
  )
}
