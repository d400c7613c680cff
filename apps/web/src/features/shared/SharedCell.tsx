import {
  type CellValue,
  fieldTypes,
  inOptionOrder,
  mostOfRating,
  type OptionId,
  type SharedField,
  type SharedPage,
  type SharedValue,
} from '@plinth/domain'
import { Check } from 'lucide-react'
import { addressOf } from '../../lib/field-address.ts'
import { Markdown } from '../../lib/markdown/Markdown.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { RatingStars } from '../../ui/RatingStars.tsx'
import { FileList, SmallFiles } from './SharedFiles.tsx'
import { fieldLike, isEmptyShared, sharedFilesIn, sharedText } from './shared-text.ts'

export interface SharedCellProps {
  page: SharedPage
  field: SharedField
  value: SharedValue
  /** Whole texts on several lines, instead of one line that is cut. */
  isWhole?: boolean
}

/** A value of a link, to be read. */
export function SharedCell({ page, field, value, isWhole = false }: SharedCellProps) {
  if (field.type === 'checkbox') return <CheckMark isChecked={value === true} />
  if (isEmptyShared(field, value)) return null
  if (field.type === 'attachment') {
    const Files = isWhole ? FileList : SmallFiles
    return <Files files={sharedFilesIn(value)} />
  }
  if (field.type === 'single_select' || field.type === 'status')
    return <Options field={field} ids={[value as OptionId]} />
  if (field.type === 'multi_select')
    return <Options field={field} ids={inOptionOrder(value as CellValue, fieldLike(field))} />
  if (field.type === 'rating')
    return <RatingStars value={Number(value)} max={mostOfRating(fieldLike(field))} />
  const text = sharedText(field, value, page)
  if (isWhole && field.type === 'long_text' && !field.listed)
    return <Markdown text={text} label={field.name} />
  const address = addressOf(field, value as CellValue)
  const look = isWhole ? 'break-words whitespace-pre-wrap' : 'block truncate'
  if (address) {
    return (
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className={cx(
          look,
          'rounded-[3px] text-accent-text underline decoration-accent-line underline-offset-2 outline-none hover:decoration-current focus-visible:ring-focus',
        )}
      >
        {text}
      </a>
    )
  }
  return (
    <span dir="auto" className={cx(look, fieldTypes[field.type].align === 'end' && 'tabular')}>
      {isWhole ? text : text.replaceAll(/\s+/g, ' ')}
    </span>
  )
}

function Options({ field, ids }: { field: SharedField; ids: readonly OptionId[] }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1">
      {ids.map((id) => {
        const option = field.options.options?.find((candidate) => candidate.id === id)
        return (
          <Chip key={id} hue={option?.hue ?? 'stone'}>
            {option?.label ?? id}
          </Chip>
        )
      })}
    </span>
  )
}

function CheckMark({ isChecked }: { isChecked: boolean }) {
  return (
    <span
      className={cx(
        'inline-grid size-4 place-items-center rounded-[4px] border align-middle',
        isChecked ? 'border-accent bg-accent text-on-accent' : 'border-line-control bg-surface',
      )}
    >
      {isChecked && <Check aria-hidden className="size-3" strokeWidth={3} />}
      <span className="sr-only">{isChecked ? 'Yes' : 'No'}</span>
    </span>
  )
}
