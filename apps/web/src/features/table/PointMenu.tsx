import { type ReactNode, useRef } from 'react'
import { Menu as AriaMenu } from 'react-aria-components/Menu'
import { FloatingSurface } from '../../ui/Popover.tsx'

interface PointMenuProps {
  /** In pixels of the page. */
  x: number
  y: number
  /** Does the first line take the focus? Else the menu does. */
  isFirstFocused: boolean
  onClose: () => void
  children: ReactNode
}

/** The menu of a record, open where a pointer or the cursor asked for it. */
export function PointMenu({ x, y, isFirstFocused, onClose, children }: PointMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={anchor} aria-hidden className="fixed size-0" style={{ left: x, top: y }} />
      <FloatingSurface
        aria-label="Record"
        triggerRef={anchor}
        isOpen
        onOpenChange={onClose}
        placement="bottom start"
        className="min-w-52"
      >
        <AriaMenu
          aria-label="Record"
          // A menu that opens takes the focus.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={isFirstFocused ? 'first' : true}
          className="p-1 outline-none"
          onClose={onClose}
        >
          {children}
        </AriaMenu>
      </FloatingSurface>
    </>
  )
}
