import { type Field, type LinkValue, linkLabel, restrictedLinks } from '@plinth/domain'
import { NoteChip, RecordChip } from '../../../lib/records/RecordChip.tsx'
import { useTable } from '../table-context.ts'
import { restrictedText } from './link-words.ts'

/** The records of a cell, and how many more there are. `hrefOf`: where a record is shown. */
export function LinkChips({
  field,
  value,
  hrefOf,
}: {
  field: Field
  value: LinkValue
  hrefOf?: (record: string) => string | undefined
}) {
  const { values } = useTable()
  const restricted = restrictedLinks(value)
  const more = value.count - value.items.length - restricted
  return (
    <>
      {value.items.map((item) => (
        <RecordChip key={item[0]} href={hrefOf?.(item[0])}>
          {linkLabel(item, field, values)}
        </RecordChip>
      ))}
      {restricted > 0 && <NoteChip>{restrictedText(restricted)}</NoteChip>}
      {more > 0 && <span className="shrink-0 text-xs text-ink-muted">+{more.toLocaleString()}</span>}
    </>
  )
}
