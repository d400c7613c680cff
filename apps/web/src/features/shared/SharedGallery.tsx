import { cardMeasures, coverShare } from '../../lib/card-measures.ts'
import { withText } from '../../lib/text-size.ts'
import { InGroups } from './InGroups.tsx'
import { CardItem, coversOf, RecordCard } from './RecordCard.tsx'
import type { GalleryLayout, RowsProps } from './shared-kinds.ts'
import { useRecordDialog } from './use-record-dialog.tsx'

/** Records of one page as cards, as many side by side as fit, with their pictures where the link tells them. */
export default function SharedGallery({ page, rows, layout }: RowsProps & { layout: GalleryLayout }) {
  const { onOpen, dialog } = useRecordDialog(page)
  const { leastPx, lines } = cardMeasures[layout.size]
  const covers = coversOf(layout, 1 / coverShare)
  return (
    <>
      <InGroups page={page} rows={rows} headClassName="px-3 pt-3">
        {(some, label) => (
          <ul
            aria-label={label}
            className="grid gap-3 p-3"
            style={{
              gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${withText(leastPx)}px), 1fr))`,
            }}
          >
            {some.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a link tells no ids, and a page is replaced as a whole
              <CardItem key={at} row={row}>
                <RecordCard
                  {...{ page, row, onOpen }}
                  most={lines}
                  covers={covers}
                  isNarrow={layout.size === 'small'}
                />
              </CardItem>
            ))}
          </ul>
        )}
      </InGroups>
      {dialog}
    </>
  )
}
