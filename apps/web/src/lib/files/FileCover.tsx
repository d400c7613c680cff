import type { CoverFit } from '@plinth/domain'
import { Image } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { FileIcon } from './FileIcon.tsx'
import type { FileSource, ShownFile } from './file-source.ts'
import { usePreview } from './use-preview.ts'

/** The first picture among files, over the whole width of a card; the kind of the first file where none is a picture, and a blank. */
export function FileCover({
  source,
  files,
  fit = 'crop',
  className,
}: {
  source: FileSource
  files: readonly Pick<ShownFile, 'mime' | 'thumbKey'>[]
  fit?: CoverFit | undefined
  className?: string
}) {
  const file = files.find(({ thumbKey }) => thumbKey !== null) ?? files[0]
  const { url, hasFailed } = usePreview(source, file?.thumbKey ?? null)
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
