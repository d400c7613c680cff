import { X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { firstFocus } from './first-focus.ts'
import { IconButton } from './IconButton.tsx'
import { useCountedDialog } from './open-dialogs.ts'

export type DialogSize = 'sm' | 'md' | 'lg'

const widths: Record<DialogSize, string> = {
  sm: 'sm:max-w-(--dialog-sm)',
  md: 'sm:max-w-(--dialog-md)',
  lg: 'sm:max-w-(--dialog-lg)',
}

export interface DialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  /** One sentence under the title. */
  description?: ReactNode
  /** 440, 640 or 880 px; the whole width on phones, where it rises from the bottom. */
  size?: DialogSize
  /** The buttons, main one last. They stay in sight while the content scrolls. */
  footer?: ReactNode
  /** False: neither Esc nor a press outside closes it. */
  isDismissable?: boolean
  role?: 'dialog' | 'alertdialog'
  /** Takes away the padding of the content, for lists and previews that reach the edges. */
  isFlush?: boolean
  /** Once something was typed, a press outside does not throw it away, and Escape and the cross ask first. */
  keepsTyped?: boolean
  /** The same for what is changed without typing. */
  isChanged?: boolean
  /** Nothing in the content takes the focus, so that it takes it itself, to be scrolled by keys. */
  isText?: boolean
  children: ReactNode
}

export function Dialog({
  isOpen,
  onOpenChange,
  title,
  description,
  size = 'sm',
  footer,
  isDismissable = true,
  role = 'dialog',
  isFlush = false,
  isText = false,
  keepsTyped = false,
  isChanged = false,
  children,
}: DialogProps) {
  const isTyped = useRef(false)
  useCountedDialog(isOpen)
  const discard = useDiscard(() => isChanged || (keepsTyped && isTyped.current), onOpenChange)
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={discard.onOpenChange}
      isDismissable={isDismissable && role === 'dialog'}
      isKeyboardDismissDisabled={!isDismissable}
      shouldCloseOnInteractOutside={() => !discard.hasSomething()}
      className="fixed inset-0 z-40 flex items-end justify-center bg-scrim transition-opacity entering:opacity-0 exiting:opacity-0 sm:items-start sm:p-6 sm:pt-[10vh]"
    >
      <Modal
        className={cx(
          'flex max-h-[92dvh] w-full flex-col rounded-t-card bg-raised shadow-dialog transition-[opacity,transform] entering:translate-y-2 entering:opacity-0 sm:max-h-[82dvh] sm:rounded-card forced-colors:border',
          widths[size],
        )}
      >
        <AriaDialog role={role} className="flex min-h-0 flex-1 flex-col outline-none">
          <header className="flex items-start gap-3 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1 pt-0.5">
              <Heading slot="title" className="text-lg leading-6 font-semibold break-words">
                {title}
              </Heading>
              {description && <p className="mt-1 text-sm text-ink-muted">{description}</p>}
            </div>
            {isDismissable && role === 'dialog' && (
              <IconButton
                label="Close"
                icon={<X aria-hidden />}
                slot="close"
                className="-mr-1.5 coarse:-mt-1.5"
              />
            )}
          </header>
          <div
            {...(isText ? { tabIndex: 0 } : {})}
            onFocus={discard.goOn}
            onInput={({ target }) => {
              // A file is where it was.
              isTyped.current ||= !(target instanceof HTMLInputElement && target.type === 'file')
            }}
            className={cx(
              'scroll-thin min-h-0 flex-1 overflow-y-auto outline-none focus-visible:ring-focus-inset',
              isFlush ? '' : 'px-5 pt-1 pb-5',
            )}
          >
            {children}
          </div>
          {(footer || discard.isAsking) && (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
              {discard.isAsking ? (
                <DiscardQuestion
                  onKeep={discard.keep}
                  onDiscard={() => {
                    onOpenChange(false)
                  }}
                />
              ) : (
                footer
              )}
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Escape and the cross ask once there is something to lose; asked again, they mean "keep on". */
function useDiscard(hasSomething: () => boolean, onOpenChange: (isOpen: boolean) => void) {
  const [isAsking, setAsking] = useState(false)
  const cameFrom = useRef<Element | null>(null)
  const goOn = () => {
    setAsking(false)
  }
  const keep = () => {
    goOn()
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
  }
  const close = () => {
    if (isAsking) return keep()
    if (!hasSomething()) return onOpenChange(false)
    cameFrom.current = document.activeElement
    setAsking(true)
  }
  return {
    isAsking,
    hasSomething,
    goOn,
    keep,
    onOpenChange: (isNowOpen: boolean) => {
      if (isNowOpen) onOpenChange(true)
      else close()
    },
  }
}

/** In the place of the buttons: the form stays in sight, and with it what there is to lose. */
function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const question = useId()
  return (
    <fieldset aria-labelledby={question} className="flex w-full flex-wrap items-center justify-end gap-2">
      <p id={question} className="min-w-0 flex-1 text-sm font-medium max-sm:basis-full">
        Discard what you have entered?
      </p>
      <Button variant="ghost" aria-describedby={question} onPress={onKeep} {...firstFocus}>
        Keep editing
      </Button>
      <Button variant="danger" onPress={onDiscard}>
        Discard
      </Button>
    </fieldset>
  )
}
