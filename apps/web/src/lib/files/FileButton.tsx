import { formatBytes } from '../file-size.ts'
import { FileThumb } from './FileThumb.tsx'
import type { FileSource, ShownFile } from './file-source.ts'

/** A file by its picture, name and size; pressing it opens it. */
export function FileButton({
  source,
  file,
  onOpen,
}: {
  source: FileSource
  file: ShownFile
  onOpen: () => void
}) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-12 min-w-0 flex-1 cursor-default items-center gap-2.5 rounded-control px-1.5 py-1 text-left outline-none hover:bg-hover focus-visible:ring-focus-inset"
    >
      <FileThumb source={source} file={file} className="size-10" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm text-ink">{file.name}</span>
        <span className="tabular block text-xs text-ink-muted">{formatBytes(file.bytes)}</span>
      </span>
    </button>
  )
}
