import {
  type CellValue,
  type Field,
  fieldTypes,
  filesIn,
  inOptionOrder,
  isLinks,
  isOfPeople,
  mostOfRating,
  type RecordId,
} from '@plinth/domain'
import { Check } from 'lucide-react'
import { memo } from 'react'
import { addressOf } from '../../lib/field-address.ts'
import { Chip } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { MoreCount } from '../../ui/MoreCount.tsx'
import { RatingStars } from '../../ui/RatingStars.tsx'
import { AttachmentCell } from './attachments/AttachmentCell.tsx'
import { chipsThatFit } from './chips-that-fit.ts'
import { LinkChips } from './links/LinkChips.tsx'
import { PersonName } from './PersonName.tsx'
import { useTable } from './table-context.ts'
import { useLongText } from './use-long-text.ts'

/** A value as it is read in a table: one line, no controls but links. */
export const CellContent = memo(function CellContent({
  record,
  field,
  value,
  isPlain = false,
  wraps = false,
  linkTabIndex = -1,
}: {
  /** Null where no files can be: what several records have in common. */
  record: RecordId | null
  field: Field
  value: CellValue
  /** Inside of something that can be pressed: addresses are text, not links. */
  isPlain?: boolean
  /** There is room for more lines than one: each option of a set is told. */
  wraps?: boolean
  /** In a grid the cell has the focus; elsewhere a link is a stop of its own. */
  linkTabIndex?: 0 | -1
}) {
  const { values, backend } = useTable()
  const type = fieldTypes[field.type]
  if (field.type === 'checkbox') return <CheckMark isChecked={value === true} />
  if (field.type === 'attachment' && record !== null) {
    const files = filesIn(value)
    return <AttachmentCell backend={backend} record={record} field={field.id} value={files} />
  }
  if (type.isEmpty(value)) return null
  if (field.type === 'single_select' || field.type === 'status') {
    const option = field.options.options?.find((candidate) => candidate.id === value)
    return <Chip hue={option?.hue ?? 'stone'}>{option?.label ?? String(value)}</Chip>
  }
  if (field.type === 'multi_select') return <OptionChips field={field} value={value} wraps={wraps} />
  if (field.type === 'link') {
    return (
      <span className="flex min-w-0 items-center gap-1 overflow-hidden">
        {isLinks(value) && <LinkChips field={field} value={value} isOneLine />}
      </span>
    )
  }
  if (isOfPeople(field.type)) return <PersonName id={value} />
  if (field.type === 'rating') return <RatingStars value={Number(value)} max={mostOfRating(field)} />
  if (field.type === 'long_text') return <LongText field={field} value={value} />
  const text = type.formatText(value, field, values)
  const address = isPlain ? null : addressOf(field, value)
  if (address) {
    return (
      <a
        href={address}
        target={field.type === 'url' ? '_blank' : undefined}
        rel="noopener noreferrer"
        tabIndex={linkTabIndex}
        className="truncate text-accent-text underline decoration-accent-line underline-offset-2 hover:decoration-current"
      >
        {text}
      </a>
    )
  }
  return <span className={cx('truncate', type.align === 'end' && 'tabular')}>{text}</span>
})

/** On one line. */
function LongText({ field, value }: { field: Field; value: CellValue }) {
  const textOf = useLongText(true)
  return <span className="truncate">{textOf(field, value).replace(/\s+/g, ' ')}</span>
}

/** The options of a set, in the order of the field's; on one line those that can be read, and how many more. */
function OptionChips({ field, value, wraps }: { field: Field; value: CellValue; wraps: boolean }) {
  const options = inOptionOrder(value, field).map((id) => {
    const option = field.options.options?.find((candidate) => candidate.id === id)
    return { id, hue: option?.hue ?? 'stone', label: option?.label ?? id }
  })
  const shown = wraps ? options : options.slice(0, chipsThatFit(options.map((option) => option.label)))
  return (
    <span className={cx('flex min-w-0 items-center gap-1 overflow-hidden', wraps && 'flex-wrap')}>
      {shown.map(({ id, hue, label }) => (
        <Chip key={id} hue={hue} className="min-w-0">
          {label}
        </Chip>
      ))}
      <MoreCount count={options.length - shown.length} />
    </span>
  )
}

export function CheckMark({ isChecked }: { isChecked: boolean }) {
  return (
    <span
      data-check
      className={cx(
        'grid size-4 place-items-center rounded-[4px] border',
        isChecked ? 'border-accent bg-accent text-on-accent' : 'border-line-control bg-surface',
      )}
    >
      {isChecked && <Check aria-hidden className="size-3" strokeWidth={3} />}
      <span className="sr-only">{isChecked ? 'Yes' : 'No'}</span>
    </span>
  )
}
