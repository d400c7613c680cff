import { type CellValue, type CoverFit, filesIn } from '@plinth/domain'
import { Image } from 'lucide-react'
import { cx } from '../../../ui/cx.ts'
import { FileIcon } from '../attachments/FileIcon.tsx'
import { usePreview } from '../attachments/use-preview.ts'
import { useTable } from '../table-context.ts'

/** The first picture of a cell, over the whole width of a card; the kind of the first file where none is a picture, and a blank. */
export function CardCover({
  value,
  fit = 'crop',
  className,
}: {
  value: CellValue
  fit?: CoverFit | undefined
  className?: string
}) {
  const { backend } = useTable()
  const files = filesIn(value)
  const file = files.find(({ thumbKey }) => thumbKey !== null) ?? files[0]
  const { url, hasFailed } = usePreview(backend, file?.thumbKey ?? null)
  const isLoading = file !== undefined && file.thumbKey !== null && !hasFailed
  return (
    <span
      className={cx(
        'grid w-full shrink-0 place-items-center overflow-hidden bg-sunken text-ink-faint',
        className,
      )}
    >
      {url ? (
        <img
          src={url}
          alt=""
          draggable={false}
          className={cx('size-full', fit === 'fit' ? 'object-contain' : 'object-cover')}
        />
      ) : (
        !isLoading &&
        (file ? (
          <FileIcon mime={file.mime} className="size-6" />
        ) : (
          <Image aria-hidden className="size-6 opacity-50" strokeWidth={1.5} />
        ))
      )}
    </span>
  )
}
