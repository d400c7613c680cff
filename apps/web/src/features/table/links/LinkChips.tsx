import { type Field, type LinkValue, linkLabel, restrictedLinks } from '@plinth/domain'
import { NoteChip, RecordChip } from '../../../lib/records/RecordChip.tsx'
import { MoreCount } from '../../../ui/MoreCount.tsx'
import { chipsThatFit } from '../chips-that-fit.ts'
import { useTable } from '../table-context.ts'
import { restrictedText } from './link-words.ts'

/** The records of a cell, and how many more there are. `hrefOf`: where a record is shown. */
export function LinkChips({
  field,
  value,
  isOneLine = false,
  hrefOf,
}: {
  field: Field
  value: LinkValue
  /** Those that can be read on one line; else each that came with the record. */
  isOneLine?: boolean
  hrefOf?: (record: string) => string | undefined
}) {
  const { values } = useTable()
  const restricted = restrictedLinks(value)
  const items = value.items.map((item) => ({ id: item[0], label: linkLabel(item, field, values) }))
  const shown = isOneLine ? items.slice(0, chipsThatFit(items.map((item) => item.label))) : items
  return (
    <>
      {shown.map(({ id, label }) => (
        <RecordChip key={id} href={hrefOf?.(id)}>
          {label}
        </RecordChip>
      ))}
      {restricted > 0 && <NoteChip>{restrictedText(restricted)}</NoteChip>}
      <MoreCount count={value.count - shown.length - restricted} />
    </>
  )
}
