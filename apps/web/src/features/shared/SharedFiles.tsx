import type { SharedFile } from '@plinth/domain'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { FileButton } from '../../lib/files/FileButton.tsx'
import { FileThumbs } from '../../lib/files/FileThumbs.tsx'
import { Lightbox } from '../../lib/files/Lightbox.tsx'
import { previewKind } from '../../lib/files/preview-kind.ts'
import { saveFile } from '../../lib/save-file.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { toast } from '../../ui/Toast.tsx'
import { shownFile, useSharedFiles } from './shared-files.ts'

interface FilesProps {
  files: readonly SharedFile[]
}

/** The files of a cell on one line. */
export function SmallFiles({ files }: FilesProps) {
  const source = useSharedFiles()
  return (
    <span className="flex items-center gap-1 overflow-hidden">
      <FileThumbs source={source} files={files.map(shownFile)} />
    </span>
  )
}

/** The files of a cell below each other; those that a browser shows are opened, the others downloaded. */
export function FileList({ files }: FilesProps) {
  const source = useSharedFiles()
  const [at, setAt] = useState<number | null>(null)
  const all = files.map(shownFile)
  const opened = all.filter(({ mime }) => previewKind(mime) !== null)
  const download = async ({ key, name }: (typeof all)[number]) => {
    const answer = await source.download(key)
    if (answer.ok) saveFile([answer.value], name, 'application/octet-stream')
    else toast.error(answer.error)
  }
  return (
    <>
      <ul className="flex flex-col gap-1">
        {all.map((file) => (
          <li
            key={file.id}
            className="flex items-center gap-1 rounded-control border border-line bg-surface pr-1"
          >
            <FileButton
              source={source}
              file={file}
              onOpen={() => (opened.includes(file) ? setAt(opened.indexOf(file)) : void download(file))}
            />
            <IconButton
              label={`Download ${file.name}`}
              icon={<Download aria-hidden />}
              onPress={() => void download(file)}
            />
          </li>
        ))}
      </ul>
      <Lightbox
        source={source}
        files={opened}
        at={at}
        onAt={setAt}
        onDownload={(file) => void download(file)}
      />
    </>
  )
}
