import { CardItem, type OpenProps, RecordCard } from './RecordCard.tsx'
import type { RowsProps } from './shared-kinds.ts'

/** Records where there is little room: a card each. */
export function RecordCards({ page, rows, onOpen }: RowsProps & OpenProps) {
  return (
    <ul aria-label={page.name} className="flex flex-col gap-2 p-3">
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link tells no ids, and a page is replaced as a whole
        <CardItem key={at} row={row}>
          <RecordCard page={page} row={row} onOpen={onOpen} />
        </CardItem>
      ))}
    </ul>
  )
}
