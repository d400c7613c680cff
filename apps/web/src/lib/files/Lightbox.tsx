import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { IconButton } from '../../ui/IconButton.tsx'
import { FilePreview } from './FilePreview.tsx'
import type { FileSource, ShownFile } from './file-source.ts'

export interface LightboxProps<F extends ShownFile> {
  source: FileSource
  files: readonly F[]
  /** Which is shown; null closes. */
  at: number | null
  onAt: (at: number | null) => void
  onDownload: (file: F) => void
}

/** Files of a cell, large: arrows go on, Escape closes. */
export function Lightbox<F extends ShownFile>({ source, files, at, onAt, onDownload }: LightboxProps<F>) {
  const file = at === null ? undefined : files[at]
  const go = (by: number) => {
    if (at !== null && files.length > 1) onAt((at + by + files.length) % files.length)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A player's own keys: there the arrows go back and forth in it.
    if (event.target instanceof HTMLMediaElement) return
    if (event.key === 'ArrowRight') go(1)
    else if (event.key === 'ArrowLeft') go(-1)
  })
  const isOpen = file !== undefined
  useEffect(() => {
    if (!isOpen) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(isOpen) => !isOpen && onAt(null)}
      isDismissable
      className="fixed inset-0 z-40 bg-ink/80 transition-opacity entering:opacity-0 exiting:opacity-0 dark:bg-sunken/95"
    >
      <Modal className="size-full outline-none">
        <Dialog aria-label={file?.name ?? 'File'} className="flex size-full flex-col outline-none">
          {file && (
            <>
              <header className="flex items-center gap-2 bg-surface px-4 py-2">
                <h2 className="min-w-0 flex-1 truncate text-sm font-medium">{file.name}</h2>
                {files.length > 1 && (
                  <>
                    <span className="tabular text-xs text-ink-muted">
                      {(at ?? 0) + 1} of {files.length}
                    </span>
                    <IconButton
                      label="Previous file"
                      icon={<ChevronLeft aria-hidden />}
                      onPress={() => go(-1)}
                    />
                    <IconButton label="Next file" icon={<ChevronRight aria-hidden />} onPress={() => go(1)} />
                  </>
                )}
                <IconButton
                  label="Download"
                  icon={<Download aria-hidden />}
                  onPress={() => onDownload(file)}
                />
                <IconButton label="Close" icon={<X aria-hidden />} onPress={() => onAt(null)} />
              </header>
              <FilePreview key={file.id} source={source} file={file} />
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
