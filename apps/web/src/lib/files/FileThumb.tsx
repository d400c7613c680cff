import { cx } from '../../ui/cx.ts'
import { FileIcon } from './FileIcon.tsx'
import type { FileSource, ShownFile } from './file-source.ts'
import { usePreview } from './use-preview.ts'

/** A small picture of a file, or the icon of its kind. */
export function FileThumb({
  source,
  file,
  className,
}: {
  source: FileSource
  file: Pick<ShownFile, 'mime' | 'thumbKey'>
  className?: string
}) {
  const { url } = usePreview(source, file.thumbKey)
  return (
    <span
      className={cx(
        'grid shrink-0 place-items-center overflow-hidden rounded-[4px] border border-line bg-sunken text-ink-muted',
        className,
      )}
    >
      {url ? (
        <img src={url} alt="" className="size-full object-cover" draggable={false} />
      ) : (
        <FileIcon mime={file.mime} className="size-[60%] max-h-6 max-w-6" />
      )}
    </span>
  )
}
