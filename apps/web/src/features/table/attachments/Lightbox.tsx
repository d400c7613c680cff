import type { Attachment, Backend } from '@plinth/domain'
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { usePreview } from './use-preview.ts'

export interface LightboxProps {
  backend: Backend
  pictures: readonly Attachment[]
  /** Which is shown; null closes. */
  at: number | null
  onAt: (at: number | null) => void
  onDownload: (attachment: Attachment) => void
}

/** Pictures of a cell, large: arrows go on, Escape closes. */
export function Lightbox({ backend, pictures, at, onAt, onDownload }: LightboxProps) {
  const picture = at === null ? undefined : pictures[at]
  const go = (by: number) => {
    if (at !== null && pictures.length > 1) onAt((at + by + pictures.length) % pictures.length)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') go(1)
    else if (event.key === 'ArrowLeft') go(-1)
  })
  const isOpen = picture !== undefined
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
      className="fixed inset-0 z-50 bg-ink/80 transition-opacity entering:opacity-0 exiting:opacity-0 dark:bg-sunken/95"
    >
      <Modal className="size-full outline-none">
        <Dialog aria-label={picture?.name ?? 'Picture'} className="flex size-full flex-col outline-none">
          {picture && (
            <>
              <header className="flex items-center gap-2 bg-surface px-4 py-2">
                <h2 className="min-w-0 flex-1 truncate text-sm font-medium">{picture.name}</h2>
                {pictures.length > 1 && (
                  <>
                    <span className="tabular text-xs text-ink-muted">
                      {(at ?? 0) + 1} of {pictures.length}
                    </span>
                    <IconButton
                      label="Previous picture"
                      icon={<ChevronLeft aria-hidden />}
                      onPress={() => go(-1)}
                    />
                    <IconButton
                      label="Next picture"
                      icon={<ChevronRight aria-hidden />}
                      onPress={() => go(1)}
                    />
                  </>
                )}
                <IconButton
                  label="Download"
                  icon={<Download aria-hidden />}
                  onPress={() => onDownload(picture)}
                />
                <IconButton label="Close" icon={<X aria-hidden />} onPress={() => onAt(null)} />
              </header>
              <Picture backend={backend} picture={picture} />
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Picture({ backend, picture }: { backend: Backend; picture: Attachment }) {
  const { url, hasFailed } = usePreview(backend, picture.key)
  return (
    <div className="relative grid min-h-0 flex-1 place-items-center">
      {url ? (
        <img
          src={url}
          alt={picture.name}
          className="absolute inset-4 m-auto max-h-[calc(100%-2rem)] max-w-[calc(100%-2rem)] rounded-control"
        />
      ) : (
        <span className="rounded-control bg-surface px-3 py-2 text-sm text-ink-soft">
          {hasFailed ? (
            'This picture could not be loaded. Close it and try again.'
          ) : (
            <Spinner label="Loading" />
          )}
        </span>
      )}
    </div>
  )
}
