import { Camera, Upload as UploadIcon } from 'lucide-react'
import { type Ref, useEffect, useEffectEvent, useRef } from 'react'
import { DropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button } from '../../ui/Button.tsx'
import { formatBytes } from '../file-size.ts'

export interface AddFilesProps {
  /** Files that are in the cell or on their way. */
  count: number
  /** The most that one file may have. */
  fileBytes: number
  onFiles: (files: readonly File[]) => void
  /** What holds the buttons, for the focus of something that is gone. */
  buttons?: Ref<HTMLDivElement>
}

/** Takes files by choosing, dropping, pasting, and on phones from the camera. */
export function AddFiles({ count, fileBytes, onFiles, buttons }: AddFilesProps) {
  const zone = useRef<HTMLDivElement>(null)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const element = zone.current
    const paste = (event: ClipboardEvent) => take([...(event.clipboardData?.files ?? [])])
    element?.addEventListener('paste', paste)
    return () => element?.removeEventListener('paste', paste)
  }, [])
  // Files that came push this down, and the focus that chose them with it.
  useEffect(() => {
    const element = zone.current
    if (count > 0 && element?.contains(document.activeElement)) element.scrollIntoView({ block: 'nearest' })
  }, [count])
  return (
    <DropZone
      ref={zone}
      aria-label="Drop or paste files"
      getDropOperation={() => 'copy'}
      onDrop={async (event) => {
        const files = event.items.filter((item) => item.kind === 'file')
        onFiles(await Promise.all(files.map((item) => item.getFile())))
      }}
      className="rounded-control border border-dashed border-line-strong px-3 py-2.5 text-sm text-ink-muted outline-none transition-colors focus-visible:ring-focus drop-target:border-accent drop-target:bg-accent-tint"
    >
      <div ref={buttons} className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <FileTrigger allowsMultiple onSelect={(list) => onFiles(list ? [...list] : [])}>
          <Button size="sm" icon={<UploadIcon aria-hidden />}>
            {count === 0 ? 'Add files' : 'Add more'}
          </Button>
        </FileTrigger>
        <span className="hidden coarse:block">
          <FileTrigger
            acceptedFileTypes={['image/*']}
            defaultCamera="environment"
            onSelect={(list) => onFiles(list ? [...list] : [])}
          >
            <Button size="sm" icon={<Camera aria-hidden />}>
              Take a picture
            </Button>
          </FileTrigger>
        </span>
        <span className="text-xs">
          <span className="coarse:hidden">or drop or paste them here, </span>up to {formatBytes(fileBytes)}{' '}
          each
        </span>
      </div>
    </DropZone>
  )
}
