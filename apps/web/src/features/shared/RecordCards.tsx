import { InGroups } from './InGroups.tsx'
import { CardItem, type OpenProps, RecordCard } from './RecordCard.tsx'
import type { RowsProps } from './shared-kinds.ts'

/** Records where there is little room: a card each. */
export function RecordCards({ page, rows, onOpen }: RowsProps & OpenProps) {
  return (
    <InGroups page={page} rows={rows} headClassName="px-3 pt-3">
      {(some, label) => (
        <ul aria-label={label} className="flex flex-col gap-2 p-3">
          {some.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a link tells no ids, and a page is replaced as a whole
            <CardItem key={at} row={row}>
              <RecordCard page={page} row={row} onOpen={onOpen} />
            </CardItem>
          ))}
        </ul>
      )}
    </InGroups>
  )
}
