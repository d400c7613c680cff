import { type Field, type LinkValue, linkLabel, restrictedLinks } from '@plinth/domain'
import { NoteChip, RecordChip } from '../../../lib/records/RecordChip.tsx'
import { Button } from '../../../ui/Button.tsx'
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
  onMore,
}: {
  field: Field
  value: LinkValue
  /** Those that can be read on one line; else each that came with the record. */
  isOneLine?: boolean
  hrefOf?: (record: string) => string | undefined
  /** Shows those that did not come with the record. */
  onMore?: () => void
}) {
  const { values } = useTable()
  const restricted = restrictedLinks(value)
  const items = value.items.map((item) => ({ id: item[0], label: linkLabel(item, field, values) }))
  const shown = isOneLine ? items.slice(0, chipsThatFit(items.map((item) => item.label))) : items
  const more = value.count - shown.length - restricted
  return (
    <>
      {shown.map(({ id, label }) => (
        <RecordChip key={id} href={hrefOf?.(id)}>
          {label}
        </RecordChip>
      ))}
      {restricted > 0 && <NoteChip>{restrictedText(restricted)}</NoteChip>}
      {onMore && more > 0 ? (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`+${more.toLocaleString()}: show all linked records`}
          onPress={onMore}
        >
          +{more.toLocaleString()}
        </Button>
      ) : (
        <MoreCount count={more} />
      )}
    </>
  )
}
