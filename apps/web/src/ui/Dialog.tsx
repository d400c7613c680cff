import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'

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
  /** Once something was typed, a press outside does not throw it away: a finger may miss. Escape and the buttons do. */
  keepsTyped?: boolean
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
  children,
}: DialogProps) {
  const isTyped = useRef(false)
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={isDismissable && role === 'dialog'}
      isKeyboardDismissDisabled={!isDismissable}
      shouldCloseOnInteractOutside={() => !(keepsTyped && isTyped.current)}
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
            onInput={() => {
              isTyped.current = true
            }}
            className={cx(
              'scroll-thin min-h-0 flex-1 overflow-y-auto outline-none focus-visible:ring-focus-inset',
              isFlush ? '' : 'px-5 pt-1 pb-5',
            )}
          >
            {children}
          </div>
          {footer && (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
              {footer}
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
