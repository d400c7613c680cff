import type { ReactNode } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from 'react-aria-components/Popover'
import { cx } from './cx.ts'

export { DialogTrigger }

export const floatClass =
  'rounded-card bg-raised shadow-float outline-none transition-[opacity,transform] entering:opacity-0 entering:-translate-y-1 exiting:opacity-0 forced-colors:border'

export interface PopoverProps extends Omit<AriaPopoverProps, 'className' | 'style' | 'children'> {
  className?: string
  children: ReactNode
}

/** As high as dialogs: what is opened last lies on top, be it a list in a dialog or a dialog that a list opens. */
const floatLevel = { zIndex: 40 }

/** The bare floating surface, for lists and menus. */
export function FloatingSurface({ className, children, ...props }: PopoverProps) {
  return (
    <AriaPopover offset={4} {...props} style={floatLevel} className={cx(floatClass, className)}>
      {children}
    </AriaPopover>
  )
}

/** A floating surface with free content; inside `DialogTrigger` after its trigger, or with `triggerRef`. */
export function Popover({ label, children, ...props }: PopoverProps & { label: string }) {
  return (
    <FloatingSurface {...props}>
      <Dialog aria-label={label} className="outline-none">
        {children}
      </Dialog>
    </FloatingSurface>
  )
}
