import { MoreCount } from '../../ui/MoreCount.tsx'
import { FileThumb } from './FileThumb.tsx'
import type { FileSource, ShownFile } from './file-source.ts'

const shown = 5

/** Files on one line: the first ones small, then how many more. */
export function FileThumbs({ source, files }: { source: FileSource; files: readonly ShownFile[] }) {
  return (
    <>
      {files.length > 0 && <span className="sr-only">{files.map(({ name }) => name).join(', ')}</span>}
      {files.slice(0, shown).map((file) => (
        <FileThumb key={file.id} source={source} file={file} className="size-6" />
      ))}
      <MoreCount count={files.length - shown} />
    </>
  )
}
